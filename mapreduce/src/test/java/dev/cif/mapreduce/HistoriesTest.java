package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.cif.format.tables.TableHistory;
import dev.cif.mapreduce.scan.ScanOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs read tables with random histories as their models have them. */
class HistoriesTest {
  private static final boolean IS_NIGHT = Boolean.getBoolean("cif.nightly");
  private static final int HISTORIES = IS_NIGHT ? 100 : 2;
  private static final int STEPS = IS_NIGHT ? 200 : 40;
  private static final int STEPS_BETWEEN_LOOKS = 20;

  @TempDir java.nio.file.Path folder;

  @Test
  void randomHistories_areReadAsTheModelHasThem() throws IOException {
    FileSystem fs = FileSystem.getLocal(new Configuration());
    for (int seed = 1; seed <= HISTORIES; seed++) {
      Path table = new Path(folder.resolve("history-" + seed).toUri());
      TableHistory history = new TableHistory(fs, table, seed);
      for (int step = 1; step <= STEPS; step++) {
        history.step();
        // A job of a table without rows has no split-directory that would tell the columns.
        if (step % STEPS_BETWEEN_LOOKS == 0 && !history.rows().isEmpty()) {
          for (String record : List.of("lazy", "eager")) {
            expectSame(table, record, history, seed);
          }
        }
      }
    }
  }

  private static void expectSame(Path table, String record, TableHistory history, int seed)
      throws IOException {
    // Avro has no other names.
    List<String> columns =
        history.columns().stream()
            .map(column -> column.substring(0, column.lastIndexOf(' ')))
            .filter(name -> name.matches("[A-Za-z]+"))
            .toList();
    Configuration job = new Configuration();
    job.set(ScanOptions.RECORD, record);
    ScanOptions.setColumns(job, String.join(",", columns));
    JsonMapper mapper = new JsonMapper();
    List<String> expected =
        history.rows().stream().map(row -> cells(mapper, row, columns)).sorted().toList();
    List<String> found =
        Scans.read(job, table).stream().map(HistoriesTest::cells).sorted().toList();
    assertEquals(expected, found, () -> record + " records, seed " + seed + ": " + history);
  }

  private static String cells(JsonMapper mapper, String row, List<String> columns) {
    try {
      JsonNode json = mapper.readTree(row);
      return columns.stream()
          .map(name -> name + "=" + json.get(name).asText("null"))
          .collect(Collectors.joining(","));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String cells(IndexedRecord row) {
    return row.getSchema().getFields().stream()
        .map(field -> field.name() + "=" + row.get(field.pos()))
        .collect(Collectors.joining(","));
  }
}
