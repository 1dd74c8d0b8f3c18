package dev.cif.bench.mrdb;

import dev.cif.bench.formats.FileFormat;
import dev.cif.bench.formats.FileFormats;
import dev.cif.bench.timing.Followers;
import dev.cif.bench.timing.Leader;
import dev.cif.bench.timing.RepeatOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
      List.of("grep", "select", "aggregate", TaskVariant.JOIN, TaskVariant.JOIN_BY_INDEX, "udf");

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

  @Mixin private final RepeatOptions repeats = new RepeatOptions(3, 2);

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
        data.make(table, FileFormats.TXT);
      }
      System.out.println(data.path("answers").getParent().toUri().getPath());
      return 0;
    }
    List<FileFormat> compared =
        formats.stream()
            .map(name -> FileFormats.named(name.equals("CIF") ? FileFormats.CIF_UTF8.name() : name))
            .toList();
    Map<String, TaskVariant> lanes = TaskVariant.all(data, tasks, compared, threads);
    if (follows) {
      leader.serve(key -> lanes.get((String) key).work().run());
    }
    make(data, compared);
    List<String> arguments = spec.commandLine().getParseResult().originalArgs();
    try (Followers followers =
        new Followers(MrdbBench.class, arguments, format -> List.of("--follow"))) {
      Map<String, List<TaskRun>> outcomes =
          repeats.rounds().run("MR/DB", lanes.keySet(), key -> run(lanes.get(key), followers));
      expectAnswers(data, lanes, outcomes);
      MrdbReport report =
          new MrdbReport(data, lanes, outcomes, repeats.warmUps(), repeats.runs(), sameJvm);
      report.write(out, slides);
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

  private void make(MrdbData data, List<FileFormat> compared) throws IOException {
    boolean joins = tasks.contains(TaskVariant.JOIN) || tasks.contains(TaskVariant.JOIN_BY_INDEX);
    Stream<String> ofScans =
        Stream.of(ScanTask.values())
            .filter(task -> tasks.contains(task.name().toLowerCase(Locale.ROOT)))
            .map(task -> task.table);
    Stream<String> ofJoins = joins ? Stream.of(MrdbData.RANKINGS, MrdbData.VISITS) : Stream.of();
    for (String table : Stream.concat(ofScans, ofJoins).distinct().toList()) {
      for (FileFormat format : compared) {
        data.make(table, format);
      }
    }
    if (joins && compared.contains(FileFormats.CIF_UTF8)) {
      data.makeForJoins();
    }
  }

  private TaskRun run(TaskVariant lane, Followers followers) throws Exception {
    if (sameJvm) {
      System.gc();
      return lane.work().run();
    }
    return (TaskRun) followers.ask(TaskVariant.label(lane.format()), lane.key());
  }

  /** Checks that all lanes found the same in each run, and DuckDB too if it was asked. */
  private static void expectAnswers(
      MrdbData data, Map<String, TaskVariant> lanes, Map<String, List<TaskRun>> outcomes)
      throws IOException {
    Path written = Path.of(data.path("answers").toUri().getPath());
    Map<String, List<String>> expected = new LinkedHashMap<>();
    for (Map.Entry<String, List<TaskRun>> entry : outcomes.entrySet()) {
      TaskVariant lane = lanes.get(entry.getKey());
      String answer = TaskVariant.answer(lane.task());
      if (!expected.containsKey(answer)) {
        List<String> ofDuckDb = Answers.read(written, answer);
        expected.put(answer, ofDuckDb == null ? entry.getValue().get(0).answer() : ofDuckDb);
      }
      for (TaskRun outcome : entry.getValue()) {
        Answers.expectSame(lane.task(), lane.name(), expected.get(answer), outcome.answer());
      }
    }
  }
}
