package dev.cif.qtests;

import dev.cif.embedded.Engine;
import org.junit.jupiter.api.Tag;

/** The files for which MapReduce is a case of its own. */
@Tag("nightly")
class MrQueryFilesTest extends QueryFilesTest {
  MrQueryFilesTest() {
    super(Engine.MR, (file, place) -> file.onMr());
  }
}
