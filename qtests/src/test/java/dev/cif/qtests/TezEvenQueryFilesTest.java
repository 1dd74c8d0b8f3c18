package dev.cif.qtests;

import dev.cif.embedded.Engine;

/** One half of all files on Tez; the other half is another JVM's. */
class TezEvenQueryFilesTest extends QueryFilesTest {
  TezEvenQueryFilesTest() {
    super(Engine.TEZ, (file, place) -> place % 2 == 0);
  }
}
