package dev.cif.bench.mrdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.bench.data.GeneratedData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * The command over few rows: all formats, and all kinds of joins, answer as the rows' values say.
 */
class MrdbTest {
  private static final int ROWS = 30_000;

  @TempDir Path folder;

  private MrdbData data() {
    org.apache.hadoop.fs.Path root = new org.apache.hadoop.fs.Path(folder.toUri());
    return new MrdbData(new Configuration(), root, ROWS, Map.of(), 2);
  }

  /** Answers of the tasks, from the values alone. */
  private void writeAnswers() throws Exception {
    Path answers = Path.of(data().path("answers").toUri().getPath());
    Files.createDirectories(answers);
    for (Map.Entry<String, List<String>> answer : answers().entrySet()) {
      List<String> lines = answer.getValue().stream().sorted().toList();
      assertTrue(!lines.isEmpty(), answer.getKey());
      Files.write(answers.resolve(answer.getKey() + ".tsv"), lines);
    }
  }

  private interface Look {
    void at(GenericRecord row);
  }

  private void each(String table, Look look) {
    MrdbData data = data();
    GeneratedData.Rows rows = data.table(table).rows();
    for (long n = data.rows().get(table); n > 0; n--) {
      look.at(rows.next());
    }
  }

  private Map<String, List<String>> answers() {
    List<String> grep = new ArrayList<>();
    each(
        "data",
        row -> {
          if (row.get("field").toString().contains("XYZ")) {
            grep.add(row.get("key") + "\t" + row.get("field"));
          }
        });
    List<String> select = new ArrayList<>();
    Map<String, Integer> ranks = new TreeMap<>();
    each(
        "rankings",
        row -> {
          int rank = (Integer) row.get("pageRank");
          ranks.put(row.get("pageURL").toString(), rank);
          if (rank > 10) {
            select.add(row.get("pageURL") + "\t" + rank);
          }
        });
    Map<String, Double> revenues = new TreeMap<>();
    Map<String, double[]> joined = new TreeMap<>();
    each(
        "uservisits",
        row -> {
          String address = row.get("sourceIP").toString();
          double revenue = (Float) row.get("adRevenue");
          revenues.merge(address, revenue, Double::sum);
          LocalDate day = LocalDate.ofEpochDay((Integer) row.get("visitDate"));
          if (!day.isBefore(LocalDate.of(2000, 1, 15)) && !day.isAfter(LocalDate.of(2000, 1, 22))) {
            double[] sums = joined.computeIfAbsent(address, none -> new double[3]);
            sums[0] += revenue;
            sums[1] += ranks.get(row.get("destURL").toString());
            sums[2]++;
          }
        });
    String first =
        joined.keySet().stream()
            .reduce((a, b) -> joined.get(b)[0] > joined.get(a)[0] ? b : a)
            .orElseThrow();
    double[] sums = joined.get(first);
    Map<String, Double> links = new TreeMap<>();
    Pattern link = Pattern.compile("href=\"(.*?)\"");
    each(
        "documents",
        row ->
            link.matcher(row.get("contents").toString())
                .results()
                .map((MatchResult match) -> match.group(1))
                .forEach(url -> links.merge(url, 1.0, Double::sum)));
    return Map.of(
        "grep", grep,
        "select", select,
        "aggregate", lines(revenues),
        "join",
            List.of(
                first + "\t" + Answers.number(sums[0]) + "\t" + Answers.number(sums[1] / sums[2])),
        "udf", lines(links));
  }

  private static List<String> lines(Map<String, Double> sums) {
    return sums.entrySet().stream()
        .map(sum -> sum.getKey() + "\t" + Answers.number(sum.getValue()))
        .toList();
  }

  private int run(String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--dir=" + folder,
                "--out=" + folder.resolve("out"),
                "--rows=" + ROWS,
                "--runs=1",
                "--warm-up=0",
                "--same-jvm"));
    arguments.addAll(List.of(more));
    return new CommandLine(new MrdbBench()).execute(arguments.toArray(new String[0]));
  }

  @Test
  void tasksOverCif_answerAsTheValuesSay() throws Exception {
    writeAnswers();
    assertEquals(0, run("--formats=CIF", "--threads=2"));
    String report = Files.readString(folder.resolve("out/mrdb.md"));
    for (String lane :
        List.of("CIF, 2 threads", "CIF in buckets, traversal", "CIF by day, two jobs with index")) {
      assertTrue(report.contains(" " + lane + " "), report);
    }
    // Bytes shuffled.
    assertEquals("0.0", cells(report, "CIF in buckets, traversal").get(5));
    assertTrue(
        Double.parseDouble(cells(report, "CIF in buckets, three jobs").get(5)) > 0.1, report);
  }

  private static List<String> cells(String report, String lane) {
    String line =
        report.lines().filter(each -> each.contains(" " + lane + " ")).findFirst().orElseThrow();
    return List.of(line.substring(1).strip().split("\\s*\\|\\s*", -1));
  }

  @Test
  @Tag("nightly")
  void tasksOverAllFormats_answerAsTheValuesSay() throws Exception {
    writeAnswers();
    Path slides = folder.resolve("slides.json");
    Files.writeString(slides, "{\"grep\": {\"Hadoop\": 1.0, \"Cogset\": 0.5}}");
    assertEquals(0, run("--slides=" + slides));
    assertTrue(Files.readString(folder.resolve("out/mrdb.json")).contains("Cogset"));
  }

  @Test
  void generate_makesTheTablesAsText() throws Exception {
    assertEquals(0, run("--generate"));
    Path tables = Path.of(data().path("answers").getParent().toUri().getPath());
    for (String table : data().rows().keySet()) {
      long lines = 0;
      for (int file = 0; file < 2; file++) {
        Path text = tables.resolve(table).resolve("TXT").resolve("part-0000" + file + ".txt");
        lines += Files.readAllLines(text).size();
      }
      assertEquals(data().rows().get(table), lines, table);
    }
  }

  @Test
  void wrongAnswer_isReported() throws Exception {
    Path answers = Path.of(data().path("answers").toUri().getPath());
    Files.createDirectories(answers);
    Files.write(answers.resolve("select.tsv"), List.of("http://a.example/\t11"));
    assertEquals(1, run("--formats=CIF", "--tasks=select", "--threads=1"));
    IllegalStateException e =
        assertThrows(
            IllegalStateException.class,
            () -> Answers.expectSame("t", "CIF", List.of("a", "b"), List.of("a", "c")));
    assertEquals(
        "t: CIF found 2 lines, expected are 2; line 1 is 'c', expected is 'b'", e.getMessage());
  }

  @Test
  void partialSums_areThoseOfTheValues() throws Exception {
    Random random = new Random(3);
    PartialSums sums = new PartialSums();
    Map<String, Double> expected = new TreeMap<>();
    for (int n = 0; n < 100_000; n++) {
      String text = "x".repeat(random.nextInt(3)) + random.nextInt(20_000);
      double value = random.nextInt(100) / 4.0;
      sums.add(new Text(text), value);
      expected.merge(text, value, Double::sum);
    }
    for (int round = 0; round < 2; round++) {
      Map<String, Double> found = new TreeMap<>();
      sums.empty((text, sum) -> found.put(text.toString(), sum));
      assertEquals(round == 0 ? expected : Map.of(), found);
    }
  }
}
