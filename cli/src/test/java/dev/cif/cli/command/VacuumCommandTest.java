package dev.cif.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VacuumCommandTest {
  private static final int ROWS = 50;

  @TempDir Path folder;
  private Path table;

  @BeforeEach
  void loadAndChange() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 2 * ROWS; i++) {
      lines.append(i).append(",text ").append(i).append('\n');
    }
    table = Run.table(folder, lines, "a int, b string", "--rows-per-split", ROWS);
    ChangedTables.set(table, "a", 7, ROWS);
  }

  private void expectChanged() {
    String text = Run.good("cat", table, "--columns", "a", "--format", "csv").out();
    assertEquals(2 * ROWS, text.lines().filter("7"::equals).count(), text);
  }

  @Test
  void vacuum_removesWhatNoReaderCanWant() {
    expectChanged();
    String notes = Run.good("verify", table).out();
    assertTrue(notes.contains("1-a.col: of a column before a change"), notes);
    assertTrue(notes.contains("no damage"), notes);
    assertTrue(
        Run.good("vacuum", table).out().startsWith("2 splits, 0 changes tidied away, 0 B freed"));
    String done = Run.good("vacuum", "--older-than", "0", table).out();
    assertTrue(done.startsWith("2 splits, 1 change tidied away, "), done);
    assertTrue(done.contains("can't be undone any more"), done);
    expectChanged();
    notes = Run.good("verify", table).out();
    assertTrue(notes.startsWith("2 splits, 7 files, 100 rows"), notes);
  }

  @Test
  void vacuum_ofNothing_saysSo() {
    Run run = Run.of("vacuum", folder.resolve("nowhere"));
    assertEquals(1, run.status());
    assertTrue(run.err().contains("there is no such folder"), run.err());
    run = Run.of("vacuum", "--older-than", "soon", table);
    assertEquals(2, run.status());
    assertTrue(run.err().contains("'soon' is no span of time"), run.err());
  }
}
