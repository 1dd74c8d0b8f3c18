package dev.cif.qtests;

import dev.cif.cli.hive.Engine;

/** The q-tests on local MapReduce. */
final class MrQueryFilesTest extends QueryFilesTest {
  MrQueryFilesTest() {
    super(Engine.MR);
  }
}
