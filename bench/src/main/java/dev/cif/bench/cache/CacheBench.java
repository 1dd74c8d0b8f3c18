package dev.cif.bench.cache;

import dev.cif.bench.report.Machine;
import dev.cif.bench.report.Report;
import dev.cif.bench.system.PageCache;
import dev.cif.bench.timing.RepeatOptions;
import dev.cif.bench.timing.Rounds;
import dev.cif.cache.CacheSettings;
import dev.cif.format.options.ReadOptions;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Scans column files by several threads, with the column cache and without. */
@Command(
    name = "bench/cache",
    mixinStandardHelpOptions = true,
    description = "Tells what the column cache costs and saves.")
public final class CacheBench implements Callable<Integer> {
  @Option(names = "--dir", required = true, description = "Where the files are written.")
  private Path directory;

  @Option(names = "--files", defaultValue = "256", description = "Default ${DEFAULT-VALUE}.")
  private int files;

  @Option(
      names = "--megabytes",
      defaultValue = "2",
      description = "Of each file; default ${DEFAULT-VALUE}.")
  private int megabytes;

  @Option(names = "--threads", split = ",", defaultValue = "1,4,16")
  private List<Integer> threads;

  @Mixin private final RepeatOptions repeats = new RepeatOptions(5, 1);

  @Option(names = "--markdown", description = "Print the report as Markdown.")
  private boolean markdown;

  /** Combinations of reading with or without the cache, and of the bytes' source. */
  private enum Way {
    DEFAULT_COLD("without the cache", "storage"),
    CACHE_COLD("with the cache", "storage"),
    DEFAULT_WARM("without the cache", "page cache"),
    CACHE_WARM("with the cache", "its memory");

    private final String text;
    private final String source;

    Way(String text, String source) {
      this.text = text;
      this.source = source;
    }

    boolean isCached() {
      return this == CACHE_COLD || this == CACHE_WARM;
    }

    boolean isCold() {
      return this == DEFAULT_COLD || this == CACHE_COLD;
    }
  }

  /** Duration of one scan of all files, and the megabytes of them in the page cache afterwards. */
  private record CachedScan(double seconds, double pageCacheMegabytes) {}

  private CacheBench() {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new CacheBench()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    Locale.setDefault(Locale.ROOT);
    NumberFiles all = NumberFiles.write(directory, files, megabytes);
    Report report = new Report(markdown);
    report.list(Machine.lines());
    report.line(
        String.format(
            "%d files of %d MB, %s; median of %d after %d.",
            files, megabytes, all.fileSystem(), repeats.runs(), repeats.warmUps()));
    List<List<String>> lines =
        Report.head("threads | read | from | seconds | MB/s | MB in the page cache after");
    for (int count : threads) {
      List<String> ways = Arrays.stream(Way.values()).map(Way::name).toList();
      Map<String, List<CachedScan>> outcomes =
          repeats
              .rounds()
              .run(count + " threads", ways, name -> scan(all, Way.valueOf(name), count));
      outcomes.forEach((name, seen) -> lines.add(line(count, Way.valueOf(name), seen)));
    }
    report.table(lines);
    System.out.print(report);
    return 0;
  }

  private long bytes() {
    return (long) files * megabytes * (1 << 20);
  }

  private ReadOptions options(long cacheSize) {
    Configuration job = new Configuration(false);
    job.setLong(CacheSettings.SIZE, cacheSize);
    return ReadOptions.from(job);
  }

  private CachedScan scan(NumberFiles all, Way way, int count) throws Exception {
    // Twice the files' size: nothing is evicted. A cache of one byte is empty.
    options(1);
    ReadOptions options = options(way.isCached() ? 2 * bytes() : 0);
    PageCache.drop(all.files());
    if (!way.isCold()) {
      all.scan(options, count);
    }
    long start = System.nanoTime();
    all.scan(options, count);
    double seconds = (System.nanoTime() - start) / 1e9;
    return new CachedScan(seconds, PageCache.bytes(all.files()) / 1e6);
  }

  private List<String> line(int count, Way way, List<CachedScan> outcomes) {
    double seconds = Rounds.median(outcomes, CachedScan::seconds);
    double pages = Rounds.median(outcomes, CachedScan::pageCacheMegabytes);
    return List.of(
        String.valueOf(count),
        way.text,
        way.source,
        String.format("%.3f", seconds),
        String.format("%,.0f", bytes() / 1e6 / seconds),
        String.format("%,.0f", pages));
  }
}
