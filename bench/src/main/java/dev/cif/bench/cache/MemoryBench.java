package dev.cif.bench.cache;

import dev.cif.bench.report.Machine;
import dev.cif.bench.report.Report;
import dev.cif.bench.system.Disk;
import dev.cif.bench.system.GroupMemory;
import dev.cif.bench.system.PageCache;
import dev.cif.bench.timing.RepeatOptions;
import dev.cif.bench.timing.Rounds;
import dev.cif.cache.CacheSettings;
import dev.cif.format.options.ReadOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures memory and requests of scans from storage, page cache included. */
@Command(
    name = "bench/cache memory",
    mixinStandardHelpOptions = true,
    description = "Tells what memory scans take within a limit, and what they ask of the disk.")
public final class MemoryBench implements Callable<Integer> {
  private static final double MEGABYTE = 1e6;

  /** Number of points of a line in a chart. */
  private static final int POINTS = 40;

  /** Time to wait for memory to be given back, in nanoseconds. */
  private static final long GIVEN_BACK_NANOS = 10_000_000_000L;

  @Option(names = "--dir", required = true, description = "Where the files are written.")
  private Path directory;

  @Option(names = "--files", defaultValue = "256", description = "Default ${DEFAULT-VALUE}.")
  private int files;

  @Option(
      names = "--megabytes",
      defaultValue = "4",
      description = "Of each file; default ${DEFAULT-VALUE}.")
  private int megabytes;

  @Option(names = "--threads", defaultValue = "16", description = "Default ${DEFAULT-VALUE}.")
  private int threads;

  @Option(
      names = "--limit",
      defaultValue = "2048",
      description =
          "Megabytes of memory of the process, page cache included; 0 for none. Default"
              + " ${DEFAULT-VALUE}.")
  private long limit;

  @Option(
      names = "--cache",
      defaultValue = "0",
      description = "Megabytes of the column cache; 0, the default, for what the files have.")
  private long cache;

  @Mixin private final RepeatOptions repeats = new RepeatOptions(3, 1);

  @Option(names = "--markdown", description = "Print the report as Markdown.")
  private boolean markdown;

  @Option(
      names = "--out",
      defaultValue = "bench/target/cache-memory",
      description = "Where the report and the charts go; default ${DEFAULT-VALUE}.")
  private Path out;

  /** Ways to read the files. */
  private enum Way {
    DEFAULT("without the cache"),
    DIRECT("cache, direct"),
    /** Buffering that the system's page cache repeats. */
    BOTH("cache, through the page cache");

    private final String text;

    Way(String text) {
      this.text = text;
    }
  }

  /**
   * Result of one scan of all files.
   *
   * @param memory memory of the control group, sampled ten times a second
   * @param givenBack seconds until the cache had given back half of its memory; 0 without the cache
   */
  private record ScanMemory(double seconds, Disk read, List<GroupMemory> memory, double givenBack) {
    double peak(ToDoubleFunction<GroupMemory> figure) {
      return memory.stream().mapToDouble(figure).max().orElse(0) / MEGABYTE;
    }
  }

  MemoryBench() {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new MemoryBench()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    Locale.setDefault(Locale.ROOT);
    GroupMemory.expectLimit(limit);
    NumberFiles all = NumberFiles.write(directory, files, megabytes);
    List<String> ways = Arrays.stream(Way.values()).map(Way::name).toList();
    Map<String, List<ScanMemory>> outcomes =
        repeats.rounds().run("memory", ways, name -> scan(all, Way.valueOf(name)));
    Report report = new Report(markdown);
    report.list(Machine.lines());
    report.line(
        String.format(
            "%d files of %d MB, %s, from storage, %d threads, %s; medians of %d after %d.",
            files,
            megabytes,
            all.fileSystem(),
            threads,
            GroupMemory.limit(),
            repeats.runs(),
            repeats.warmUps()));
    report.table(table(outcomes));
    charts(report, outcomes);
    System.out.print(report);
    report.write(out, "cache-memory", "Scans of " + files + " files by " + threads + " threads");
    return 0;
  }

  private long bytes() {
    return ((long) files * megabytes) << 20;
  }

  private static ReadOptions options(long size, boolean isDirect, long freeMemory) {
    Configuration job = new Configuration(false);
    job.setLong(CacheSettings.SIZE, size);
    job.setBoolean(CacheSettings.DIRECT, isDirect);
    job.setLong(CacheSettings.FREE_MEMORY, freeMemory);
    return ReadOptions.from(job);
  }

  private ScanMemory scan(NumberFiles all, Way way) throws Exception {
    // A cache of one byte is empty. Footers and whole pages take a little more than the files.
    options(1, true, 0);
    long size = cache == 0 ? bytes() + bytes() / 8 : cache << 20;
    ReadOptions options = options(way == Way.DEFAULT ? 0 : size, way == Way.DIRECT, 0);
    PageCache.drop(all.files());
    System.gc();
    double[] seconds = new double[1];
    Disk before = Disk.now(directory);
    List<GroupMemory> memory =
        GroupMemory.during(
            () -> {
              long start = System.nanoTime();
              all.scan(options, threads);
              seconds[0] = (System.nanoTime() - start) / 1e9;
            });
    Disk read = Disk.now(directory).since(before);
    return new ScanMemory(seconds[0], read, memory, way == Way.DEFAULT ? 0 : giveBack(way, size));
  }

  /**
   * Lets others lack half of the cache's memory; returns the seconds until the system has it again.
   */
  private static double giveBack(Way way, long size) throws Exception {
    long had = GroupMemory.now().processBytes();
    long start = System.nanoTime();
    options(size, way == Way.DIRECT, available() + size / 2);
    while (GroupMemory.now().processBytes() > had - size / 3) {
      if (System.nanoTime() - start > GIVEN_BACK_NANOS) {
        throw new IllegalStateException(
            way.text + ": no memory was given back in 10 s of " + had + " bytes");
      }
      Thread.sleep(1);
    }
    return (System.nanoTime() - start) / 1e9;
  }

  /** Returns the bytes of memory that the machine has left. */
  private static long available() throws Exception {
    long machine = 0;
    for (String line : Files.readAllLines(Path.of("/proc/meminfo"))) {
      if (line.startsWith("MemAvailable:")) {
        machine = Long.parseLong(line.replaceAll("\\D", "")) << 10;
      }
    }
    return machine;
  }

  private List<List<String>> table(Map<String, List<ScanMemory>> outcomes) {
    List<List<String>> lines =
        Report.head(
            "read | seconds | MB/s | requests/s | kB a request | process MB | page cache MB"
                + " | both MB | given back in s");
    outcomes.forEach(
        (name, seen) ->
            lines.add(
                List.of(
                    Way.valueOf(name).text,
                    String.format("%.3f", Rounds.median(seen, ScanMemory::seconds)),
                    String.format("%,.0f", Rounds.median(seen, MemoryBench::bandwidth)),
                    String.format("%,.0f", Rounds.median(seen, MemoryBench::requests)),
                    String.format(
                        "%,.0f",
                        Rounds.median(seen, o -> o.read.deviceBytes() / 1e3 / o.read.requests())),
                    String.format("%,.0f", Rounds.median(seen, MemoryBench::process)),
                    String.format("%,.0f", Rounds.median(seen, MemoryBench::pages)),
                    String.format("%,.0f", Rounds.median(seen, MemoryBench::together)),
                    Way.valueOf(name) == Way.DEFAULT
                        ? ""
                        : String.format("%.2f", Rounds.median(seen, ScanMemory::givenBack)))));
    return lines;
  }

  private static double bandwidth(ScanMemory outcome) {
    return outcome.read.deviceBytes() / MEGABYTE / outcome.seconds;
  }

  private static double requests(ScanMemory outcome) {
    return outcome.read.requests() / outcome.seconds;
  }

  private static double process(ScanMemory outcome) {
    return outcome.peak(GroupMemory::processBytes);
  }

  private static double pages(ScanMemory outcome) {
    return outcome.peak(GroupMemory::pageBytes);
  }

  private static double together(ScanMemory outcome) {
    return outcome.peak(memory -> memory.processBytes() + memory.pageBytes());
  }

  private void charts(Report report, Map<String, List<ScanMemory>> outcomes) {
    List<String> ways = outcomes.keySet().stream().map(name -> Way.valueOf(name).text).toList();
    Map<String, List<Double>> peaks = new LinkedHashMap<>();
    peaks.put("process", medians(outcomes, MemoryBench::process));
    peaks.put("page cache", medians(outcomes, MemoryBench::pages));
    report.chart("bars", "Most memory at a time", "MB", false, ways, peaks);
    report.chart(
        "bars",
        "Bandwidth of the disk",
        "MB/s",
        false,
        ways,
        Map.of("read", medians(outcomes, MemoryBench::bandwidth)));
    report.chart(
        "bars",
        "Requests to the disk",
        "requests/s",
        false,
        ways,
        Map.of("read", medians(outcomes, MemoryBench::requests)));
    Map<String, List<Double>> pages = new LinkedHashMap<>();
    outcomes.forEach((name, seen) -> pages.put(Way.valueOf(name).text, overTime(seen.get(0))));
    List<String> times = new ArrayList<>();
    for (int i = 0; i < POINTS; i++) {
      times.add(i % 10 == 0 ? i * 100 / POINTS + "%" : " ".repeat(i));
    }
    report.chart("lines", "Page cache during a scan", "MB", false, times, pages);
  }

  private static List<Double> medians(
      Map<String, List<ScanMemory>> outcomes, ToDoubleFunction<ScanMemory> figure) {
    return outcomes.values().stream().map(seen -> Rounds.median(seen, figure)).toList();
  }

  private static List<Double> overTime(ScanMemory outcome) {
    List<Double> points = new ArrayList<>();
    for (int i = 0; i < POINTS; i++) {
      int at = i * outcome.memory.size() / POINTS;
      points.add(outcome.memory.get(at).pageBytes() / MEGABYTE);
    }
    return points;
  }
}
