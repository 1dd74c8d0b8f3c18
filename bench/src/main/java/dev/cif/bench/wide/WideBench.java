package dev.cif.bench.wide;

import dev.cif.bench.report.Machine;
import dev.cif.bench.report.Report;
import dev.cif.bench.timing.Rounds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes tables of few to very many columns, and times opening one and reading three columns. */
@Command(
    name = "bench/wide",
    mixinStandardHelpOptions = true,
    description = "Tells what tables of many columns cost in CIF, ORC and Parquet.")
public final class WideBench implements Callable<Integer> {
  @Option(names = "--dir", required = true, description = "Where the tables are written.")
  private java.nio.file.Path directory;

  @Option(names = "--columns", split = ",", defaultValue = "10,100,1000,10000")
  private List<Integer> widths;

  @Option(names = "--rows", defaultValue = "1000", description = "Default ${DEFAULT-VALUE}.")
  private int rows;

  @Option(
      names = "--group",
      defaultValue = "100",
      description = "Columns of a group file (cif.columns.per.group); default ${DEFAULT-VALUE}.")
  private int group;

  @Option(
      names = "--tables",
      defaultValue = "1",
      description =
          "Tables of each kind, with columns of other names, which are read in turns; default"
              + " ${DEFAULT-VALUE}. A process keeps a few schemas of many columns. With 8 tables of"
              + " 10,000 columns, none is known when a table is opened.")
  private int tables;

  @Option(names = "--runs", defaultValue = "15", description = "Default ${DEFAULT-VALUE}.")
  private int runs;

  @Option(names = "--warmup", defaultValue = "15", description = "Default ${DEFAULT-VALUE}.")
  private int warmup;

  @Option(names = "--markdown", description = "Print the report as Markdown.")
  private boolean markdown;

  /** Tables that were written, with the heap memory of the last writer. */
  private static final class Written {
    private final WideTable format;
    private final int columns;
    private final List<Path> paths = new ArrayList<>();
    private long heap;
    private int reads;

    Written(WideTable format, int columns) {
      this.format = format;
      this.columns = columns;
    }
  }

  private WideBench() {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new WideBench()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    Locale.setDefault(Locale.ROOT);
    Map<String, Written> written = new LinkedHashMap<>();
    for (int columns : widths) {
      for (WideTable format : WideTable.values()) {
        String name = format.name().toLowerCase(Locale.ROOT) + "-" + columns;
        written.put(name, write(name, format, columns));
      }
    }
    Map<String, List<Double>> millis =
        new Rounds(warmup, runs).run("three columns", written.keySet(), t -> read(written.get(t)));
    Report report = new Report(markdown);
    report.list(Machine.lines());
    report.line(
        String.format(
            "%,d rows of bigint, groups of %d columns, one thread, warm cache; median of %d after %d;"
                + " tables of a kind: %d.",
            rows, group, runs, warmup, tables));
    List<List<String>> lines = new ArrayList<>();
    lines.add(
        List.of("columns", "format", "files", "bytes", "open and read 3, ms", "heap to write, MB"));
    for (Map.Entry<String, Written> table : written.entrySet()) {
      lines.add(line(table.getValue(), Rounds.median(millis.get(table.getKey()))));
    }
    report.table(lines);
    System.out.print(report);
    return 0;
  }

  private Written write(String name, WideTable format, int columns) throws IOException {
    FileSystem fs = WideTable.fileSystem();
    Written written = new Written(format, columns);
    for (int table = 0; table < tables; table++) {
      Path path = new Path(directory.resolve(name + "-" + table).toUri());
      fs.delete(path, true);
      written.paths.add(path);
      long before = heap();
      format.write(
          path, columns, columnName(table), rows, group, () -> written.heap = heap() - before);
    }
    return written;
  }

  /** Returns the prefix of the names of a table's columns. */
  private static String columnName(int table) {
    return "t" + table + "_column";
  }

  /** Returns the bytes of the heap that are in use. */
  private static long heap() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /**
   * Returns the milliseconds to open a table and read three of its columns, after checking the
   * answer.
   */
  private double read(Written table) throws IOException {
    int turn = table.reads++ % tables;
    Path path = table.paths.get(turn);
    int[] three = {0, table.columns / 2, table.columns - 1};
    long expected = 0;
    for (int row = 0; row < rows; row++) {
      for (int column : three) {
        expected += WideTable.value(row, column);
      }
    }
    long start = System.nanoTime();
    long sum = table.format.sum(path, columnName(turn), three);
    double millis = (System.nanoTime() - start) / 1e6;
    if (sum != expected) {
      throw new IOException(path + " gives " + sum + " instead of " + expected);
    }
    return millis;
  }

  private static List<String> line(Written table, double millis) throws IOException {
    FileStatus[] files = WideTable.fileSystem().listStatus(table.paths.get(0));
    return List.of(
        String.format("%,d", table.columns),
        table.format.name().toLowerCase(Locale.ROOT),
        String.valueOf(files.length),
        String.format("%,d", Arrays.stream(files).mapToLong(FileStatus::getLen).sum()),
        String.format("%.2f", millis),
        String.format("%.1f", table.heap / 1e6));
  }
}
