package dev.cif.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cif.cli.source.SchemaText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code cif delete} takes rows out, and {@code cif vacuum --erase} their values. */
class DeleteCommandTest {
  @TempDir Path folder;
  private Path table;

  @BeforeEach
  void load() throws Exception {
    table = folder.resolve("it's a table");
    for (int day = 1; day <= 2; day++) {
      StringBuilder rows = new StringBuilder();
      for (int i = 0; i < 40; i++) {
        rows.append(i).append(",secret-").append(day).append('-').append(i).append('\n');
      }
      Path csv = Files.writeString(folder.resolve(day + ".csv"), rows);
      Run.good(
          "load",
          "--from",
          "csv",
          csv,
          "--to",
          table.resolve("day=" + day),
          "--schema",
          "id int, `a b` string",
          "--rows-per-split",
          20,
          "--layout",
          "a b=plain");
    }
  }

  private List<String> rows() {
    return Run.good("cat", table, "--columns", "`a b`", "--format", "csv")
        .out()
        .lines()
        .skip(1)
        .toList();
  }

  private boolean isInAFile(String text) throws Exception {
    try (Stream<Path> files = Files.walk(table)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(text)) {
          return true;
        }
      }
    }
    return false;
  }

  @Test
  void rowsAreDeleted_takenBack_andErased() throws Exception {
    assertEquals(80, rows().size());
    Run.good("delete", table, "--where", "`a b` LIKE 'secret-1-3_' AND day = '1' OR id = 7");
    assertEquals(68, rows().size());
    assertFalse(rows().contains("secret-1-31"));
    assertTrue(isInAFile("secret-1-31"));
    JsonNode meta = Run.JSON.readTree(Run.good("meta", table, "--json").out());
    assertEquals(68, meta.get("rows").intValue());
    assertEquals(12, meta.get("deleted_rows").intValue());
    assertTrue(Run.good("meta", table).out().contains("deleted"));
    String history = Run.good("history", table).out();
    assertTrue(history.contains("(rows)"), history);
    assertTrue(history.contains("DELETE FROM"), history);
    assertTrue(Run.good("verify", table).out().contains("68 rows"));
    Run undone = Run.good("undo", table);
    assertTrue(undone.out().startsWith("taken back: (rows) in 3 splits"), undone.out());
    assertEquals(80, rows().size());

    Run.good("delete", table, "--where", "id = 31 AND day = '1'");
    String erased = Run.good("vacuum", table, "--erase").out();
    assertTrue(erased.startsWith("1 split with deleted rows written anew\n"), erased);
    assertTrue(erased.contains("Deleted rows are in no file of this folder"), erased);
    assertEquals(79, rows().size());
    assertFalse(isInAFile("secret-1-31"));
    assertTrue(isInAFile("secret-2-31"));
    assertTrue(Run.good("verify", table).out().contains("79 rows"));
  }

  @Test
  void whichRows_mustBeSaid() {
    Run run = Run.of("delete", table);
    assertEquals(2, run.status());
    assertTrue(run.err().contains("--where"), run.err());
    Run.good("delete", table, "--all");
    assertEquals(List.of(), rows());
    run = Run.of("delete", table, "--where", "nothing > 1");
    assertEquals(1, run.status());
    assertTrue(run.err().contains("--where, character 1: Invalid table alias"), run.err());
    assertTrue(run.err().contains("'nothing'"), run.err());
    run = Run.of("delete", table, "--where", "id > 1\n  AND id > rand()");
    assertTrue(run.err().contains("it's a table: 'rand' gives another value"), run.err());
    run = Run.of("delete", table, "--where", "id = 1\n  AND id = = 2");
    assertTrue(run.err().contains("--where, character 19: cannot recognize"), run.err());
  }

  @Test
  void listsOfNames_haveCommasInBackTicks() {
    assertEquals(
        List.of("a b", "x,y", "a(b", "<", "q`"), SchemaText.names("a b, `x,y`,a(b,<,`q```"));
  }

  @Test
  void columnsAreMerged_fromAnotherDataSet() throws Exception {
    Path csv = Files.writeString(folder.resolve("s.csv"), "1,one\n7,seven\n100,none\n");
    Path source = folder.resolve("a source");
    Run.good("load", "--from", "csv", csv, "--to", source, "--schema", "id int, `a b` string");
    Run.good("merge", table, "--from", source, "--on", "id", "--set", "`a b`");
    assertEquals(
        List.of("one", "seven", "one", "seven"),
        rows().stream().filter(value -> !value.startsWith("secret")).toList());
    assertTrue(Run.good("history", table).out().contains("MERGE INTO"));
    Run run = Run.of("merge", table, "--from", source, "--on", "id", "--insert");
    assertEquals(1, run.status());
    assertTrue(run.err().contains("the source has no day"), run.err());
    csv = Files.writeString(folder.resolve("new.csv"), "100,new,3\n101,new,1\n7,new,2\n");
    Path more = folder.resolve("more");
    Run.good(
        "load", "--from", "csv", csv, "--to", more, "--schema", "id int, `a b` string, day string");
    Run.good("merge", table, "--from", more, "--on", "id,day", "--insert");
    assertEquals(2, rows().stream().filter("new"::equals).count());
    assertTrue(Files.isDirectory(table.resolve("day=3")));
    Run.good("undo", table);
    assertEquals(0, rows().stream().filter("new"::equals).count());
    Run.good("merge", table, "--from", more, "--on", "id", "--set", "a b", "--insert");
    assertEquals(4, rows().stream().filter("new"::equals).count());
    assertTrue(Run.good("history", table).out().contains("WHEN NOT MATCHED THEN INSERT"));
    run = Run.of("merge", table, "--from", source, "--on", "id");
    assertEquals(2, run.status());
    run = Run.of("merge", table, "--from", table, "--on", "id", "--set", "a b");
    assertEquals(1, run.status());
    assertTrue(run.err().contains("is matched by two rows of the source"), run.err());
    run = Run.of("merge", table, "--from", source, "--on", "id,none", "--set", "a b");
    assertTrue(run.err().contains("--on: "), run.err());
    assertTrue(run.err().contains(" has no column none; it has [id, "), run.err());
    run = Run.of("merge", table, "--from", source, "--on", "id", "--set", "nothing");
    assertEquals(1, run.status());
    assertTrue(run.err().contains(" has no column nothing; it has [id, "), run.err());
    run = Run.of("merge", table, "--from", folder.resolve("nowhere"), "--on", "id", "--set", "a b");
    assertEquals(1, run.status());
  }
}
