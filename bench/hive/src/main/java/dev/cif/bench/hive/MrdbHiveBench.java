package dev.cif.bench.hive;

import dev.cif.bench.report.Report;
import dev.cif.bench.timing.RepeatOptions;
import dev.cif.bench.timing.Rounds;
import dev.cif.embedded.EmbeddedHive;
import dev.cif.embedded.HiveStatementException;
import dev.cif.embedded.Result;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs MR/DB's tasks as HiveQL, over the same tables in several formats, by turns. */
@Command(
    name = "bench/mrdb/hive",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "MR/DB's tasks as HiveQL, over CIF and other formats.")
public final class MrdbHiveBench implements Callable<Integer> {
  private static final String CIF_CLAUSE = "STORED AS CIF";

  @Option(names = "--text", required = true, description = "what bench/mrdb/run --generate prints")
  private Path text;

  @Option(names = "--sql", defaultValue = "sql/mrdb", description = "the tasks' statements")
  private Path sql;

  @Option(
      names = "--formats",
      split = ",",
      defaultValue = "seq,text,orc-zstd,parquet-zstd,cif",
      description = "the first is what the others are compared with")
  private List<String> formatNames;

  @Option(
      names = "--tasks",
      split = ",",
      defaultValue = "grep,select,aggregate,join,join-index,udf",
      description = "files of the folder of statements")
  private List<String> tasks;

  @Mixin private final RepeatOptions repeats = new RepeatOptions(3, 1);

  @Option(
      names = "--home",
      defaultValue = "bench/hive/target/mrdb-home",
      description = "where the tables are kept")
  private Path home;

  @Option(
      names = "--out",
      defaultValue = "bench/hive/target/mrdb",
      description = "where table and chart go")
  private Path out;

  private EmbeddedHive hive;

  public static void main(String[] args) {
    int status = new CommandLine(new MrdbHiveBench()).execute(args);
    // Hive and Tez leave threads behind that would keep the process alive.
    System.out.flush();
    Runtime.getRuntime().halt(status);
  }

  @Override
  public Integer call() throws IOException, HiveStatementException {
    List<TableFormat> formats = formatNames.stream().map(TableFormat::of).toList();
    EmbeddedHive.Options options =
        EmbeddedHive.Options.kept(home)
            .withConf("mrdb.text", text.toAbsolutePath().toUri().toString())
            .withConf("hive.auto.convert.join.noconditionaltask.size", "100000000")
            // Answers are to be read, not looked up in the metastore.
            .withConf("hive.compute.query.using.stats", "false");
    try (EmbeddedHive open = EmbeddedHive.open(options)) {
      hive = open;
      for (TableFormat format : formats) {
        make(format);
      }
      OtherWork work = new OtherWork();
      Map<String, Map<TableFormat, List<Double>>> seconds = new LinkedHashMap<>();
      for (String task : tasks) {
        seconds.put(task, measure(task, formats));
      }
      report(formats, seconds, work.percent());
    }
    return 0;
  }

  private String database(TableFormat format) {
    String name = text.getFileName() + "_" + format.label;
    return name.replaceAll("[^A-Za-z0-9]", "_");
  }

  /** Creates the tables of a format, unless they exist. */
  private void make(TableFormat format) throws IOException, HiveStatementException {
    String database = database(format);
    if (!hive.run("SHOW DATABASES LIKE '" + database + "'").rows().isEmpty()) {
      hive.run("USE " + database);
      // The table that is created last.
      if (!hive.run("SHOW TABLES LIKE 'uservisits_by_day'").rows().isEmpty()) {
        return;
      }
      hive.run("DROP DATABASE " + database + " CASCADE");
    }
    System.err.println("loading the tables as " + format.label);
    hive.run("CREATE DATABASE " + database);
    hive.run("USE " + database);
    String statements = Files.readString(sql.resolve("tables.sql"));
    hive.runScript(statements.replace(CIF_CLAUSE, format.clause));
  }

  private Map<TableFormat, List<Double>> measure(String task, List<TableFormat> formats)
      throws IOException, HiveStatementException {
    String statement = Files.readString(sql.resolve(task + ".sql"));
    List<String> expected = expected(task);
    Map<TableFormat, List<Double>> seconds = new LinkedHashMap<>();
    formats.forEach(format -> seconds.put(format, new ArrayList<>()));
    for (int run = -repeats.warmUps() - 1; run < repeats.runs(); run++) {
      for (TableFormat format : formats) {
        hive.run("USE " + database(format));
        List<Result> results = hive.runScript(statement);
        Result result = results.get(results.size() - 1);
        List<String> answer = lines(result);
        expected = expected == null ? answer : expected;
        if (answer.isEmpty() || !answer.equals(expected)) {
          throw new IllegalStateException(
              task
                  + " over "
                  + format.label
                  + " has another answer than is expected: "
                  + answer.stream().limit(3).toList()
                  + " in place of "
                  + expected.stream().limit(3).toList());
        }
        if (run >= 0) {
          seconds.get(format).add(result.seconds());
        }
      }
    }
    System.err.println(task + ": " + seconds);
    return seconds;
  }

  /** Returns DuckDB's answer, or null if it was not asked. */
  private List<String> expected(String task) throws IOException {
    String name = task.equals("join-index") ? "join" : task;
    Path file = text.resolve("answers").resolve(name + ".tsv");
    return Files.exists(file) ? Files.readAllLines(file) : null;
  }

  private static List<String> lines(Result result) {
    return result.rows().stream()
        .map(row -> Arrays.stream(row).map(MrdbHiveBench::cell).collect(Collectors.joining("\t")))
        .sorted()
        .toList();
  }

  private static String cell(Object value) {
    if (value instanceof Double number) {
      return new BigDecimal(number).stripTrailingZeros().toPlainString();
    }
    return String.valueOf(value);
  }

  private void report(
      List<TableFormat> formats,
      Map<String, Map<TableFormat, List<Double>>> seconds,
      double otherWork)
      throws IOException {
    List<List<String>> table = Report.head("task | over | seconds | first / this | runs");
    Map<String, List<Double>> series = new LinkedHashMap<>();
    seconds.forEach(
        (task, byFormat) ->
            byFormat.forEach(
                (format, all) -> {
                  double first = Rounds.median(byFormat.get(formats.get(0)));
                  series
                      .computeIfAbsent(format.label, none -> new ArrayList<>())
                      .add(Rounds.median(all));
                  table.add(
                      List.of(
                          task,
                          format.label,
                          String.format(Locale.ROOT, "%.2f", Rounds.median(all)),
                          Report.times(first / Rounds.median(all)),
                          all.stream()
                              .map(run -> String.format(Locale.ROOT, "%.2f", run))
                              .collect(Collectors.joining(" "))));
                }));
    Report report = new Report(false);
    report.line(
        String.format(
            Locale.ROOT,
            "MR/DB's tasks in Hive over %s, median of %d; other processes took %.1f%% of the"
                + " machine. All answers are the same.",
            text.getFileName(),
            repeats.runs(),
            otherWork));
    report.table(table);
    report.chart("bars", "less is better", "seconds", true, List.copyOf(seconds.keySet()), series);
    System.out.print(report);
    report.write(out, "mrdb-hive", "MR/DB's tasks in Hive");
  }
}
