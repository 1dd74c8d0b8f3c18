package dev.cif.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Writes and scans the same rows in several formats, one thread, warm cache. Answers are compared
 * with those of the generator before any time is reported. Runs of the formats take turns, so that
 * a disturbance of the machine falls on all of them.
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

  @Option(names = "--progress", description = "Show on the terminal what is being run.")
  private boolean progress;

  @Option(names = "--worker", hidden = true, description = "Serve one format, a task a line.")
  private boolean worker;

  private final PrintStream out;

  private ScanBench(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, true, UTF_8);
    CommandLine command =
        new CommandLine(new ScanBench(out)).setCaseInsensitiveEnumValuesAllowed(true);
    System.exit(command.execute(args));
  }

  @Override
  public Integer call() throws IOException {
    if (worker) {
      serve();
      return 0;
    }
    if (formats.isEmpty()) {
      formats = Formats.all().stream().map(FormatUnderTest::name).toList();
    }
    List<Lane> lanes = new ArrayList<>();
    try {
      for (String format : formats) {
        lanes.add(open(format));
      }
      out.print(Report.of(measure(lanes), environment(), markdown));
    } finally {
      for (Lane lane : lanes) {
        lane.close();
      }
    }
    return 0;
  }

  private Lane open(String format) throws IOException {
    if (!fork) {
      return new LocalLane(Formats.named(format), DataSet.named(data, seed), rows, directory);
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

  private void serve() throws IOException {
    try (Lane lane =
            new LocalLane(
                Formats.named(formats.get(0)), DataSet.named(data, seed), rows, directory);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
      out.println(lane.description());
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        out.println(
            line.equals(ForkedLane.SIZE)
                ? Long.toString(lane.size())
                : lane.run(Task.valueOf(line)).toLine());
      }
    }
  }

  private Results measure(List<Lane> lanes) throws IOException {
    Results results = new Results();
    for (Lane lane : lanes) {
      results.describe(lane.name(), lane.description());
    }
    write(lanes, results);
    Map<Task, Long> answers = answers();
    for (Map.Entry<Task, Long> task : answers.entrySet()) {
      for (int run = -warmup; run < runs; run++) {
        for (Lane lane : lanes) {
          progress(task.getKey().title + ", run " + (run + 1) + " of " + runs + ": " + lane.name());
          Measurement scanned = lane.run(task.getKey());
          if (scanned.answer() != task.getValue()) {
            throw new IOException(
                lane.name()
                    + " gives a wrong answer for "
                    + task.getKey().title
                    + ": "
                    + scanned.answer()
                    + " in place of "
                    + task.getValue());
          }
          if (run >= 0) {
            results.add(lane.name(), task.getKey(), seconds(scanned));
          }
        }
      }
    }
    progress("");
    return results;
  }

  private void write(List<Lane> lanes, Results results) throws IOException {
    for (int w = 0; w < writes; w++) {
      for (Lane lane : lanes) {
        progress("write " + (w + 1) + " of " + writes + ": " + lane.name());
        Measurement written = lane.run(Task.WRITE);
        if (tasks.contains(Task.WRITE)) {
          results.add(lane.name(), Task.WRITE, seconds(written));
        }
      }
    }
    for (Lane lane : lanes) {
      results.size(lane.name(), lane.size());
    }
  }

  /** The right answer of each scan that is asked for. */
  private Map<Task, Long> answers() {
    DataSet set = DataSet.named(data, seed);
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
    List<String> lines = new ArrayList<>(Environment.lines());
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
      DataSet.Generator generator = DataSet.named(data, seed).open();
      Row row = new Row();
      for (long r = 0; r < rows; r++) {
        generator.next(row);
      }
      best = Math.min(best, (System.nanoTime() - start) / 1e9);
    }
    return best;
  }

  private void progress(String text) {
    if (progress) {
      System.err.printf("\r\u001b[K%s", text);
    }
  }
}
