package dev.cif.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cif.format.tables.TableHistory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands read tables with random histories as their models have them. */
class HistoriesTest {
  private static final boolean IS_NIGHT = Boolean.getBoolean("cif.nightly");
  private static final int HISTORIES = IS_NIGHT ? 100 : 2;
  private static final int STEPS = IS_NIGHT ? 200 : 40;
  private static final int STEPS_BETWEEN_LOOKS = 20;

  @TempDir Path folder;

  @Test
  void randomHistories_areReadAsTheModelHasThem() throws IOException {
    FileSystem fs = FileSystem.getLocal(new Configuration());
    for (int seed = 1; seed <= HISTORIES; seed++) {
      Path table = folder.resolve("history-" + seed);
      TableHistory history =
          new TableHistory(fs, new org.apache.hadoop.fs.Path(table.toUri()), seed);
      for (int step = 1; step <= STEPS; step++) {
        history.step();
        if (step % STEPS_BETWEEN_LOOKS == 0) {
          int number = seed;
          List<JsonNode> expected = json(history.rows());
          List<JsonNode> found = json(Run.good("cat", table).out().lines().toList());
          assertEquals(sorted(expected), sorted(found), () -> "seed " + number + ": " + history);
        }
      }
      Run.good("verify", table);
    }
  }

  private static List<JsonNode> json(List<String> lines) throws IOException {
    List<JsonNode> rows = new ArrayList<>();
    for (String line : lines) {
      rows.add(Run.JSON.readTree(line));
    }
    return rows;
  }

  private static List<String> sorted(List<JsonNode> rows) {
    return rows.stream().map(JsonNode::toString).sorted().toList();
  }
}
