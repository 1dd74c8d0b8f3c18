package dev.cif.bench.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command itself, over little data: every format answers alike, and the report says so. */
@Tag("nightly")
class HiveBenchTest {
  @Test
  void run_everyFormatAnswersAlike(@TempDir Path folder) throws Exception {
    int status =
        new CommandLine(new HiveBench())
            .execute(
                "--scale=0.002",
                "--queries=q06,q12,load",
                "--formats=cif,orc-zstd,parquet-zstd",
                "--runs=1",
                "--warm-up=0",
                "--home=" + folder.resolve("home"),
                "--out=" + folder.resolve("results"));

    assertEquals(0, status);
    List<String> report = Files.readAllLines(folder.resolve("results").resolve("tpch.txt"));
    for (String row : List.of("q06 ", "q12 ", "load ", "sum of TPC-H ")) {
      assertTrue(report.stream().anyMatch(line -> line.startsWith(row)), row);
    }
    assertTrue(report.stream().noneMatch(line -> line.contains("failed")), report::toString);
    // The scans of all formats gave as many rows, but CIF's, which leave out what a filter drops.
    String work =
        report.stream().filter(line -> line.startsWith("q06 ")).skip(1).findFirst().orElseThrow();
    List<Long> rows =
        List.of(work.trim().split(" +", -1)).subList(4, 7).stream()
            .map(text -> Long.parseLong(text.replace(",", "")))
            .toList();
    assertEquals(rows.get(1), rows.get(2), work);
    assertTrue(rows.get(0) <= rows.get(1), work);
  }
}
