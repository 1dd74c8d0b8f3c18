package dev.cif.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemoReportTest {
  private static final Comparison PAPER =
      new Comparison(
          "content types",
          "SELECT DISTINCT metadata['content-type'] FROM crawl",
          List.of("text/html", "text/css"),
          true,
          new Measure(0.414, 12, 1_234_567, 48_100_000),
          new Measure(0.82, 2, 2_469_134, 30_000_000),
          new Measure(12.34, 1, 37_019_816, 37_019_816));
  private static final Comparison WORSE =
      new Comparison(
          "a name much too long for its column",
          "SELECT 1",
          Collections.nCopies(12514, "x"),
          false,
          new Measure(1, 1000, 48_100_000, 48_100_000),
          new Measure(0.9, 100, 30_000_000, 30_000_000),
          new Measure(0.5, 1, 37_019_816, 37_019_816));

  private static final Comparison COUNT =
      new Comparison(
          "count(*)",
          "SELECT count(*) FROM crawl",
          List.of("1"),
          true,
          new Measure(0.01, 1, 2_470, 48_100_000),
          new Measure(0.02, 1, 940, 30_000_000),
          new Measure(1.89, 1, 37_019_816, 37_019_816));

  private final DemoReport plain = new DemoReport(new Terminal(false));
  private final DemoReport coloured = new DemoReport(new Terminal(true));

  private static String withoutColours(String line) {
    return line.replaceAll("\u001b\\[[0-9]+m", "");
  }

  @Test
  void table_isAsShownHere() {
    String rule = "-".repeat(100);
    assertEquals(
        List.of(
            rule,
            "                               seconds           files             bytes read            ORC    Avro",
            "query               rows    CIF   ORC  Avro    CIF ORC Avro      CIF     ORC    Avro"
                + "   / CIF   / CIF",
            rule,
            "content types          2   0.41  0.82  12.3     12   2    1  1.23 MB 2.47 MB 37.0 MB"
                + "   2.00x   30.0x",
            "a name much too...12,514   1.00  0.90  0.50  1,000 100    1  48.1 MB 30.0 MB 37.0 MB"
                + "   0.62x   0.77x",
            "count(*)               1   0.01  0.02  1.89      1   1    1  2.47 KB   940 B 37.0 MB"
                + "   0.38x 14,988x",
            rule,
            "files: those of the table that were opened; 1 KB is 1,000 B;"
                + " / CIF: bytes read, as a ratio"),
        plain.table(List.of(PAPER, WORSE, COUNT)));
  }

  @Test
  void table_isAtMostAHundredWideAndItsRowsAlign() {
    List<String> lines = plain.table(List.of(PAPER, WORSE));
    for (String line : lines) {
      assertTrue(line.length() <= Terminal.WIDTH, line);
    }
    assertEquals(lines.get(4).length(), lines.get(5).length());
    assertEquals(lines.get(2).length(), lines.get(4).length());
  }

  @Test
  void colours_changeNoLetter() {
    List<String> lines = coloured.table(List.of(PAPER, WORSE));
    assertEquals(
        plain.table(List.of(PAPER, WORSE)),
        lines.stream().map(DemoReportTest::withoutColours).toList());
    assertTrue(lines.get(4).contains("\u001b[32m"), "fewer bytes is green");
    assertTrue(lines.get(5).contains("\u001b[33m"), "more bytes is yellow");
  }

  @Test
  void withoutColours_thereIsNoEscape() {
    for (String line : plain.table(List.of(PAPER))) {
      assertFalse(line.contains("\u001b"), line);
    }
    for (String line : plain.answer(PAPER)) {
      assertFalse(line.contains("\u001b"), line);
    }
  }

  @Test
  void answer_showsStatementAndRows() {
    assertEquals(
        List.of(
            "",
            "content types",
            "    SELECT DISTINCT metadata['content-type'] FROM crawl",
            "    text/html",
            "    text/css"),
        plain.answer(PAPER));
  }

  @Test
  void answer_saysHowManyRowsItLeavesOut() {
    List<String> lines = plain.answer(WORSE);
    assertEquals(3 + 8 + 1, lines.size());
    assertEquals("    and 12,506 more rows", lines.get(lines.size() - 1));
  }

  @Test
  void answer_fitsTheWidthWhateverComes() {
    String wide = "word\t".repeat(60) + "\nnext";
    Comparison query =
        new Comparison(
            wide, wide.repeat(3), List.of(wide), true, PAPER.cif(), PAPER.orc(), PAPER.avro());
    for (String line : plain.answer(query)) {
      assertTrue(line.length() <= Terminal.WIDTH, line);
      assertFalse(line.contains("\n") || line.contains("\t"), line);
    }
  }

  @Test
  void wrap_breaksAtSpacesOnly() {
    assertEquals(List.of("aa bb", "cccccccc", "d"), DemoReport.wrap("aa  bb\n cccccccc d", 5));
  }

  @Test
  void verdict_namesEachQueryThatDiffers() {
    assertTrue(DemoReport.allSame(List.of(PAPER)));
    assertEquals(
        List.of("All three tables gave the same answer to each of the queries."),
        plain.verdict(List.of(PAPER)));
    assertFalse(DemoReport.allSame(List.of(PAPER, WORSE)));
    assertEquals(
        List.of("CIF, ORC and Avro answer differently: " + WORSE.name()),
        plain.verdict(List.of(PAPER, WORSE)));
  }
}
