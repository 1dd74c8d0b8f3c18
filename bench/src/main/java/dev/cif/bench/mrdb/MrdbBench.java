package dev.cif.bench.mrdb;

import dev.cif.bench.formats.Storage;
import dev.cif.bench.formats.Storages;
import dev.cif.bench.timing.Follower;
import dev.cif.bench.timing.Leader;
import dev.cif.bench.timing.Rounds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs MR/DB's tasks as MapReduce jobs over several formats, by turns. */
@Command(
    name = "bench/mrdb/run",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "MR/DB's tasks as MapReduce jobs, over CIF and other formats.")
public final class MrdbBench implements Callable<Integer> {
  private static final List<String> TASKS =
      List.of("grep", "select", "aggregate", Lane.JOIN, Lane.JOIN_BY_INDEX, "udf");

  @Option(
      names = "--dir",
      defaultValue = "bench/target/mrdb/data",
      description = "where the tables are kept and used again")
  private Path directory;

  @Option(
      names = "--rows",
      defaultValue = "2000000",
      description = "of Data and UserVisits; Rankings has 18 for 155 of these, Documents 1 for 200")
  private long rows;

  @Option(
      names = "--rows-of",
      split = ",",
      description = "of a table: data, rankings, uservisits or documents=N")
  private Map<String, Long> rowsOf = new LinkedHashMap<>();

  @Option(
      names = "--files",
      defaultValue = "2",
      description = "of a table, each a map task; and buckets")
  private int files;

  @Option(names = "--runs", defaultValue = "3", description = "runs; the median is reported")
  private int runs;

  @Option(names = "--warm-up", defaultValue = "2", description = "runs before, not reported")
  private int warmUps;

  @Option(
      names = "--tasks",
      split = ",",
      description = "of grep, select, aggregate, join, join-index, udf; all if not given")
  private List<String> tasks = TASKS;

  @Option(
      names = "--formats",
      split = ",",
      defaultValue = "SEQ,TXT,ORC,Parquet,CIF",
      description = "the first is what the others are compared with")
  private List<String> formats;

  @Option(
      names = "--threads",
      split = ",",
      defaultValue = "1,2",
      description = "of a map task over CIF (cif.mapreduce.threads)")
  private List<Integer> threads;

  @Option(names = "--same-jvm", description = "all formats in this process, not a JVM for each")
  private boolean sameJvm;

  @Option(
      names = "--out",
      defaultValue = "bench/target/mrdb/results",
      description = "folder of the results")
  private Path out;

  @Option(
      names = "--slides",
      description =
          "a JSON file of what the slides' charts say: {\"grep\": {\"Hadoop\": 1.0, ...}, ...}")
  private Path slides;

  @Option(
      names = "--generate",
      description = "only make the tables as text, and tell where they are")
  private boolean generates;

  @Option(names = "--follow", hidden = true)
  private boolean follows;

  @Spec private CommandLine.Model.CommandSpec spec;

  private final Map<Storage, Follower> followers = new LinkedHashMap<>();

  public static void main(String[] args) {
    System.exit(new CommandLine(new MrdbBench()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    Locale.setDefault(Locale.ROOT);
    expectTasks();
    Leader leader = follows ? new Leader() : null;
    Configuration conf = new Configuration();
    conf.set("hadoop.tmp.dir", directory.resolve("tmp").toAbsolutePath().toString());
    org.apache.hadoop.fs.Path root =
        new org.apache.hadoop.fs.Path(directory.toAbsolutePath().toUri());
    MrdbData data = new MrdbData(conf, root, rows, rowsOf, files);
    if (generates) {
      for (String table : data.rows().keySet()) {
        data.make(table, Storages.TXT);
      }
      System.out.println(data.path("answers").getParent().toUri().getPath());
      return 0;
    }
    List<Storage> storages =
        formats.stream()
            .map(name -> Storages.named(name.equals("CIF") ? Storages.CIF_UTF8.name() : name))
            .toList();
    Map<String, Lane> lanes = Lane.all(data, tasks, storages, threads);
    if (follows) {
      follow(leader, lanes);
      return 0;
    }
    make(data, storages);
    try {
      Map<String, List<Outcome>> outcomes =
          new Rounds(warmUps, runs).run("MR/DB", lanes.keySet(), key -> run(lanes.get(key)));
      expectAnswers(data, lanes, outcomes);
      MrdbReport report = new MrdbReport(data, lanes, outcomes, warmUps, runs, sameJvm);
      report.write(out, slides);
    } finally {
      followers.values().forEach(Follower::close);
    }
    return 0;
  }

  private void expectTasks() {
    for (String task : tasks) {
      if (!TASKS.contains(task)) {
        throw new IllegalArgumentException("no task '" + task + "'; there are " + TASKS);
      }
    }
  }

  private void make(MrdbData data, List<Storage> storages) throws IOException {
    boolean joins = tasks.contains(Lane.JOIN) || tasks.contains(Lane.JOIN_BY_INDEX);
    Stream<String> ofScans =
        Stream.of(ScanTask.values())
            .filter(task -> tasks.contains(task.name().toLowerCase(Locale.ROOT)))
            .map(task -> task.table);
    Stream<String> ofJoins = joins ? Stream.of(MrdbData.RANKINGS, MrdbData.VISITS) : Stream.of();
    for (String table : Stream.concat(ofScans, ofJoins).distinct().toList()) {
      for (Storage storage : storages) {
        data.make(table, storage);
      }
    }
    if (joins && storages.contains(Storages.CIF_UTF8)) {
      data.makeForJoins();
    }
  }

  private Outcome run(Lane lane) throws Exception {
    if (sameJvm) {
      System.gc();
      return lane.work().run();
    }
    Follower follower = followers.get(lane.storage());
    if (follower == null) {
      List<String> arguments = new ArrayList<>(spec.commandLine().getParseResult().originalArgs());
      arguments.add("--follow");
      follower = new Follower(Lane.label(lane.storage()), MrdbBench.class, arguments);
      followers.put(lane.storage(), follower);
    }
    return (Outcome) follower.ask(lane.key());
  }

  /** Runs the lanes that the leader asks for, until it ends this process. */
  private static void follow(Leader leader, Map<String, Lane> lanes) throws Exception {
    while (true) {
      String key = (String) leader.next();
      System.gc();
      leader.answer(lanes.get(key).work().run());
    }
  }

  /** Checks that all lanes found the same in each run, and DuckDB too if it was asked. */
  private static void expectAnswers(
      MrdbData data, Map<String, Lane> lanes, Map<String, List<Outcome>> outcomes)
      throws IOException {
    Path written = Path.of(data.path("answers").toUri().getPath());
    Map<String, List<String>> expected = new LinkedHashMap<>();
    for (Map.Entry<String, List<Outcome>> entry : outcomes.entrySet()) {
      Lane lane = lanes.get(entry.getKey());
      String answer = Lane.answer(lane.task());
      if (!expected.containsKey(answer)) {
        List<String> ofDuckDb = Answers.read(written, answer);
        expected.put(answer, ofDuckDb == null ? entry.getValue().get(0).answer() : ofDuckDb);
      }
      for (Outcome outcome : entry.getValue()) {
        Answers.expectSame(lane.task(), lane.name(), expected.get(answer), outcome.answer());
      }
    }
  }
}
