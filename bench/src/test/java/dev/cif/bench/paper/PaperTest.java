package dev.cif.bench.paper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cif.hdfs.hosts.Hosts;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Each experiment over few rows. They fail unless all formats give the same answers, which the
 * figures rest on.
 */
@Tag("nightly")
class PaperTest {
  /** A JVM for each of many formats takes longer to start than to run. */
  private static final String ONE_JVM = "--same-jvm";

  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> experimentsRun() {
    return Stream.of(
        DynamicTest.dynamicTest(
            "figure7", () -> run("figure7", "figure-7", "RCFile-comp", ONE_JVM)),
        DynamicTest.dynamicTest(
            "figure8",
            () -> run("figure8", "figure-8", "CIF-auto Java", "--fractions=0,30,100", languages())),
        DynamicTest.dynamicTest(
            "figure9",
            () -> run("figure9", "figure-9", "RCFile-16M", "--projections=1 map", ONE_JVM)),
        DynamicTest.dynamicTest(
            "figure11",
            () -> run("figure11", "figure-11", "CIF-auto, 10%", "--columns=20", ONE_JVM)),
        DynamicTest.dynamicTest(
            "figure10", () -> run("figure10", "figure-10", "CIF-SL", "--percent=0,50", ONE_JVM)),
        DynamicTest.dynamicTest("table1", () -> run("table1", "table-1", "CIF-DCSL", ONE_JVM)),
        DynamicTest.dynamicTest(
            "table1 in HDFS",
            () ->
                run(
                    "table1",
                    "table-1",
                    "ORC",
                    "--hdfs",
                    "--cache=paper",
                    "--page=9000",
                    "--formats=SEQ-custom,ORC")),
        DynamicTest.dynamicTest(
            "figure10, a JVM for each format",
            () -> run("figure10", "figure-10", "CIF", "--percent=0,50", "--formats=CIF,ORC")),
        DynamicTest.dynamicTest("table2", () -> run("table2", "table-2", "RCFile")),
        DynamicTest.dynamicTest("add-column", () -> run("add-column", "section-4-3", "ORC")));
  }

  /** Over hosts of its own, each with daemons: two minutes. */
  @Test
  void coLocationRuns() throws Exception {
    String obstacle = Hosts.obstacle();
    assumeTrue(obstacle == null, obstacle);
    run("co-location", "section-6-4", "CIF", "--formats=CIF", "--splits=3", "--nodes=3");
  }

  /** With C++ where its program is given, as {@code -Dpaper.native=...}. */
  private static String languages() {
    return "--languages=" + (System.getProperty("paper.native") == null ? "java" : "java,c++");
  }

  private void run(String experiment, String file, String format, String... more) throws Exception {
    List<String> arguments = new ArrayList<>();
    arguments.add(experiment);
    arguments.addAll(List.of("--rows=200", "--runs=1", "--warm-up=0"));
    arguments.add("--dir=" + folder.resolve("data"));
    arguments.add("--out=" + folder.resolve("results"));
    arguments.addAll(List.of(more));
    int code =
        new CommandLine(new Paper())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(arguments.toArray(new String[0]));
    assertEquals(0, code);
    List<String> lines = Files.readAllLines(folder.resolve("results").resolve(file + ".md"));
    assertTrue(lines.stream().anyMatch(line -> line.startsWith("| " + format + " ")), "" + lines);
    assertTrue(Files.size(folder.resolve("results").resolve(file + ".json")) > 100);
  }

  @Test
  void figure8_withoutItsProgram_saysHowToBuildIt() throws Exception {
    String error = errorOfFigure8(folder.resolve("missing"));
    assertTrue(error.contains("cmake -S bench/paper/native"), error);
  }

  @Test
  void figure8_programAnswersOtherwise_fails() throws Exception {
    Path program = folder.resolve("program");
    Files.writeString(program, "#!/bin/sh\necho 0.5 42\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    String error = errorOfFigure8(program);
    assertTrue(error.contains("C++ answers otherwise than the first"), error);
  }

  /** Checks figure 8's message when the C++ program fails; it leaves neither data nor results. */
  private String errorOfFigure8(Path program) throws Exception {
    String before = System.getProperty("paper.native");
    System.setProperty("paper.native", program.toString());
    StringWriter error = new StringWriter();
    Path data = Files.createDirectories(folder.resolve("data"));
    try {
      int code =
          new CommandLine(new Paper())
              .setCaseInsensitiveEnumValuesAllowed(true)
              .setErr(new PrintWriter(error))
              .execute(
                  "figure8",
                  "--rows=10",
                  "--runs=1",
                  "--warm-up=0",
                  "--types=maps",
                  "--fractions=40",
                  "--dir=" + data,
                  "--out=" + folder.resolve("results"));
      assertEquals(1, code);
    } finally {
      if (before == null) {
        System.clearProperty("paper.native");
      } else {
        System.setProperty("paper.native", before);
      }
    }
    try (Stream<Path> left = Files.list(data)) {
      assertEquals(List.of(), left.toList());
    }
    assertFalse(Files.exists(folder.resolve("results")));
    return error.toString();
  }
}
