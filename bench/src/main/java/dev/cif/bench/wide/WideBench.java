package dev.cif.bench.wide;

import dev.cif.bench.data.GeneratedData;
import dev.cif.bench.data.Reference;
import dev.cif.bench.data.WideNumbers;
import dev.cif.bench.formats.CifFormat;
import dev.cif.bench.formats.FileFormat;
import dev.cif.bench.formats.FileFormats;
import dev.cif.bench.formats.RecordSink;
import dev.cif.bench.report.Machine;
import dev.cif.bench.report.Report;
import dev.cif.bench.system.FileTree;
import dev.cif.bench.timing.RepeatOptions;
import dev.cif.bench.timing.Rounds;
import dev.cif.format.options.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
              + " ${DEFAULT-VALUE}.")
  private int tables;

  @Mixin private final RepeatOptions repeats = new RepeatOptions(15, 15);

  @Option(names = "--markdown", description = "Print the report as Markdown.")
  private boolean markdown;

  /** Tables that were written, with the heap memory of the last writer. */
  private static final class Written {
    private final FileFormat format;
    private final List<GeneratedData> tables = new ArrayList<>();
    private final List<Path> paths = new ArrayList<>();
    private final List<Long> answers = new ArrayList<>();
    private long heap;
    private int reads;

    Written(FileFormat format) {
      this.format = format;
    }

    int columns() {
      return tables.get(0).schema().getFields().size();
    }

    /** Returns the first, the middle and the last column. */
    int[] three() {
      return IntStream.of(0, columns() / 2, columns() - 1).distinct().toArray();
    }
  }

  private final Configuration conf = new Configuration();

  private WideBench() {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new WideBench()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    Locale.setDefault(Locale.ROOT);
    Map<String, Written> written = new LinkedHashMap<>();
    for (int columns : widths) {
      for (FileFormat format : formats()) {
        String name = format.name() + "-" + columns;
        written.put(name, write(name, format, columns));
      }
    }
    Map<String, List<Double>> millis =
        repeats.rounds().run("three columns", written.keySet(), t -> read(written.get(t)));
    Report report = new Report(markdown);
    report.list(Machine.lines());
    report.line(
        String.format(
            "%,d rows of bigint, groups of %d columns, one thread, warm cache; median of %d after %d;"
                + " tables of a kind: %d.",
            rows, group, repeats.runs(), repeats.warmUps(), tables));
    List<List<String>> lines =
        Report.head("columns | format | files | bytes | open and read 3, ms | heap to write, MB");
    for (Map.Entry<String, Written> table : written.entrySet()) {
      lines.add(line(table.getValue(), Rounds.median(millis.get(table.getKey()))));
    }
    report.table(lines);
    System.out.print(report);
    return 0;
  }

  private List<FileFormat> formats() {
    Map<String, String> groups =
        Map.of(
            WriteOptions.COLUMN_GROUP,
            "all",
            WriteOptions.COLUMNS_PER_GROUP,
            Integer.toString(group));
    return List.of(
        new CifFormat("cif", "auto", groups),
        FileFormats.named("orc"),
        FileFormats.named("parquet-group"));
  }

  private Written write(String name, FileFormat format, int columns) throws IOException {
    Written written = new Written(format);
    for (int table = 0; table < tables; table++) {
      GeneratedData data = new WideNumbers(columns, "t" + table + "_column");
      java.nio.file.Path folder = directory.resolve(name + "-" + table);
      FileTree.delete(folder);
      Path path = new Path(folder.toUri());
      written.tables.add(data);
      written.paths.add(path);
      written.answers.add(Reference.scan(data, rows, written.three()));
      long before = heap();
      GeneratedData.Rows source = data.rows();
      try (RecordSink sink = format.create(conf, format.file(path, 0), data.schema())) {
        for (int row = 0; row < rows; row++) {
          sink.write(source.next());
        }
        written.heap = heap() - before;
      }
    }
    return written;
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
  private double read(Written written) throws IOException, InterruptedException {
    int turn = written.reads++ % tables;
    GeneratedData data = written.tables.get(turn);
    long expected = written.answers.get(turn);
    long start = System.nanoTime();
    long answer =
        written.format.scan(conf, written.paths.get(turn), data.schema(), written.three());
    double millis = (System.nanoTime() - start) / 1e6;
    if (answer != expected) {
      throw new IOException(
          written.paths.get(turn) + " gives " + answer + " instead of " + expected);
    }
    return millis;
  }

  private static List<String> line(Written written, double millis) throws IOException {
    java.nio.file.Path folder = java.nio.file.Path.of(written.paths.get(0).toUri());
    String name = written.format.name();
    return List.of(
        String.format("%,d", written.columns()),
        name.startsWith("parquet") ? "parquet" : name,
        String.valueOf(FileTree.dataFiles(folder).size()),
        String.format("%,d", FileTree.bytes(folder)),
        String.format("%.2f", millis),
        String.format("%.1f", written.heap / 1e6));
  }
}
