package dev.cif.qtests;

import dev.cif.cli.hive.Engine;

/** The q-tests on Tez in local mode. */
final class TezQueryFilesTest extends QueryFilesTest {
  TezQueryFilesTest() {
    super(Engine.TEZ);
  }
}
