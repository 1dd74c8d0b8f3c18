package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.scan.DataSet;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.tables.TableHistory;
import dev.cif.format.tables.TableRows;
import dev.cif.format.value.Value;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tables with random histories are read as their models have them. bin/test gives a folder ({@code
 * cif.differential.folder}) where the tables and their rows stay, for Python to read.
 */
@Timeout(10_800)
class TableHistoryTest {
  private static final boolean IS_NIGHT = Boolean.getBoolean("cif.nightly");
  private static final int HISTORIES = IS_NIGHT ? 1_000 : 20;
  private static final int STEPS = IS_NIGHT ? 200 : 40;
  private static final int STEPS_BETWEEN_LOOKS = 10;

  @TempDir Path temporary;

  @Test
  void randomHistories_areReadAsTheModelHasThem() throws IOException {
    FileSystem fs = LocalFiles.fs();
    IntStream seeds = IntStream.rangeClosed(1, HISTORIES);
    (IS_NIGHT ? seeds.parallel() : seeds).forEach(seed -> expectReadAsModel(fs, seed));
  }

  private void expectReadAsModel(FileSystem fs, int seed) {
    String given = System.getProperty("cif.differential.folder");
    boolean isKept = given != null && seed <= 100;
    Path folder = (isKept ? Path.of(given) : temporary).resolve("histories");
    Path table = folder.resolve("history-" + seed);
    try {
      TableHistory history =
          new TableHistory(fs, new org.apache.hadoop.fs.Path(table.toUri()), seed);
      for (int step = 1; step <= STEPS; step++) {
        history.step();
        if (step % STEPS_BETWEEN_LOOKS == 0) {
          expectSame(fs, table, history, seed);
        }
      }
      Files.write(folder.resolve("history-" + seed + ".jsonl"), history.rows());
    } catch (IOException e) {
      throw new UncheckedIOException("seed " + seed, e);
    }
  }

  private static void expectSame(FileSystem fs, Path table, TableHistory history, int seed)
      throws IOException {
    DataSet data =
        DataSet.read(fs, new org.apache.hadoop.fs.Path(table.toUri()), ReadOptions.UNCACHED);
    assertEquals(
        history.columns(),
        TableRows.columns(data).stream()
            .map(column -> column.name() + " " + column.type())
            .toList(),
        () -> "seed " + seed + ": " + history);
    assertEquals(history.rows(), rows(data), () -> "seed " + seed + ": " + history);
  }

  private static List<String> rows(DataSet data) throws IOException {
    List<Column> columns = TableRows.columns(data);
    return TableRows.read(
            data,
            null,
            values -> {
              List<String> cells = new ArrayList<>();
              for (int c = 0; c < columns.size(); c++) {
                cells.add(TableHistory.member(columns.get(c).name(), value(values.get(c))));
              }
              return cells.stream().collect(Collectors.joining(",", "{", "}"));
            })
        .stream()
        .sorted()
        .toList();
  }

  private static Object value(Value value) throws IOException {
    if (value == null || value.isNull()) {
      return null;
    }
    return value.type().equals(CifType.STRING) ? value.asString() : (Object) value.asLong();
  }
}
