package dev.cif.bench.hive.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command itself, over little data: all ways answer alike, and the report has each. */
@Tag("nightly")
class HiveCacheBenchTest {
  @Test
  void allWays_answerAlike(@TempDir Path folder) throws Exception {
    int status =
        new CommandLine(new HiveCacheBench())
            .execute(
                "--millions=0.05",
                "--sessions=2",
                "--cache=16",
                "--limit=0",
                "--runs=1",
                "--warm-up=0",
                "--home=" + folder.resolve("home"),
                "--out=" + folder.resolve("results"));

    assertEquals(0, status);
    String report = Files.readString(folder.resolve("results").resolve("hive-cache.md"));
    for (String row :
        List.of("page cache warm ", "with the cache, cached ", "with the cache and plans ")) {
      assertTrue(report.contains(row), report);
    }
  }
}
