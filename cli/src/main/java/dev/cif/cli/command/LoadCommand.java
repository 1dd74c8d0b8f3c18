package dev.cif.cli.command;

import dev.cif.cli.source.SchemaText;
import dev.cif.cli.source.SourceFiles;
import dev.cif.cli.source.SourceFormat;
import dev.cif.cli.source.SourceOptions;
import dev.cif.cli.text.Amounts;
import dev.cif.format.CifSchema;
import dev.cif.format.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code cif load}: writes the rows of files as a table. */
@Command(
    name = "load",
    description = "Loads files into a new table.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Options by --option: csv has delimiter, quote, escape (one character, tab or none), null",
      "(the text that stands for NULL) and charset; jsonl has infer-rows (10000); html has charset.",
      "Those that begin with cif. are the table properties of docs/CONFIGURATION.md.",
      "",
      "Each split-directory becomes visible when it is complete. A load that was broken off is not",
      "taken up again: remove its folder first."
    })
final class LoadCommand implements Callable<Integer> {
  @ParentCommand private Cif cif;

  @Option(
      names = "--from",
      required = true,
      paramLabel = "FORMAT",
      description = "Format of the files: parquet, avro, orc, csv, jsonl or html.")
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
      names = "--rows-per-split",
      paramLabel = "N",
      defaultValue = "10000000",
      description = "Rows of a split-directory; ${DEFAULT-VALUE} by default.")
  private long rowsPerSplit;

  @Option(
      names = "--schema",
      paramLabel = "'a int, b string'",
      description = "The columns, for csv and jsonl.")
  private String schema;

  @Option(names = "--header", description = "The first line of a csv file names its columns.")
  private boolean header;

  @Option(
      names = "--option",
      paramLabel = "KEY=VALUE",
      description = "More options, see below; may be given several times.")
  private Map<String, String> options = new LinkedHashMap<>();

  @Override
  public Integer call() throws IOException, UsageException, CommandException {
    if (rowsPerSplit < 1) {
      throw new UsageException("--rows-per-split " + rowsPerSplit + ": 1 row or more");
    }
    Path target = cif.path(to);
    FileSystem fs = cif.fileSystem(target);
    requireEmpty(fs, target);
    try (SourceFiles files = open()) {
      WriteOptions write = writeOptions(files.schema());
      Loader loader = new Loader(fs, target, write, rowsPerSplit);
      Progress progress = new Progress(cif.err(), "loaded", files.totalBytes());
      try (progress) {
        loader.load(files, progress);
      } catch (IOException e) {
        if (loader.splits() == 0) {
          throw e;
        }
        throw partial(e, loader);
      }
      cif.out().println(summary(loader, target, progress.seconds()));
    }
    return Cif.OK;
  }

  private CommandException partial(IOException e, Loader loader) {
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

  private SourceFiles open() throws IOException, UsageException, CommandException {
    Map<String, String> own = new HashMap<>(options);
    own.keySet().removeIf(name -> name.startsWith("cif."));
    List<Path> places = new ArrayList<>();
    for (String source : sources) {
      places.add(cif.path(source));
    }
    SourceOptions given;
    try {
      given = new SourceOptions(schema == null ? null : SchemaText.parse(schema), header, own);
      from.check(given);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage(), e);
    }
    try {
      return SourceFiles.open(from, given, places, cif.conf());
    } catch (IllegalArgumentException e) {
      throw new CommandException(e.getMessage(), e);
    }
  }

  private WriteOptions writeOptions(CifSchema columns) throws UsageException {
    Map<String, String> properties = new HashMap<>(options);
    perColumn("--layout", WriteOptions.LAYOUT, layouts, columns, properties);
    perColumn("--compression", WriteOptions.COMPRESSION, compressions, columns, properties);
    try {
      return WriteOptions.fromProperties(columns, properties::get);
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
      String suffix = at < 0 ? "" : "." + column.toLowerCase(Locale.ROOT);
      properties.put(property + suffix, value.substring(at + 1));
    }
  }

  /** A load never adds to what is there, nor mixes with what a broken-off load has left. */
  private static void requireEmpty(FileSystem fs, Path target)
      throws IOException, CommandException {
    if (!fs.exists(target)) {
      return;
    }
    FileStatus[] children = fs.listStatus(target);
    if (children.length > 0) {
      Arrays.sort(children);
      throw new CommandException(
          target
              + ": the folder is not empty, it holds "
              + children[0].getPath().getName()
              + "; load into a new folder, or remove this one");
    }
  }

  private static String summary(Loader loader, Path target, double seconds) {
    return String.format(
        Locale.ROOT,
        "%s in %s, %s (%s before encoding), %.1f s, in %s",
        Amounts.count(loader.rows(), "row"),
        Amounts.count(loader.splits(), "split"),
        Amounts.bytes(loader.bytesWritten()),
        Amounts.bytes(loader.rawBytes()),
        seconds,
        target);
  }
}
