package dev.cif.cli.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.cli.command.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line compares names as FORMAT.md section 3 has it: A to Z without case, no more. */
class ColumnNamesTest {
  /** The Kelvin sign beside k, a long s beside s: equal by Java's rules of case. */
  private static final String ROW =
      "{\"\u212a\":1,\"k\":2,\"\u017f\":3,\"s\":4,\"\u00c4RGER\":{\"\u00dc\":5,\"\u00fc\":6}}\n";

  @TempDir Path folder;

  @Test
  void loadAndCat_namesBeyondAscii_areToldApart() throws Exception {
    Path lines = Files.writeString(folder.resolve("rows.jsonl"), ROW + ROW);
    Path table = folder.resolve("table");
    Run.good("load", "--from", "jsonl", lines, "--to", table, "--layout", "\u00c4RGER=plain");
    assertEquals(ROW + ROW, Run.good("cat", table).out());
    assertEquals(
        "{\"K\":2,\"S\":4}\n", Run.good("cat", table, "--columns", "K, S", "--limit", 1).out());
    assertEquals(
        "{\"\u00c4rger.\u00fc\":6}\n",
        Run.good("cat", table, "--columns", "\u00c4rger.\u00fc", "--limit", 1).out());
    assertTrue(Run.good("meta", table).out().contains("plain"));
    String error = Run.bad(2, "cat", table, "--columns", "\u00e4rger");
    assertTrue(error.contains("\u00e4rger"), error);
  }

  @Test
  void loadCsv_headerBeyondAscii_isToldApart() throws Exception {
    Path csv = Files.writeString(folder.resolve("rows.csv"), "\u212a,k\n1,2\n");
    Path table = folder.resolve("table");
    Run.good("load", "--from", "csv", "--header", csv, "--to", table);
    assertEquals("{\"\u212a\":\"1\",\"k\":\"2\"}\n", Run.good("cat", table).out());
  }
}
