package dev.cif.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GetCommandTest {
  private static final int ROWS = 200;

  @TempDir Path folder;
  private Path table;

  @BeforeEach
  void load() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < ROWS; i++) {
      lines.append(i).append(",\"it's ").append(i % 10).append(", so\",2020-01-0");
      lines.append(1 + i % 9).append('\n');
    }
    Run.table(folder, lines, "a int, b string, c date", "--rows-per-split", ROWS / 2);
    // One split-directory for each day.
    table = folder.resolve("days");
    int day = 0;
    try (var splits = Files.list(folder.resolve("table"))) {
      for (Path split : splits.filter(Files::isDirectory).sorted().toList()) {
        Path of = Files.createDirectories(table.resolve("day=" + day++));
        Files.move(split, of.resolve(split.getFileName()));
      }
    }
    assertEquals(2, day);
  }

  @Test
  void get_givesTheRowsOfAKey() {
    assertEquals(
        "{\"a\":7,\"b\":\"it's 7, so\",\"c\":\"2020-01-08\",\"day\":\"0\"}\n",
        Run.good("get", table, "--key", "a=7").out());
    assertEquals(
        "a,day\n17,0\n",
        Run.good(
                "get",
                table,
                "--key",
                "A=17,b='it''s 7, so'",
                "--columns",
                "a,day",
                "--format",
                "csv")
            .out());
    assertEquals(
        "a\n5\n194\n",
        Run.good(
                "get",
                table,
                "--key",
                "a=194,day=1",
                "--key",
                "a=5",
                "--key",
                "a=5,day=1",
                "--columns",
                "a",
                "--format",
                "csv")
            .out());
    assertEquals("", Run.good("get", table, "--key", "a=7,day=1").out());
    String days = Run.good("get", table, "--key", "c=2020-01-03", "--columns", "a").out();
    assertEquals(ROWS / 9, days.lines().count(), days);
  }

  @Test
  void keysThatCannotBe_areRefused() {
    assertTrue(Run.bad(2, "get", table, "--key", "a=x").contains("a=x"));
    assertTrue(Run.bad(2, "get", table, "--key", "no=1").contains("no column 'no'"));
    for (String key : new String[] {"a", "a=1,", "=1", "a=1,b", "b='x'y"}) {
      String error = Run.bad(2, "get", table, "--key", key);
      assertTrue(error.contains("expected a=1,b=2"), error);
    }
    assertTrue(Run.bad(2, "get", table, "--key", "a=1,a=2").contains("twice"));
    assertTrue(
        Run.bad(2, "get", table, "--key", "a=1", "--columns", "d").contains("no column 'd'"));
    assertTrue(Run.bad(2, "get", table).contains("--key"));
    assertTrue(
        Run.bad(1, "get", folder.resolve("none"), "--key", "a=1").contains("no such folder"));
  }
}
