package dev.cif.bench.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** MR/DB's statements over few rows: each format answers as the rows say. */
@Tag("nightly")
class MrdbHiveBenchTest {
  private static final Map<String, List<String>> TABLES =
      Map.of(
          "data",
          List.of("0000000001\tabXYZcd", "0000000002\tabXY Zcd"),
          "rankings",
          List.of("http://a/\t11\t5", "http://b/\t10\t6", "http://c/\t200\t7"),
          "uservisits",
          List.of(
              "1.2.3.4\thttp://a/\t2000-01-15\t0.5\tM\tNOR\tno-NO\tword\t1",
              "1.2.3.4\thttp://b/\t2000-01-22\t1.25\tM\tNOR\tno-NO\tword\t1",
              "1.2.3.4\thttp://c/\t2000-01-23\t100.0\tM\tNOR\tno-NO\tword\t1",
              "5.6.7.8\thttp://c/\t2000-01-16\t1.5\tM\tNOR\tno-NO\tword\t1",
              "5.6.7.8\thttp://d/\t2000-01-16\t64.0\tM\tNOR\tno-NO\tword\t1"),
          "documents",
          List.of(
              "http://a/\t<p>x <a href=\"http://b/\">y</a> <a href=\"http://c/\">z</a></p>",
              "http://b/\t<p><a href=\"http://c/\">y</a></p>"));

  private static final Map<String, List<String>> ANSWERS =
      Map.of(
          "grep", List.of("0000000001\tabXYZcd"),
          "select", List.of("http://a/\t11", "http://c/\t200"),
          "aggregate", List.of("1.2.3.4\t101.75", "5.6.7.8\t65.5"),
          "join", List.of("1.2.3.4\t1.75\t10.5"),
          "udf", List.of("http://b/\t1", "http://c/\t2"));

  @TempDir Path folder;

  private int run(String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--text=" + folder.resolve("text"),
                "--sql=../../sql/mrdb",
                "--home=" + folder.resolve("home"),
                "--out=" + folder.resolve("out"),
                "--runs=1",
                "--warm-up=0"));
    arguments.addAll(List.of(more));
    return new CommandLine(new MrdbHiveBench()).execute(arguments.toArray(new String[0]));
  }

  @Test
  void tasks_answerAsTheRowsSay() throws Exception {
    Path text = folder.resolve("text");
    for (Map.Entry<String, List<String>> table : TABLES.entrySet()) {
      Path files = Files.createDirectories(text.resolve(table.getKey()).resolve("TXT"));
      Files.write(files.resolve("part-00000.txt"), table.getValue());
    }
    Path answers = Files.createDirectories(text.resolve("answers"));
    for (Map.Entry<String, List<String>> answer : ANSWERS.entrySet()) {
      Files.write(answers.resolve(answer.getKey() + ".tsv"), answer.getValue());
    }
    assertEquals(0, run());
    List<String> report = Files.readAllLines(folder.resolve("out/mrdb-hive.md"));
    for (String format : List.of("seq", "text", "orc-zstd", "parquet-zstd", "cif")) {
      long lines = report.stream().filter(line -> line.contains(" " + format + " ")).count();
      assertEquals(6, lines, report::toString);
    }
    Files.write(answers.resolve("select.tsv"), List.of("http://a/\t12"));
    assertTrue(run("--tasks=select", "--formats=cif") != 0);
  }
}
