package dev.cif.bench.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command itself, over little data. */
@Tag("nightly")
class MemoryBenchTest {
  @Test
  void run_reportsEachWay(@TempDir Path folder) throws Exception {
    int status =
        new CommandLine(new MemoryBench())
            .execute(
                "--dir=" + folder.resolve("files"),
                "--files=8",
                "--megabytes=8",
                "--limit=0",
                "--runs=1",
                "--warmup=0",
                "--out=" + folder.resolve("results"));

    assertEquals(0, status);
    String report = Files.readString(folder.resolve("results").resolve("cache-memory.md"));
    assertTrue(report.contains("cache, direct ") && report.contains("without the cache "), report);
  }

  @Test
  void limitThatNobodyHasSet_isRefused(@TempDir Path folder) {
    assertEquals(
        1, new CommandLine(new MemoryBench()).execute("--dir=" + folder, "--limit=123456789"));
  }
}
