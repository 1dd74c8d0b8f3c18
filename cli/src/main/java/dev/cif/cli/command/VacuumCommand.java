package dev.cif.cli.command;

import dev.cif.cli.text.Amounts;
import dev.cif.format.commit.TableChange;
import java.io.IOException;
import java.time.Duration;
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
      "nothing. Nothing is rewritten."
    })
final class VacuumCommand implements Callable<Integer> {
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

  @Override
  public Integer call() throws IOException, UsageException, CommandException {
    Path table = cif.path(directory);
    FileSystem fs = cif.fileSystem(table);
    Cif.expectFolder(fs, table);
    TableChange.Vacuumed done =
        Progress.waiting(cif.err(), "tidying", () -> TableChange.vacuum(fs, table, age));
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
    return Cif.OK;
  }
}
