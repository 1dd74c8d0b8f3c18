package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SplitFileNamesTest {
  @ParameterizedTest
  @CsvSource({
    "schema.cif, true",
    "_schema.cif.3f2c, true",
    "_schema.cif.lock, true",
    "1-url.col, true",
    "2147483647-n.g12.col, true",
    "7-.col, true",
    "_added.job_1.3f2c, true",
    "1-url.col._COPYING_, true",
    "schema.cif._COPYING_, true",
    "_1-url.filters, true",
    "_1-url.g2.with2-3.filters, true",
    "_3-headers.parts, true",
    "_columns.1f0c93ab.index, true",
    "_columns.1f0c93ab, false",
    "_3-headers.parts._COPYING_, true",
    "1-url.filters, false",
    "_url.filters, false",
    "_-url.parts, false",
    "_1-url.col, false",
    "_1, false",
    "schema.cif2, false",
    "aschema.cif, false",
    "_schema.cif, false",
    "s, false",
    "1-url.col2, false",
    "1-.co, false",
    "1url.col, false",
    "-1.col, false",
    "11111111111-a.col, false",
    "url.col, false",
    "1, false",
    ".col, false",
    "_, false",
    "._COPYING_, false",
    "part-00000.parquet, false",
    "000000_0, false",
  })
  void matches(String name, boolean expected) {
    assertEquals(expected, SplitFileNames.matchesPath("/table/000000_0/" + name));
    assertEquals(expected, SplitFileNames.matchesPath(name));
    assertEquals(expected, SplitFileNames.matches(name.getBytes(StandardCharsets.UTF_8)));
    assertFalse(SplitFileNames.matchesPath("/table/" + name + "/"));
  }

  @Test
  void matches_nothing_isFalse() {
    assertFalse(SplitFileNames.matchesPath(null));
    assertFalse(SplitFileNames.matchesPath(""));
    assertFalse(SplitFileNames.matchesPath("/"));
    assertFalse(SplitFileNames.matches(new byte[0]));
  }
}
