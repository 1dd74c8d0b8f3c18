package dev.cif.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cif.format.commit.TableFiles;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.TableDescription;
import dev.cif.format.schema.TableDescription.TableColumn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code cif history} shows changes, {@code cif undo} takes the newest back. */
class HistoryAndUndoTest {
  private static final int ROWS = 5;

  @TempDir Path folder;
  private Path table;

  @BeforeEach
  void load() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 2 * ROWS; i++) {
      lines.append("1,").append(i).append('\n');
    }
    table = Run.table(folder, lines, "`a b` int, n int", "--rows-per-split", ROWS);
  }

  private String values() {
    String text = Run.good("cat", table, "--format", "csv", "--columns", "`a b`").out();
    return String.join(",", text.lines().skip(1).distinct().toList());
  }

  private JsonNode history() throws IOException {
    return Run.JSON.readTree(Run.good("history", table, "--json").out());
  }

  @Test
  void undo_takesBackOneChangeAfterTheOther_andHistoryShowsThem() throws IOException {
    assertEquals("No change since the last vacuum.\n", Run.good("history", table).out());
    assertEquals(0, history().size());
    ChangedTables.set(table, "a b", 7, ROWS);
    ChangedTables.set(table, "a b", 8, ROWS);
    assertEquals("8", values());
    Run undone = Run.good("undo", table);
    assertTrue(undone.out().startsWith("taken back: a b in 2 splits, set at 20"), undone.out());
    assertTrue(undone.out().endsWith(" by alice\n"), undone.out());
    assertEquals("7", values());
    Run.good("undo", table);
    assertEquals("1", values());
    Run nothing = Run.of("undo", table);
    assertEquals(1, nothing.status());
    assertTrue(nothing.err().contains("no change can be taken back"), nothing.err());

    JsonNode history = history();
    assertEquals(4, history.size());
    JsonNode first = history.get(0);
    assertEquals("a b", first.get("columns").get(0).textValue());
    assertEquals(2 * ROWS, first.get("rows").intValue());
    assertEquals("alice", first.get("user").textValue());
    assertEquals("UPDATE t\nSET `a b` = 7", first.get("statement").textValue());
    assertEquals("taken back", first.get("state").textValue());
    assertEquals(
        "takes back " + first.get("id").textValue(), history.get(3).get("state").textValue());
    assertTrue(history.get(3).get("program").textValue().startsWith("cif "));
    assertTrue(history.get(3).get("statement").textValue().startsWith("cif undo "));
    List<String> lines = Run.good("history", table).out().lines().toList();
    assertEquals(2 + 4, lines.size(), lines::toString);
    assertTrue(lines.get(0).startsWith("time "), lines.get(0));
  }

  @Test
  void undo_ofAnotherChangeThanTheOneThatIsMeant_isRefused() throws IOException {
    ChangedTables.set(table, "a b", 7, ROWS);
    String id = history().get(0).get("id").textValue();
    ChangedTables.set(table, "a b", 8, ROWS);
    Run refused = Run.of("undo", table, "--change", id);
    assertEquals(1, refused.status());
    assertTrue(refused.err().contains("the newest change is "), refused.err());
    assertEquals("8", values());
    Run.good("undo", table, "--change", history().get(1).get("id").textValue());
    assertEquals("7", values());
  }

  private void describe(String owner, String transactional) throws IOException {
    List<TableColumn> columns =
        List.of(
            new TableColumn("a b", CifType.INT, null, null),
            new TableColumn("n", CifType.INT, null, null));
    TableDescription wanted =
        new TableDescription(
            1, owner, columns, null, List.of(), List.of(), transactional, Map.of());
    TableFiles.update(
        FileSystem.getLocal(new Configuration()),
        new org.apache.hadoop.fs.Path(table.toUri()),
        before -> wanted);
  }

  @Test
  void undo_ofATableOfAMetastore_needsAWord_andATransactionalOneIsRefused() throws IOException {
    ChangedTables.set(table, "a b", 7, ROWS);
    describe("d.t", null);
    Run refused = Run.of("undo", table);
    assertEquals(1, refused.status());
    assertTrue(refused.err().contains("d.t") && refused.err().contains("ROLLBACK(1)"));
    assertEquals("7", values());
    Run.good("undo", table, "--anyway");
    assertEquals("1", values());
    ChangedTables.set(table, "a b", 7, ROWS);
    describe("d.t", "insert_only");
    refused = Run.of("undo", table, "--anyway");
    assertEquals(1, refused.status());
    assertTrue(refused.err().contains("transactional"), refused.err());
  }

  @Test
  void aFolderThatIsNotThere_isAnError() {
    for (String command : List.of("history", "undo")) {
      Run run = Run.of(command, folder.resolve("nowhere"));
      assertEquals(1, run.status());
      assertTrue(run.err().contains("there is no such folder"), run.err());
    }
  }
}
