package dev.cif.cli.command;

import dev.cif.cli.text.Amounts;
import dev.cif.cli.text.Cell;
import dev.cif.cli.text.TextTable;
import dev.cif.format.compact.Compaction;
import dev.cif.format.compact.CompactionPlan;
import dev.cif.format.compact.SplitGroup;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.scan.DescribedTable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Command {@code cif compact}: joins small split-directories into few. */
@Command(
    name = "compact",
    description = "Joins small split-directories of a data set, or a table, into few.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Those of one folder are joined that have the same columns, under the same keys or names, of"
          + " the same types. Those of half the size and more stay. Layouts, codecs of layout"
          + " block, skip distances and column groups are those of the files; what files don't"
          + " tell, such as the size of blocks, has its default unless --option says otherwise,"
          + " with a table property of docs/CONFIGURATION.md. One with a tenth of its rows deleted,"
          + " or more, is written anew without them.",
      "",
      "Hive numbers a table's buckets by names such as 000003_0. Unless --not-bucketed is given,"
          + " only split-directories of one such number are joined. Transactional tables are"
          + " refused: ALTER TABLE ... COMPACT is for them.",
      "",
      "A query that runs meanwhile may fail, or see fewer rows, but never a row twice. Rows that"
          + " are inserted meanwhile stay as they are; run no INSERT OVERWRITE beside it. After a"
          + " run that was killed, run it again, or cif vacuum on the table: a part of the rows may"
          + " be hidden until then."
    })
final class CompactCommand implements Callable<Integer> {
  private static final String PLANNING = "planning";

  @ParentCommand private Cif cif;

  @Parameters(paramLabel = "DIR", description = "The folder of a table, or of a part of one.")
  private String directory;

  @Option(
      names = "--split-size",
      paramLabel = "BYTES",
      defaultValue = "512MB",
      converter = ByteSize.class,
      description = "About how large a split-directory is to be. Default: ${DEFAULT-VALUE}.")
  private long splitSize;

  @Option(
      names = "--not-bucketed",
      description = "Joins split-directories whatever their names; not for tables with buckets.")
  private boolean isNotBucketed;

  @Option(
      names = "--option",
      paramLabel = "NAME=VALUE",
      description = "A table property to write by; may be given several times.")
  private Map<String, String> options = new LinkedHashMap<>();

  @Option(names = "--dry-run", description = "Says what would be joined, and writes nothing.")
  private boolean isDryRun;

  @Mixin private JsonOption json;

  @Override
  public Integer call() throws IOException, UsageException, CommandException {
    for (String name : options.keySet()) {
      if (!name.startsWith("cif.")) {
        throw new UsageException(
            "--option " + name + ": the names of table properties begin with cif.");
      }
    }
    Path folder = cif.path(directory);
    FileSystem fs = cif.fileSystem(folder);
    UnaryOperator<String> part = isNotBucketed ? name -> "" : HiveFolderNames::bucket;
    // Checked before anything is written. A plan opens schema files, a listing none.
    List<Path> splits =
        Progress.waiting(
            cif.err(),
            "listing split-directories",
            () -> fs.exists(folder) ? SplitDirectories.list(fs, folder) : List.of());
    expectNoTransactions(fs, folder, splits);
    // The plan also reports a folder without split-directories.
    if (isDryRun || splits.isEmpty()) {
      show(
          Progress.waiting(
              cif.err(),
              PLANNING,
              () -> CompactionPlan.of(fs, folder, splitSize, CompactionPlan.WORN, part)),
          folder);
      return Cif.OK;
    }
    try (Compaction compaction = begin(fs, folder, part)) {
      compact(fs, compaction);
    }
    return Cif.OK;
  }

  private Compaction begin(FileSystem fs, Path folder, UnaryOperator<String> part)
      throws IOException {
    return Progress.waiting(
        cif.err(),
        PLANNING,
        () -> Compaction.begin(fs, folder, splitSize, CompactionPlan.WORN, part));
  }

  /** Refuses a table whose split-directories only a metastore knows. */
  static void expectNoTransactions(FileSystem fs, Path folder, List<Path> splits)
      throws IOException, CommandException {
    DescribedTable table = DescribedTable.forShow(fs, folder);
    if (table != null && table.description().transactional() != null) {
      throw transactional(table.folder());
    }
    for (Path split : splits) {
      expectNoTransaction(split);
    }
  }

  private static void expectNoTransaction(Path split) throws CommandException {
    for (Path at = split; at != null; at = at.getParent()) {
      if (HiveFolderNames.isTransaction(at.getName())) {
        throw transactional(at);
      }
    }
  }

  private static CommandException transactional(Path folder) {
    return new CommandException(
        folder
            + ": this is a transactional table of Hive's, and only its metastore knows which"
            + " folders count; use ALTER TABLE ... COMPACT 'major' there");
  }

  /** Prints one line a group. */
  private void show(CompactionPlan plan, Path folder) throws IOException {
    TextTable table = new TextTable(List.of("folder", ">splits", ">files", ">rows", ">bytes"));
    for (SplitGroup group : plan.groups()) {
      table.add(
          Cell.text(group.folder().toUri().getPath()),
          Cell.count(group.splits().size()),
          Cell.count(group.files()),
          Cell.count(group.rows()),
          Cell.bytes(group.bytes()));
    }
    if (json.isGiven() || !plan.groups().isEmpty()) {
      json.print(cif.out(), table);
    }
    // The JSON on standard output must stay alone.
    (json.isGiven() ? cif.err() : cif.out())
        .println(
            folder
                + ": "
                + Amounts.count(plan.splits().size(), "split")
                + " would become "
                + Amounts.count(left(plan))
                + "; nothing was written");
  }

  private static long left(CompactionPlan plan) {
    long joined = plan.groups().stream().mapToLong(group -> group.splits().size()).sum();
    return plan.splits().size() - joined + plan.groups().size();
  }

  private void compact(FileSystem fs, Compaction compaction) throws IOException {
    CompactionPlan plan = compaction.plan();
    long files = plan.files();
    long bytes = plan.bytes();
    long total = plan.groups().stream().mapToLong(SplitGroup::bytes).sum();
    try (Progress progress = new Progress(cif.err(), "joined", total)) {
      for (SplitGroup group : plan.groups()) {
        Path joined = compaction.join(group, options::get, progress::update);
        files -= group.files();
        bytes -= group.bytes();
        for (FileStatus file : fs.listStatus(joined)) {
          boolean isSchema = file.getPath().getName().equals(SplitDirectories.SCHEMA_FILE);
          files++;
          bytes += isSchema ? 0 : file.getLen();
        }
      }
    }
    TextTable table = new TextTable(List.of("when", ">splits", ">files", ">bytes"));
    line(table, "before", plan.splits().size(), plan.files(), plan.bytes());
    line(table, "after", left(plan), files, bytes);
    json.print(cif.out(), table);
  }

  private static void line(TextTable table, String when, long splits, long files, long bytes) {
    table.add(Cell.text(when), Cell.count(splits), Cell.count(files), Cell.bytes(bytes));
  }
}
