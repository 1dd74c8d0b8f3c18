package dev.cif.bench.scan;

import dev.cif.bench.data.GeneratedData;
import dev.cif.bench.data.Reference;
import dev.cif.bench.data.Row;
import dev.cif.bench.data.RowData;
import dev.cif.bench.formats.FileFormats;
import dev.cif.bench.report.Machine;
import dev.cif.bench.timing.Followers;
import dev.cif.bench.timing.Leader;
import dev.cif.bench.timing.RepeatOptions;
import dev.cif.bench.timing.Rounds;
import java.io.Serializable;
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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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

  @Mixin private final RepeatOptions repeats = new RepeatOptions(5, 2);

  @Option(
      names = "--writes",
      defaultValue = "3",
      description =
          "Measured writes, of which the first also warms up; 0 reads what an earlier run wrote; default ${DEFAULT-VALUE}.")
  private int writes;

  @Option(names = "--formats", split = ",", description = "Formats; default all.")
  private List<String> formats = new ArrayList<>();

  @Option(names = "--tasks", split = ",", description = "Of ${COMPLETION-CANDIDATES}; default all.")
  private List<Operation> tasks = List.of(Operation.values());

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

  @Option(names = "--follow", hidden = true, description = "Format that a follower serves.")
  private String follows;

  @Spec private CommandLine.Model.CommandSpec spec;

  private ScanBench() {}

  public static void main(String[] args) {
    CommandLine command =
        new CommandLine(new ScanBench()).setCaseInsensitiveEnumValuesAllowed(true);
    System.exit(command.execute(args));
  }

  @Override
  public Integer call() throws Exception {
    Locale.setDefault(Locale.ROOT);
    if (follows != null) {
      new Leader().serve(runs(follows)::answer);
    }
    formats = formats.isEmpty() ? FileFormats.scanned() : formats;
    Map<String, FormatRuns> local = new LinkedHashMap<>();
    for (String format : formats) {
      local.put(format, runs(format));
    }
    List<String> arguments = spec.commandLine().getParseResult().originalArgs();
    try (Followers followers =
        new Followers(ScanBench.class, arguments, format -> List.of("--follow", format))) {
      Asker asker = fork ? followers::ask : (format, request) -> local.get(format).answer(request);
      System.out.print(ScanReport.of(measure(asker), environment(), markdown));
    }
    return 0;
  }

  /** Function that has a format answer a request, here or in its own JVM. */
  private interface Asker {
    Object ask(String format, Serializable request) throws Exception;
  }

  private FormatRuns runs(String format) {
    return new FormatRuns(FileFormats.named(format), RowData.named(data, seed), rows, directory);
  }

  private Results measure(Asker asker) throws Exception {
    Results results = new Results();
    for (String format : formats) {
      results.describe(format, (String) asker.ask(format, FormatRuns.DESCRIPTION));
    }
    measure(asker, results, Operation.WRITE, null, new Rounds(0, writes));
    for (String format : formats) {
      results.size(format, (Long) asker.ask(format, FormatRuns.SIZE));
    }
    for (Map.Entry<Operation, Long> task : answers().entrySet()) {
      measure(asker, results, task.getKey(), task.getValue(), repeats.rounds());
    }
    return results;
  }

  /**
   * Has all formats run an operation.
   *
   * @param answer answer that they must give; null for any
   */
  private void measure(Asker asker, Results results, Operation task, Long answer, Rounds rounds)
      throws Exception {
    Map<String, List<Measurement>> measured =
        rounds.run(
            task.title,
            formats,
            name -> {
              Measurement run = (Measurement) asker.ask(name, task);
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
  private Map<Operation, Long> answers() {
    RowData set = RowData.named(data, seed);
    Map<Operation, Long> answers = new EnumMap<>(Operation.class);
    for (Operation task : tasks) {
      if (task == Operation.LOOKUP) {
        answers.put(task, Reference.lookup(set, rows, Row.MAP_COLUMN, set.lookupKey()));
      } else if (task != Operation.WRITE) {
        answers.put(task, Reference.scan(set, rows, task.projection.columns()));
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
            + repeats.warmUps()
            + " to warm up, then "
            + repeats.runs()
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
      GeneratedData.Rows source = RowData.named(data, seed).rows();
      for (long r = 0; r < rows; r++) {
        source.next();
      }
      best = Math.min(best, (System.nanoTime() - start) / 1e9);
    }
    return best;
  }
}
