package dev.cif.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.commit.AddedColumnWriter;
import dev.cif.format.commit.TableChange;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.LongVector;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
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
    FileSystem fs = FileSystem.getLocal(new Configuration());
    var root = new org.apache.hadoop.fs.Path(table.toUri());
    try (TableChange change = TableChange.begin(fs, root, List.of("a"))) {
      for (var place : SplitDirectories.list(fs, root)) {
        try (SplitReader split = SplitReader.open(fs, place);
            AddedColumnWriter writer =
                AddedColumnWriter.create(
                    fs, split, "a", CifType.INT, ColumnOptions.DEFAULT, List.of(), change.id())) {
          for (int row = 0; row < ROWS; row++) {
            ((LongVector) writer.vector()).append(7);
            writer.endRow();
          }
          writer.finish().addTo(change);
        }
      }
      change.commit();
    }
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
    expectChanged();
    notes = Run.good("verify", table).out();
    assertTrue(notes.startsWith("2 splits, 6 files, 100 rows"), notes);
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
