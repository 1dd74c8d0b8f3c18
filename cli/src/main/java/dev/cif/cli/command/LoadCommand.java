package dev.cif.cli.command;

import dev.cif.cli.load.LoadJob;
import dev.cif.cli.load.LoadSettings;
import dev.cif.cli.load.TableWriter;
import dev.cif.cli.source.SourceFile;
import dev.cif.cli.source.SourceFiles;
import dev.cif.cli.source.SourceFormat;
import dev.cif.cli.source.SourceOptions;
import dev.cif.cli.text.Amounts;
import dev.cif.embedded.io.LocalFiles;
import dev.cif.format.commit.TableFiles;
import dev.cif.format.options.SplitLimits;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.scan.DescribedTable;
import dev.cif.format.schema.CifSchema;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Command {@code cif load}: writes the rows of files as a table. */
@Command(
    name = "load",
    description = "Loads files into a new table.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Options by --option: csv has delimiter, quote, escape (one character, tab or none), null (the"
          + " text that stands for NULL), charset and multiline (false: no field holds a line"
          + " break); seq has the first five, for values that are text with delimiters: --schema"
          + " names their columns, and the key is passed over; jsonl has charset and infer-rows"
          + " (10000); all have on-bad-text, for strings that are no text (error, replace or null),"
          + " partitions (false: folders such as dt=2021-01-01 above a file are no columns), and"
          + " stall-seconds (5: how long a reader may compute over a corrupt file without progress);"
          + " parquet has unknown-types (skip or physical: columns of unknown logical types)."
          + " Those that begin with cif. are the table properties of docs/CONFIGURATION.md.",
      "",
      "Without --jobs files are loaded one after the other, and each split-directory becomes visible"
          + " when it is complete. Such a load that was broken off is not taken up again: remove its"
          + " folder first.",
      "",
      "With --jobs a MapReduce job loads them, in this process unless Hadoop's configuration says"
          + " otherwise (HADOOP_CONF_DIR). Large files are cut: parquet, avro, orc and seq always,"
          + " jsonl if it is not compressed, csv if it is not and --option multiline=false is given;"
          + " other csv files are not cut. The table appears when all is done. What is"
          + " done of a load that failed or was killed is kept in a folder _NAME.load beside the"
          + " table, and the same command does the rest."
    })
final class LoadCommand implements Callable<Integer> {
  @ParentCommand private Cif cif;

  @Option(
      names = "--from",
      required = true,
      paramLabel = "FORMAT",
      description = "Format of the files: parquet, avro, orc, seq, csv or jsonl.")
  private SourceFormat from;

  @Parameters(
      arity = "1..*",
      paramLabel = "SRC",
      description = "Files, folders of files, or glob patterns.")
  private List<String> sources;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "DIR",
      description = "The table's folder; it must not exist, or be empty.")
  private String to;

  @Option(
      names = "--layout",
      split = ",",
      paramLabel = "COL=LAYOUT",
      description =
          "auto (the default), plain, skiplist, block or dcsl for a column; without COL= for all.")
  private List<String> layouts = List.of();

  @Option(
      names = "--compression",
      split = ",",
      paramLabel = "COL=CODEC",
      description = "none, zlib, snappy, lz4, zstd or lzo for a column; without COL= for all.")
  private List<String> compressions = List.of();

  @Option(
      names = "--optimize",
      split = ",",
      paramLabel = "COL=MODE",
      description = "speed, balanced (the default) or size for a column; without COL= for all.")
  private List<String> modes = List.of();

  @Option(
      names = "--sort-by",
      paramLabel = "'COL [desc] [nulls last], ...'",
      description = "Sorts the rows of each split-directory: the table property cif.sort.by.")
  private String sortBy;

  @Option(
      names = "--rows-per-split",
      paramLabel = "N",
      defaultValue = "10000000",
      description = "Rows of a split-directory; ${DEFAULT-VALUE} by default.")
  private long rowsPerSplit;

  @Option(
      names = "--split-size",
      paramLabel = "SIZE",
      converter = ByteSize.class,
      description = "Size of a split-directory's files at which it is closed, such as 512MB.")
  private Long splitSize;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description =
          "Loads by a MapReduce job of N maps at a time; 0: one a processor, or as YARN gives.")
  private Integer jobs;

  @Option(
      names = "--task-size",
      paramLabel = "SIZE",
      converter = ByteSize.class,
      defaultValue = "256MB",
      description = "With --jobs: input of a map, ${DEFAULT-VALUE} by default.")
  private long taskSize;

  @Option(
      names = "--restart",
      description = "With --jobs: throws away what a load that was broken off has done.")
  private boolean restart;

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      description = "Sets a property of Hadoop; may be given several times.")
  private Map<String, String> hadoop = new LinkedHashMap<>();

  @Option(
      names = "--schema",
      paramLabel = "'a int, b string'",
      description = "The columns, for csv, jsonl and the values of seq.")
  private String schema;

  @Option(names = "--header", description = "The first line of a csv file names its columns.")
  private boolean header;

  @Option(
      names = "--option",
      paramLabel = "KEY=VALUE",
      description = "More options, see below; may be given several times.")
  private Map<String, String> options = new LinkedHashMap<>();

  @Override
  public Integer call() throws IOException, InterruptedException, UsageException, CommandException {
    if (rowsPerSplit < 1) {
      throw new UsageException("--rows-per-split " + rowsPerSplit + ": 1 row or more");
    }
    if (jobs == null ? restart : jobs < 0) {
      throw new UsageException(
          jobs == null ? "--restart is for loads with --jobs" : "--jobs " + jobs + ": 0 or more");
    }
    hadoop.forEach(cif.conf()::set);
    if (jobs != null && LoadJob.isLocal(cif.conf())) {
      // The local job runner sets permissions at every step. Tasks elsewhere lack this class.
      LocalFiles.makeDefault();
    }
    SourceOptions given = given();
    Path target = cif.path(to);
    FileSystem fs = cif.fileSystem(target);
    if (jobs != null) {
      loadByJob(given, target);
      return Cif.OK;
    }
    LoadJob.requireEmpty(fs, target);
    try (SourceFiles files = open(given, list())) {
      warn(files);
      CifSchema columns = ofTable(fs, target, files.schema());
      LoadSettings settings = settings(columns);
      WriteOptions write = settings.write(columns);
      TableWriter writer = new TableWriter(fs, target, columns, write, limits());
      Progress progress = new Progress(cif.err(), "loaded", files.totalBytes());
      try (progress) {
        writer.write(files, true, progress::update);
        TableFiles.describe(fs, target, target, columns, settings.values());
        warn(files);
      } catch (IOException e) {
        if (writer.splits() == 0) {
          throw e;
        }
        throw partial(e, writer);
      }
      LoadJob.Result result =
          new LoadJob.Result(
              writer.rows(), writer.splits(), writer.rawBytes(), writer.bytesWritten(), 0, 0);
      cif.out().println(summary(result, target, progress.seconds()));
    }
    return Cif.OK;
  }

  private void loadByJob(SourceOptions given, Path target)
      throws IOException, InterruptedException, UsageException, CommandException {
    List<SourceFile> list = list();
    CifSchema columns;
    try (SourceFiles first = open(given, list.subList(0, 1))) {
      warn(first);
      columns = ofTable(cif.fileSystem(target), target, first.schema());
    }
    LoadJob job = new LoadJob(cif.conf(), settings(columns), columns, list, target);
    long bytes = list.stream().mapToLong(SourceFile::size).sum();
    LoadJob.Result result;
    Progress progress = new Progress(cif.err(), "loaded", bytes);
    try (progress) {
      result = job.run(jobs, restart, new Watcher(cif.err(), progress));
    }
    cif.out().println(summary(result, target, progress.seconds()));
  }

  /**
   * Returns the columns with the keys of the table that the target belongs to, if it has a file.
   */
  private static CifSchema ofTable(FileSystem fs, Path target, CifSchema columns)
      throws IOException {
    DescribedTable table = DescribedTable.forShow(fs, target);
    return table == null ? columns : table.keyed(columns);
  }

  private void warn(SourceFiles files) {
    files.takeWarnings().forEach(warning -> cif.err().println("cif: warning: " + warning));
  }

  /**
   * Shows the progress of a job.
   *
   * @param err stream for its messages
   * @param progress progress of the load
   */
  private record Watcher(PrintStream err, Progress progress) implements LoadJob.Listener {
    @Override
    public void say(String message) {
      err.println(message);
    }

    @Override
    public void update(long rows, long bytes, int done, int tasks) {
      progress.update(rows, bytes, done + " of " + Amounts.count(tasks, "task"));
    }
  }

  private CommandException partial(IOException e, TableWriter loader) {
    return new CommandException(
        e.getMessage()
            + " (before that, "
            + Amounts.count(loader.rows(), "row")
            + " were loaded into "
            + Amounts.count(loader.splits(), "split")
            + " of "
            + to
            + ", which are complete)",
        e);
  }

  private SplitLimits limits() {
    return new SplitLimits(rowsPerSplit, splitSize == null ? Long.MAX_VALUE : splitSize);
  }

  private List<SourceFile> list() throws IOException, UsageException {
    List<Path> places = new ArrayList<>();
    for (String source : sources) {
      places.add(cif.path(source));
    }
    return SourceFiles.list(from, places, cif.conf());
  }

  private LoadSettings settings(Map<String, String> values) {
    return new LoadSettings(from, schema, header, values, limits(), taskSize);
  }

  private SourceOptions given() throws UsageException {
    try {
      return settings(options).source();
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage(), e);
    }
  }

  private SourceFiles open(SourceOptions given, List<SourceFile> files) throws IOException {
    return SourceFiles.open(from, given, files, null);
  }

  /** Returns all given settings, after checking those of columns. */
  private LoadSettings settings(CifSchema columns) throws UsageException {
    Map<String, String> properties = new HashMap<>(options);
    perColumn("--layout", WriteOptions.LAYOUT, layouts, columns, properties);
    perColumn("--compression", WriteOptions.COMPRESSION, compressions, columns, properties);
    perColumn("--optimize", WriteOptions.OPTIMIZE, modes, columns, properties);
    if (sortBy != null) {
      properties.put(WriteOptions.SORT_BY, sortBy);
    }
    LoadSettings settings = settings(properties);
    try {
      WriteOptions write = settings.write(columns);
      columns.columns().forEach(column -> write.column(column.name()).expectFit(column));
      write.sorting().order().expectFit(columns);
      return settings;
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage(), e);
    }
  }

  private static void perColumn(
      String option,
      String property,
      List<String> values,
      CifSchema columns,
      Map<String, String> properties)
      throws UsageException {
    for (String value : values) {
      int at = value.lastIndexOf('=');
      String column = at < 0 ? "" : value.substring(0, at).trim();
      if (at >= 0 && columns.indexOf(column) < 0) {
        throw new UsageException(
            option
                + " "
                + value
                + ": there is no column '"
                + column
                + "'; there are "
                + columns.columns().stream().map(c -> c.name()).limit(50).toList());
      }
      String suffix = at < 0 ? "" : "." + CifSchema.foldCase(column);
      properties.put(property + suffix, value.substring(at + 1));
    }
  }

  private static String summary(LoadJob.Result result, Path target, double seconds) {
    String text =
        String.format(
            Locale.ROOT,
            "%s in %s, %s (%s before encoding), %.1f s, in %s",
            Amounts.count(result.rows(), "row"),
            Amounts.count(result.splits(), "split"),
            Amounts.bytes(result.bytesWritten()),
            Amounts.bytes(result.rawBytes()),
            seconds,
            target);
    if (result.tasks() == 0) {
      return text;
    }
    String before = result.doneBefore() == 0 ? "" : ", " + result.doneBefore() + " of them before";
    return text + ", by " + Amounts.count(result.tasks(), "task") + before;
  }
}
