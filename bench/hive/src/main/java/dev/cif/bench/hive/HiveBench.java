package dev.cif.bench.hive;

import dev.cif.bench.system.PageCache;
import dev.cif.bench.timing.RepeatOptions;
import dev.cif.embedded.EmbeddedHive;
import dev.cif.embedded.HiveStatementException;
import dev.cif.embedded.Result;
import dev.cif.embedded.io.CountingFileSystem;
import dev.cif.embedded.io.Reads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Runs TPC-H in one Hive over several formats, by turns. Ends with 1 if answers differ or a query
 * fails.
 */
@Command(
    name = "bench/hive/run",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "TPC-H in one embedded Hive, over CIF, ORC and Parquet by turns.")
public final class HiveBench implements Callable<Integer> {
  /** Settings besides those of the embedded Hive. */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "hive.auto.convert.join.noconditionaltask.size", "100000000",
          "hive.strict.checks.cartesian.product", "false",
          // Answers are to be read, not looked up in the metastore.
          "hive.compute.query.using.stats", "false",
          "hive.exec.post.hooks", TaskCounts.class.getName());

  @Option(names = "--scale", defaultValue = "1", description = "TPC-H's scale factor")
  private double scale;

  @Option(
      names = "--formats",
      split = ",",
      defaultValue = "cif,orc-zlib,orc-zstd,parquet-snappy,parquet-zstd",
      description = "the first is what the others are compared with")
  private List<String> formatNames;

  @Option(
      names = "--queries",
      split = ",",
      description =
          "q01 to q22, one-integer, one-decimal, three-columns, all-columns, like, one-order,"
              + " five-rows, crawl-types, crawl-encodings, crawl-one-etag, crawl-no-key; load: makes"
              + " the line items anew. All, if not given")
  private List<String> queries;

  @Mixin private final RepeatOptions repeats = new RepeatOptions(5, 1);

  @Option(
      names = "--home",
      defaultValue = "bench/hive/target/home",
      description = "where the tables are kept")
  private Path home;

  @Option(
      names = "--out",
      defaultValue = "bench/hive/target/results",
      description = "where tables and chart go")
  private Path out;

  @Option(
      names = "--crawl",
      defaultValue = "demo/target/demo/crawl/crawl.avro",
      description = "the crawl that bin/demo leaves; without it the questions on it are left out")
  private Path crawl;

  @Option(
      names = "--crawl-copies",
      defaultValue = "8",
      description = "how many times a table has the crawl's pages")
  private int crawlCopies;

  @Option(
      names = "--cold",
      description = "the format's files leave the page cache before each run that counts")
  private boolean isCold;

  @Option(names = "--set", description = "settings of Hive, key=value")
  private Map<String, String> more = new LinkedHashMap<>();

  private EmbeddedHive hive;
  private TpchTables tables;
  private CrawlTables pages;
  private OtherWork work;
  private boolean fault;

  /** Runs the benchmark; {@code --help} lists the arguments. */
  public static void main(String[] args) {
    int status = new CommandLine(new HiveBench()).execute(args);
    // Hive and Tez leave threads behind that would keep the process alive.
    System.out.flush();
    Runtime.getRuntime().halt(status);
  }

  @Override
  public Integer call() throws IOException, HiveStatementException {
    List<TableFormat> formats = formatNames.stream().map(TableFormat::of).toList();
    List<BenchQuery> questions = questions();
    CountingFileSystem.register(new Configuration());
    EmbeddedHive.Options options =
        EmbeddedHive.Options.kept(home)
            .withConf(CountingFileSystem.SETTING, CountingFileSystem.class.getName());
    Map<String, String> settings = new LinkedHashMap<>(SETTINGS);
    settings.putAll(more);
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      options = options.withConf(setting.getKey(), setting.getValue());
    }
    try (EmbeddedHive open = EmbeddedHive.open(options)) {
      hive = open;
      tables = new TpchTables(hive, home.resolve("generated"), scale, System.err::println);
      tables.make(formats);
      pages = new CrawlTables(hive, crawl, crawlCopies, System.err::println);
      if (questions.stream().anyMatch(BenchQuery::isOfCrawl)) {
        pages.make(formats);
      }
      report(formats, measure(formats, questions), settings);
    }
    return fault ? 1 : 0;
  }

  private List<BenchQuery> questions() {
    if (queries != null) {
      return queries.stream()
          .filter(name -> !name.equals(HiveReport.LOAD))
          .map(BenchQuery::named)
          .toList();
    }
    boolean hasCrawl = Files.exists(crawl);
    if (!hasCrawl) {
      System.err.println("No " + crawl + ", so no questions on it: bin/demo makes it");
    }
    return BenchQuery.all().stream().filter(question -> hasCrawl || !question.isOfCrawl()).toList();
  }

  private Map<String, Map<TableFormat, QueryRuns>> measure(
      List<TableFormat> formats, List<BenchQuery> questions)
      throws IOException, HiveStatementException {
    work = new OtherWork();
    Map<String, Map<TableFormat, QueryRuns>> outcomes = new LinkedHashMap<>();
    for (BenchQuery question : questions) {
      Map<TableFormat, QueryRuns> byFormat = answers(formats, question);
      for (int run = -repeats.warmUps(); run < repeats.runs(); run++) {
        for (Map.Entry<TableFormat, QueryRuns> entry : byFormat.entrySet()) {
          if (isCold) {
            forget(database(entry.getKey(), question));
          }
          double seconds = ask(entry.getKey(), question).seconds();
          if (run >= 0) {
            entry.getValue().seconds().add(seconds);
          }
        }
      }
      outcomes.put(question.name(), byFormat);
      System.err.println(question.name() + ": " + summary(byFormat));
    }
    if (queries == null || queries.contains(HiveReport.LOAD)) {
      outcomes.put(HiveReport.LOAD, loads(formats));
    }
    return outcomes;
  }

  /** Drops a database's files from the page cache. */
  private void forget(String database) throws IOException {
    try (Stream<Path> files = Files.walk(home.resolve("external").resolve(database + ".db"))) {
      PageCache.drop(files.filter(Files::isRegularFile).toList());
    }
  }

  private static String summary(Map<TableFormat, QueryRuns> byFormat) {
    return byFormat.entrySet().stream()
        .map(e -> String.format(Locale.ROOT, "%s %.2f s", e.getKey().label, e.getValue().median()))
        .collect(Collectors.joining(", "));
  }

  /**
   * Asks each format once and compares; a format that fails or differs is reported and left out.
   */
  private Map<TableFormat, QueryRuns> answers(List<TableFormat> formats, BenchQuery question) {
    Map<TableFormat, QueryRuns> outcomes = new EnumMap<>(TableFormat.class);
    List<String> expected = null;
    for (TableFormat format : formats) {
      try {
        Reads.reset();
        List<String> answer = ask(format, question).lines();
        String folder = "/" + database(format, question) + ".db/";
        long bytes = Reads.now().where(file -> file.path().contains(folder)).bytes();
        expected = expected == null ? answer : expected;
        if (!answer.equals(expected)) {
          complain(question, format, "differs: " + answer + " in place of " + expected);
        } else {
          outcomes.put(format, new QueryRuns(TaskCounts.take(), bytes, new ArrayList<>()));
        }
      } catch (HiveStatementException e) {
        complain(question, format, "failed: " + e.getMessage());
      }
    }
    return outcomes;
  }

  private void complain(BenchQuery question, TableFormat format, String what) {
    fault = true;
    System.err.println(question.name() + " over " + format.label + " " + what);
  }

  private Result ask(TableFormat format, BenchQuery question) throws HiveStatementException {
    hive.run("USE " + database(format, question));
    TaskCounts.take();
    return hive.run(question.sql());
  }

  private String database(TableFormat format, BenchQuery question) {
    return question.isOfCrawl() ? pages.database(format) : tables.database(format);
  }

  private Map<TableFormat, QueryRuns> loads(List<TableFormat> formats)
      throws HiveStatementException {
    Map<TableFormat, QueryRuns> outcomes = new EnumMap<>(TableFormat.class);
    for (int run = -1; run < repeats.runs(); run++) {
      for (TableFormat format : formats) {
        double seconds = tables.load(format);
        if (run < 0) {
          outcomes.put(format, new QueryRuns(TaskCounts.take(), 0, new ArrayList<>()));
        } else {
          outcomes.get(format).seconds().add(seconds);
        }
      }
    }
    System.err.println(HiveReport.LOAD + ": " + summary(outcomes));
    return outcomes;
  }

  private void report(
      List<TableFormat> formats,
      Map<String, Map<TableFormat, QueryRuns>> outcomes,
      Map<String, String> settings)
      throws IOException, HiveStatementException {
    HiveReport report = new HiveReport(formats, outcomes);
    String title =
        String.format(
            Locale.ROOT,
            "TPC-H of scale %s in Hive%s, median of %d",
            scale,
            isCold ? ", files not in memory" : "",
            repeats.runs());
    report.line(title);
    report.line(
        String.format(
            Locale.ROOT,
            "%d processors, heap %d MiB, Java %s; other processes took %.1f%% of the machine",
            Runtime.getRuntime().availableProcessors(),
            Runtime.getRuntime().maxMemory() >> 20,
            System.getProperty("java.version"),
            work.percent()));
    report.line("Settings: " + settings);
    List<String> sizes = new ArrayList<>();
    for (TableFormat format : formats) {
      sizes.add(format.label + String.format(Locale.ROOT, " %.1f MB", tables.size(format) / 1e6));
    }
    report.line("Line items: " + String.join(", ", sizes));
    report.seconds();
    report.work();
    report.everyRun();
    report.finish(title, out);
  }
}
