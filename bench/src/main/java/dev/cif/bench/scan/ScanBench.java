package dev.cif.bench.scan;

import dev.cif.bench.data.Reference;
import dev.cif.bench.data.Row;
import dev.cif.bench.data.RowData;
import dev.cif.bench.formats.FormatUnderTest;
import dev.cif.bench.formats.Formats;
import dev.cif.bench.report.Machine;
import dev.cif.bench.timing.Rounds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Writes and scans the same rows in several formats, one thread, warm cache. Answers are compared
 * with those of the generator before any time is reported. Runs of the formats take turns, so that
 * a disturbance of the machine affects all of them.
 */
@Command(
    name = "bench/run",
    mixinStandardHelpOptions = true,
    description = "Times CIF beside SequenceFile, ORC and Parquet.")
public final class ScanBench implements Callable<Integer> {
  enum Clock {
    WALL,
    CPU
  }

  @Option(
      names = "--rows",
      defaultValue = "1000000",
      description = "Rows; default ${DEFAULT-VALUE}.")
  private long rows;

  @Option(names = "--dir", required = true, description = "Where the files are written.")
  private Path directory;

  @Option(
      names = "--runs",
      defaultValue = "5",
      description = "Measured scans; default ${DEFAULT-VALUE}.")
  private int runs;

  @Option(
      names = "--writes",
      defaultValue = "3",
      description =
          "Measured writes, of which the first also warms up; 0 reads what an earlier run wrote; default ${DEFAULT-VALUE}.")
  private int writes;

  @Option(
      names = "--warmup",
      defaultValue = "2",
      description = "Scans before those that count; default ${DEFAULT-VALUE}.")
  private int warmup;

  @Option(names = "--formats", split = ",", description = "Formats; default all.")
  private List<String> formats = new ArrayList<>();

  @Option(names = "--tasks", split = ",", description = "Of ${COMPLETION-CANDIDATES}; default all.")
  private List<Task> tasks = List.of(Task.values());

  @Option(
      names = "--data",
      defaultValue = "synthetic",
      description = "synthetic or crawl; default ${DEFAULT-VALUE}.")
  private String data;

  @Option(
      names = "--seed",
      defaultValue = "2011",
      description = "Seed of the data; default ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--clock",
      defaultValue = "WALL",
      description = "${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}.")
  private Clock clock;

  @Option(names = "--fork", description = "Run each format in a JVM of its own.")
  private boolean fork;

  @Option(names = "--markdown", description = "Print the report as Markdown.")
  private boolean markdown;

  @Option(names = "--worker", hidden = true, description = "To serve one format.")
  private boolean worker;

  private ScanBench() {}

  public static void main(String[] args) {
    CommandLine command =
        new CommandLine(new ScanBench()).setCaseInsensitiveEnumValuesAllowed(true);
    System.exit(command.execute(args));
  }

  @Override
  public Integer call() throws Exception {
    Locale.setDefault(Locale.ROOT);
    if (worker) {
      ForkedLane.serve(local(formats.get(0)));
    }
    if (formats.isEmpty()) {
      formats = Formats.all().stream().map(FormatUnderTest::name).toList();
    }
    Map<String, Lane> lanes = new LinkedHashMap<>();
    try {
      for (String format : formats) {
        lanes.put(format, open(format));
      }
      System.out.print(ScanReport.of(measure(lanes), environment(), markdown));
    } finally {
      for (Lane lane : lanes.values()) {
        lane.close();
      }
    }
    return 0;
  }

  private Lane local(String format) {
    return new LocalLane(Formats.named(format), RowData.named(data, seed), rows, directory);
  }

  private Lane open(String format) throws IOException {
    if (!fork) {
      return local(format);
    }
    return new ForkedLane(
        format,
        List.of(
            "--rows",
            Long.toString(rows),
            "--dir",
            directory.toString(),
            "--data",
            data,
            "--seed",
            Long.toString(seed)));
  }

  private Results measure(Map<String, Lane> lanes) throws Exception {
    Results results = new Results();
    for (Lane lane : lanes.values()) {
      results.describe(lane.name(), lane.description());
    }
    measure(lanes, results, Task.WRITE, null, new Rounds(0, writes));
    for (Lane lane : lanes.values()) {
      results.size(lane.name(), lane.size());
    }
    for (Map.Entry<Task, Long> task : answers().entrySet()) {
      measure(lanes, results, task.getKey(), task.getValue(), new Rounds(warmup, runs));
    }
    return results;
  }

  /**
   * Has all lanes run a task.
   *
   * @param answer answer that they must give; null for any
   */
  private void measure(
      Map<String, Lane> lanes, Results results, Task task, Long answer, Rounds rounds)
      throws Exception {
    Map<String, List<Measurement>> measured =
        rounds.run(
            task.title,
            lanes.keySet(),
            name -> {
              Measurement run = lanes.get(name).run(task);
              if (answer != null && run.answer() != answer) {
                throw new IllegalStateException(
                    name + " answers " + task.title + " by " + run.answer() + ", not " + answer);
              }
              return run;
            });
    if (tasks.contains(task)) {
      measured.forEach((name, runs) -> runs.forEach(run -> results.add(name, task, seconds(run))));
    }
  }

  /** Returns the right answer of each requested scan. */
  private Map<Task, Long> answers() {
    RowData set = RowData.named(data, seed);
    Map<Task, Long> answers = new EnumMap<>(Task.class);
    for (Task task : tasks) {
      if (task == Task.LOOKUP) {
        answers.put(task, Reference.lookup(set, rows, set.lookupKey()));
      } else if (task != Task.WRITE) {
        answers.put(task, Reference.scan(set, rows, task.projection));
      }
    }
    return answers;
  }

  private double seconds(Measurement measurement) {
    return (clock == Clock.CPU ? measurement.cpuNanos() : measurement.wallNanos()) / 1e9;
  }

  private List<String> environment() {
    List<String> lines = new ArrayList<>(Machine.lines());
    lines.add("Data: " + data + ", seed " + seed + ", " + rows + " rows; warm cache, one thread");
    lines.add(
        "Runs: "
            + warmup
            + " to warm up, then "
            + runs
            + " taking turns; median of "
            + (clock == Clock.CPU ? "the thread's CPU time" : "the time on the wall")
            + (fork ? "; each format in a JVM of its own" : "; all formats in one JVM"));
    lines.add(String.format("Generating the rows takes %.2f s of every write", generatorSeconds()));
    return lines;
  }

  private double generatorSeconds() {
    double best = Double.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      long start = System.nanoTime();
      RowData.Generator generator = RowData.named(data, seed).open();
      Row row = new Row();
      for (long r = 0; r < rows; r++) {
        generator.next(row);
      }
      best = Math.min(best, (System.nanoTime() - start) / 1e9);
    }
    return best;
  }
}
