package dev.cif.qtests;

import dev.cif.embedded.Engine;

/** The files for which MapReduce is a case of its own. */
class MrQueryFilesTest extends QueryFilesTest {
  MrQueryFilesTest() {
    super(Engine.MR, (file, place) -> file.onMr());
  }
}
