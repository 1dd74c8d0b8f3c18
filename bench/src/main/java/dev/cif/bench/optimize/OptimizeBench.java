package dev.cif.bench.optimize;

import dev.cif.bench.report.Machine;
import dev.cif.bench.report.Report;
import dev.cif.bench.timing.CpuTime;
import dev.cif.bench.timing.RepeatOptions;
import dev.cif.bench.timing.Rounds;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.Optimize;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Rewrites a table in each mode of {@code cif.optimize}, and reports for each column its bytes and
 * the time to read it. The copies' values are compared with the table's before anything is timed.
 * The scans of the modes take turns.
 */
@Command(
    name = "bench/optimize",
    mixinStandardHelpOptions = true,
    description = "Tells bytes and reading time of a table's columns, as it is and in each mode.")
public final class OptimizeBench implements Callable<Integer> {
  @Parameters(paramLabel = "TABLE", description = "The folder of a table in CIF.")
  private String table;

  @Option(names = "--dir", required = true, description = "Where the copies are written.")
  private java.nio.file.Path directory;

  @Mixin private final RepeatOptions repeats = new RepeatOptions(7, 2);

  @Option(names = "--markdown", description = "Print the report as Markdown.")
  private boolean markdown;

  private final Map<String, TableCopy> copies = new LinkedHashMap<>();

  /** Seconds that writing each copy took. */
  private final Map<String, Double> writing = new LinkedHashMap<>();

  private OptimizeBench() {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new OptimizeBench()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    Locale.setDefault(Locale.ROOT);
    FileSystem fs = FileSystem.getLocal(new Configuration());
    TableCopy original = new TableCopy(fs, SplitDirectories.list(fs, new Path(table)));
    if (original.splits().isEmpty()) {
      throw new IOException(table + " has no split-directories");
    }
    copies.put("as is", original);
    for (Optimize mode : Optimize.values()) {
      Path folder = new Path(directory.resolve(mode.text()).toUri());
      long start = CpuTime.ofThread();
      copies.put(mode.text(), original.write(folder, mode));
      writing.put(mode.text(), (CpuTime.ofThread() - start) / 1e9);
    }
    Map<String, Figures> columns = new LinkedHashMap<>();
    List<Column> schema = original.schema().columns();
    for (int c = 0; c < schema.size(); c++) {
      columns.put(schema.get(c).name(), measure(c, schema.get(c).name()));
    }
    System.out.print(report(columns));
    return 0;
  }

  /** Results of a column in each mode: megabytes, and nanoseconds a row. */
  private record Figures(List<Double> megabytes, List<Double> nanos) {}

  private Figures measure(int column, String name) throws Exception {
    TableCopy original = copies.get("as is");
    long expected = original.digest(column);
    long rows = Math.max(1, original.rows());
    List<Double> megabytes = new ArrayList<>();
    for (Map.Entry<String, TableCopy> copy : copies.entrySet()) {
      if (copy.getValue().digest(column) != expected) {
        throw new IOException("column " + name + " has other values in mode " + copy.getKey());
      }
      megabytes.add(copy.getValue().bytes(column) / 1e6);
    }
    Map<String, List<Double>> scans =
        repeats
            .rounds()
            .run(name, copies.keySet(), mode -> (double) copies.get(mode).scan(column) / rows);
    return new Figures(megabytes, scans.values().stream().map(Rounds::median).toList());
  }

  private Report report(Map<String, Figures> columns) throws IOException {
    Report report = new Report(markdown);
    report.list(Machine.lines());
    report.line(
        String.format(
            "%,d rows, one thread, warm cache; CPU time of the thread, median of %d scans after %d.",
            copies.get("as is").rows(), repeats.runs(), repeats.warmUps()));
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("column"));
    copies.keySet().forEach(mode -> head.add(mode + " MB"));
    copies.keySet().forEach(mode -> head.add(mode + " ns/row"));
    rows.add(head);
    columns.forEach((name, figures) -> rows.add(row(name, figures)));
    rows.add(row("all", sum(columns.values())));
    report.table(rows);
    List<List<String>> written = Report.head("mode | writing, s");
    writing.forEach((mode, seconds) -> written.add(List.of(mode, String.format("%.1f", seconds))));
    report.table(written);
    return report;
  }

  private Figures sum(Collection<Figures> columns) {
    List<Double> megabytes = new ArrayList<>();
    List<Double> nanos = new ArrayList<>();
    for (int i = 0; i < copies.size(); i++) {
      int mode = i;
      megabytes.add(columns.stream().mapToDouble(f -> f.megabytes.get(mode)).sum());
      nanos.add(columns.stream().mapToDouble(f -> f.nanos.get(mode)).sum());
    }
    return new Figures(megabytes, nanos);
  }

  private static List<String> row(String name, Figures figures) {
    List<String> row = new ArrayList<>(List.of(name));
    figures.megabytes.forEach(value -> row.add(String.format("%.2f", value)));
    figures.nanos.forEach(value -> row.add(String.format("%.2f", value)));
    return row;
  }
}
