package dev.cif.cli.command;

import dev.cif.cli.query.TableSchema;
import dev.cif.cli.text.Amounts;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.StoragePolicy;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.schema.Column;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.server.mover.MoverTool;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Command {@code cif tier}: gives the files of a column a storage policy of HDFS. */
@Command(
    name = "tier",
    description = "Says on which kinds of volumes HDFS keeps a column's files.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Policies: none (that of the folder), ALL_NVDIMM, ALL_SSD, ONE_SSD, HOT, WARM, COLD. All"
          + " files of",
      "the column get it, in all split-directories. UPDATE and cif compact keep it. For rows that"
          + " are",
      "written later, and for Hive's own compaction, set the table property",
      "cif.storage.policy.<column> as well; where it is set, it goes first.",
      "Blocks stay where they are until HDFS's Mover runs: --move runs it on the table's folder."
    })
final class TierCommand implements Callable<Integer> {
  /** Number of attempts for a file, since an UPDATE may replace it meanwhile. */
  private static final int ATTEMPTS = 5;

  @ParentCommand private Cif cif;

  @Parameters(paramLabel = "DIR", description = "A table's folder, or one split-directory.")
  private String directory;

  @Option(names = "--column", required = true, paramLabel = "NAME", description = "The column.")
  private String column;

  @Option(names = "--policy", required = true, paramLabel = "POLICY", description = "The policy.")
  private String policyText;

  @Option(names = "--move", description = "Runs HDFS's Mover afterwards.")
  private boolean move;

  private long splits;
  private long files;

  @Override
  public Integer call() throws IOException, UsageException, CommandException {
    StoragePolicy policy;
    try {
      policy = StoragePolicy.parse(policyText);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--policy: " + e.getMessage(), e);
    }
    Path folder = cif.path(directory);
    FileSystem fs = cif.fileSystem(folder);
    if (!(fs instanceof DistributedFileSystem)) {
      throw new CommandException(
          folder + ": storage policies are HDFS's, and this is " + fs.getUri());
    }
    TableSchema table = cif.showSchema(fs, folder);
    if (table.schema().indexOf(column) < 0) {
      List<String> names = table.schema().columns().stream().map(Column::name).limit(100).toList();
      throw new CommandException(
          folder + ": there is no column '" + column + "'; there are " + names);
    }
    // Checked before anything is changed.
    int all = table.splits().size();
    int done = 0;
    try (Progress progress = Progress.counting(cif.err(), "looked at", "split", all)) {
      for (FoundSplit split : table.splits()) {
        expectOwnFile(table, split);
        progress.update(++done);
      }
    }
    done = 0;
    try (Progress progress = Progress.counting(cif.err(), "set policies in", "split", all)) {
      for (FoundSplit split : table.splits()) {
        set(table, split, policy);
        progress.update(++done);
      }
    }
    cif.out()
        .println(
            String.format(
                Locale.ROOT,
                "column '%s': %s of %s with policy %s",
                column,
                Amounts.count(files, "file"),
                Amounts.count(splits, "split"),
                policy.text()));
    move(fs, fs.makeQualified(folder));
    return Cif.OK;
  }

  private void expectOwnFile(TableSchema table, FoundSplit split)
      throws IOException, CommandException {
    try (SplitReader reader = split.read(ReadOptions.UNCACHED, table.columnsOf(split))) {
      int i = reader.schema().indexOf(column);
      if (i >= 0 && reader.isGrouped(i)) {
        throw new CommandException(
            reader.file(i)
                + ": column '"
                + column
                + "' shares this file with others, so it can't have a policy of its own; write the"
                + " table anew with "
                + WriteOptions.COLUMN_GROUP
                + "."
                + column
                + "=none");
      }
    }
  }

  private void set(TableSchema table, FoundSplit split, StoragePolicy policy) throws IOException {
    List<Path> done = null;
    for (int attempt = 1; ; attempt++) {
      try (SplitReader reader = split.read(ReadOptions.UNCACHED, table.columnsOf(split))) {
        int i = reader.schema().indexOf(column);
        List<Path> named = i < 0 ? List.of() : reader.files(i);
        if (named.equals(done) || i < 0 || attempt > ATTEMPTS) {
          splits += i < 0 ? 0 : 1;
          files += named.size();
          return;
        }
        for (Path file : named) {
          policy.set(split.fs(), file, reader.schema().column(i).name());
        }
        done = named;
      } catch (FileNotFoundException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private void move(FileSystem fs, Path folder) throws IOException, CommandException {
    String command = "hdfs mover -p " + folder.toUri().getPath();
    if (!move) {
      cif.out().println("Blocks stay where they are until the Mover runs: " + command);
      return;
    }
    int code;
    try {
      code = MoverTool.run(fs, folder);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new CommandException(command + ": " + e.getMessage(), e);
    }
    if (code != 0) {
      throw new CommandException(
          command
              + " ended with code "
              + code
              + ": policies are set, but not all blocks are where they belong; is there room on"
              + " such volumes, and does another Mover run?");
    }
  }
}
