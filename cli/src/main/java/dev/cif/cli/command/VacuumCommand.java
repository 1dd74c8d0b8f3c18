package dev.cif.cli.command;

import dev.cif.cli.text.Amounts;
import dev.cif.format.commit.TableChange;
import dev.cif.format.compact.Compaction;
import dev.cif.format.compact.SplitGroup;
import dev.cif.format.read.SplitDirectories;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/**
 * Command {@code cif vacuum}: tidies up the changes of a table, and removes files that no reader
 * can want.
 */
@Command(
    name = "vacuum",
    description = "Removes files of a table that no reader can want any more.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "After an UPDATE the files that it replaced stay, for queries that began before it. This"
          + " removes",
      "them, what writers left behind that died, and the notes by which readers know whether a"
          + " change",
      "counts. A query that began before the change, and still runs, may then fail: choose a span"
          + " that",
      "no query takes. A statement that writes the table meanwhile may fail as well, and then"
          + " changes",
      "nothing. Nothing is rewritten, unless --erase is given."
    })
final class VacuumCommand implements Callable<Integer> {
  /** Files that are written now are older. */
  private static final Duration NONE = Duration.ofMillis(-1);

  @ParentCommand private Cif cif;

  @Parameters(paramLabel = "DIR", description = "A table's folder.")
  private String directory;

  @Option(
      names = "--older-than",
      paramLabel = "AGE",
      defaultValue = "1d",
      converter = Age.class,
      description = "Only what is older, such as 36h or 7d; 0 for all. Default: ${DEFAULT-VALUE}.")
  private Duration age;

  @Option(
      names = "--erase",
      description = {
        "Also writes split-directories with deleted rows anew, without them, and removes what is",
        "replaced, of any age: no file of the table has their values any more."
      })
  private boolean isErasing;

  @Override
  public Integer call() throws IOException, UsageException, CommandException {
    Path table = cif.path(directory);
    FileSystem fs = cif.fileSystem(table);
    Cif.expectFolder(fs, table);
    if (isErasing) {
      erase(fs, table);
    }
    Duration grace = isErasing ? NONE : age;
    TableChange.Vacuumed done =
        Progress.waiting(cif.err(), "tidying", () -> TableChange.vacuum(fs, table, grace));
    cif.out()
        .println(
            String.join(
                ", ",
                Amounts.count(done.splits(), "split"),
                Amounts.count(done.changes(), "change") + " tidied away",
                Amounts.bytes(done.bytes()) + " freed"));
    if (done.changes() > 0) {
      cif.out().println("What was tidied away can't be undone any more.");
    }
    if (isErasing) {
      cif.out()
          .println(
              "Deleted rows are in no file of this folder. Snapshots, the trash, backups and other"
                  + " copies may have them.");
    }
    return Cif.OK;
  }

  /** Writes split-directories anew that have deleted rows. */
  private void erase(FileSystem fs, Path table) throws IOException, CommandException {
    CompactCommand.expectNoTransactions(fs, table, SplitDirectories.list(fs, table));
    int splits = 0;
    try (Compaction compaction = Compaction.begin(fs, table, 0, 0, name -> "")) {
      List<SplitGroup> groups = compaction.plan().groups();
      long bytes = groups.stream().mapToLong(SplitGroup::bytes).sum();
      try (Progress progress = new Progress(cif.err(), "written anew", bytes)) {
        for (SplitGroup group : groups) {
          compaction.join(group, name -> null, progress::update);
          splits++;
        }
      }
    }
    cif.out().println(Amounts.count(splits, "split") + " with deleted rows written anew");
  }
}
