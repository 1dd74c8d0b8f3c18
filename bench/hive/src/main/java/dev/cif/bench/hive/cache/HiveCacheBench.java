package dev.cif.bench.hive.cache;

import dev.cif.bench.report.Machine;
import dev.cif.bench.report.Report;
import dev.cif.bench.system.Disk;
import dev.cif.bench.system.GroupMemory;
import dev.cif.bench.system.PageCache;
import dev.cif.bench.timing.RepeatOptions;
import dev.cif.bench.timing.Rounds;
import dev.cif.cache.CacheSettings;
import dev.cif.embedded.EmbeddedHive;
import dev.cif.embedded.OtherSession;
import dev.cif.format.options.ReadOptions;
import dev.cif.hive.CacheHook;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Runs a query that scans a table twice, with the column cache and without, alone and several at a
 * time.
 */
@Command(
    name = "bench/hive/cache",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description =
        "The column cache in Hive: one query alone, and several within a limit of memory.")
public final class HiveCacheBench implements Callable<Integer> {
  private static final double MEGABYTE = 1e6;
  private static final String HOOKS = "hive.query.lifetime.hooks";

  /** Settings besides those of the embedded Hive. */
  private static final Map<String, String> SETTINGS =
      Map.of(
          // Sessions share the cached map joins of Tez, and the first to end removes them.
          "hive.auto.convert.join",
          "false",
          // Hive would otherwise merge the two scans of the table.
          "hive.optimize.shared.work",
          "false",
          "hive.strict.checks.cartesian.product",
          "false",
          "hive.compute.query.using.stats",
          "false",
          // All rows of a group go through Tez's files; its other sorter may hang
          // (docs/troubleshooting.md, section "A query that does not end").
          "hive.map.aggr",
          "false",
          "tez.runtime.sorter.class",
          "LEGACY",
          "tez.runtime.io.sort.mb",
          "64");

  @Option(names = "--sessions", defaultValue = "7", description = "that ask at a time; 0: none")
  private int sessions;

  @Option(names = "--cache", defaultValue = "256", description = "megabytes of the column cache")
  private long cache;

  @Option(
      names = "--free",
      defaultValue = "256",
      description = "megabytes that it leaves to others")
  private long free;

  @Option(names = "--millions", defaultValue = "4", description = "rows of the table in millions")
  private double millions;

  @Option(
      names = "--note",
      defaultValue = "48",
      description = "bytes a row that scans read besides numbers, and codecs can't shrink")
  private int note;

  @Option(
      names = "--split",
      defaultValue = "96",
      description = "megabytes of notes in a split-directory, at most")
  private int split;

  @Option(
      names = "--limit",
      defaultValue = "3072",
      description = "megabytes of memory of the process, page cache included; 0: none")
  private long limit;

  @Mixin private final RepeatOptions repeats = new RepeatOptions(3, 1);

  @Option(
      names = "--home",
      defaultValue = "bench/hive/target/cache-home",
      description = "where the tables are kept")
  private Path home;

  @Option(
      names = "--out",
      defaultValue = "bench/hive/target/cache",
      description = "where the report and the charts go")
  private Path out;

  @Option(names = "--markdown", description = "print the report as Markdown")
  private boolean markdown;

  private EmbeddedHive hive;
  private SalesTables tables;

  /** Way to read, and the contents of the caches before. */
  private enum Way {
    DEFAULT_COLD("without the cache, cold", false, false),
    DEFAULT_WARM("without the cache, page cache warm", false, false),
    CACHE_COLD("with the cache, cold", true, true),
    CACHE_WARM("with the cache, cached", true, true),
    DEFAULT("without the cache", false, false),
    CACHE("with the cache", true, false),
    PLANS("with the cache and plans", true, true);

    private static final List<Way> ALONE =
        List.of(DEFAULT_COLD, DEFAULT_WARM, CACHE_COLD, CACHE_WARM);
    private static final List<Way> TOGETHER = List.of(DEFAULT, CACHE, PLANS);

    private final String text;
    private final boolean isCached;
    private final boolean tellsPlans;

    Way(String text, boolean isCached, boolean tellsPlans) {
      this.text = text;
      this.isCached = isCached;
      this.tellsPlans = tellsPlans;
    }
  }

  /**
   * Costs of a run.
   *
   * @param tablePages megabytes of the tables in the page cache at the end
   */
  private record CachedQuery(
      double seconds, Disk read, List<GroupMemory> memory, double tablePages) {
    double most(ToDoubleFunction<GroupMemory> figure) {
      return memory.stream().mapToDouble(figure).max().orElse(0) / MEGABYTE;
    }
  }

  /** Runs the benchmark; {@code --help} lists the arguments. */
  public static void main(String[] args) {
    int status = new CommandLine(new HiveCacheBench()).execute(args);
    // Hive and Tez leave threads behind that would keep the process alive.
    System.out.flush();
    Runtime.getRuntime().halt(status);
  }

  @Override
  public Integer call() throws Exception {
    Locale.setDefault(Locale.US);
    GroupMemory.expectLimit(limit);
    EmbeddedHive.Options options = EmbeddedHive.Options.kept(home);
    for (Map.Entry<String, String> setting : SETTINGS.entrySet()) {
      options = options.withConf(setting.getKey(), setting.getValue());
    }
    try (EmbeddedHive open = EmbeddedHive.open(options)) {
      hive = open;
      tables =
          new SalesTables(home.resolve("generated"), (int) Math.round(millions * 1e6), note, split);
      tables.make(hive);
      Report report = new Report(markdown);
      report.list(Machine.lines());
      report.line(
          String.format(
              "%,d rows, %.0f MB of column files, a cache of %d MiB, %s; medians of %d after %d.",
              tables.rows(),
              tables.bytes() / MEGABYTE,
              cache,
              GroupMemory.limit(),
              repeats.runs(),
              repeats.warmUps()));
      report.line("Settings: " + SETTINGS);
      alone(report);
      if (sessions > 0) {
        together(report);
      }
      System.out.print(report);
      report.write(out, "hive-cache", "The column cache in Hive");
    }
    return 0;
  }

  private static String query(int session) throws IOException {
    try (InputStream in = HiveCacheBench.class.getResourceAsStream("twice.sql")) {
      String sql = new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
      return sql.replace("${session}", Integer.toString(session));
    }
  }

  private Map<String, String> settings(Way way) {
    return Map.of(
        CacheSettings.SIZE,
        Long.toString(way.isCached ? cache << 20 : 0),
        CacheSettings.FREE_MEMORY,
        Long.toString(free << 20),
        HOOKS,
        way.tellsPlans ? CacheHook.class.getName() : "");
  }

  /** Drops the tables from both caches. */
  private void forget() throws IOException {
    Configuration job = new Configuration(false);
    // A cache of one byte is empty.
    job.setLong(CacheSettings.SIZE, 1);
    ReadOptions.from(job);
    PageCache.drop(tables.files());
    System.gc();
  }

  private void alone(Report report) throws Exception {
    List<String> expected = new ArrayList<>();
    Map<String, List<CachedQuery>> outcomes =
        repeats
            .rounds()
            .run(
                "one query",
                Way.ALONE.stream().map(Way::name).toList(),
                name -> {
                  Way way = Way.valueOf(name);
                  for (Map.Entry<String, String> setting : settings(way).entrySet()) {
                    hive.run("SET " + setting.getKey() + "=" + setting.getValue());
                  }
                  forget();
                  if (way == Way.DEFAULT_WARM || way == Way.CACHE_WARM) {
                    same(expected, hive.run(query(0)).lines());
                  }
                  return measure(() -> same(expected, hive.run(query(0)).lines()));
                });
    report.heading(2, "One query that scans a table three times");
    report(report, outcomes);
  }

  private void together(Report report) throws Exception {
    List<OtherSession> open = new ArrayList<>();
    PrintStream printed = System.out;
    PrintStream told = System.err;
    // The sessions' Tez prints a line for each task there.
    PrintStream none =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    System.setOut(none);
    System.setErr(none);
    try {
      List<List<String>> answers = new ArrayList<>();
      for (int i = 0; i < sessions; i++) {
        open.add(new OtherSession());
        // The right answer, alone and without the cache; the session's Tez runs from then on.
        answers.add(open.get(i).start(query(i), settings(Way.DEFAULT)).get());
      }
      Map<String, List<CachedQuery>> outcomes =
          repeats
              .rounds()
              .run(
                  sessions + " sessions",
                  Way.TOGETHER.stream().map(Way::name).toList(),
                  name -> {
                    forget();
                    return measure(() -> ask(open, settings(Way.valueOf(name)), answers));
                  });
      report.heading(2, sessions + " sessions at a time");
      report(report, outcomes);
    } finally {
      for (OtherSession session : open) {
        session.close();
      }
      System.setOut(printed);
      System.setErr(told);
    }
  }

  private static void ask(
      List<OtherSession> open, Map<String, String> settings, List<List<String>> answers)
      throws Exception {
    List<Future<List<String>>> running = new ArrayList<>();
    for (int i = 0; i < open.size(); i++) {
      running.add(open.get(i).start(query(i), settings));
    }
    for (int i = 0; i < open.size(); i++) {
      same(answers.get(i), running.get(i).get());
    }
  }

  /** Takes the first answer as the right one, and compares the others with it. */
  private static void same(List<String> expected, List<String> answer) {
    if (expected.isEmpty()) {
      expected.addAll(answer);
    }
    if (!expected.equals(answer)) {
      throw new IllegalStateException("the answer is " + answer + " in place of " + expected);
    }
  }

  private CachedQuery measure(GroupMemory.Work work) throws Exception {
    double[] seconds = new double[1];
    Disk before = Disk.now(home);
    List<GroupMemory> memory =
        GroupMemory.during(
            () -> {
              long start = System.nanoTime();
              work.run();
              seconds[0] = (System.nanoTime() - start) / 1e9;
            });
    Disk read = Disk.now(home).since(before);
    return new CachedQuery(seconds[0], read, memory, PageCache.bytes(tables.files()) / MEGABYTE);
  }

  private static void report(Report report, Map<String, List<CachedQuery>> outcomes) {
    Map<String, ToDoubleFunction<CachedQuery>> columns = new LinkedHashMap<>();
    columns.put("seconds", CachedQuery::seconds);
    columns.put("MB read", o -> o.read.bytes() / MEGABYTE);
    columns.put("requests", o -> o.read.requests());
    columns.put("process MB", o -> o.most(GroupMemory::processBytes));
    columns.put("page cache MB", o -> o.most(GroupMemory::pageBytes));
    columns.put("of the tables, in the end", CachedQuery::tablePages);
    List<List<String>> lines = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("query"));
    head.addAll(columns.keySet());
    lines.add(head);
    outcomes.forEach(
        (name, seen) -> {
          List<String> line = new ArrayList<>(List.of(Way.valueOf(name).text));
          columns.forEach(
              (column, figure) ->
                  line.add(
                      String.format(
                          column.equals("seconds") ? "%.2f" : "%,.0f",
                          Rounds.median(seen, figure))));
          lines.add(line);
        });
    report.table(lines);
    List<String> ways = outcomes.keySet().stream().map(name -> Way.valueOf(name).text).toList();
    for (String column : Arrays.asList("seconds", "MB read", "page cache MB")) {
      List<Double> medians =
          outcomes.values().stream().map(seen -> Rounds.median(seen, columns.get(column))).toList();
      report.chart("bars", column, column, false, ways, Map.of(column, medians));
    }
  }
}
