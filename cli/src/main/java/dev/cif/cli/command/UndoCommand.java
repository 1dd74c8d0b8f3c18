package dev.cif.cli.command;

import dev.cif.cli.text.Amounts;
import dev.cif.format.commit.ChangeHistory;
import dev.cif.format.commit.ChangeOrigin;
import dev.cif.format.commit.ChangeUndo;
import dev.cif.format.commit.TableFiles;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.TableDescription;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Command {@code cif undo}: takes the newest change of a table's columns back. */
@Command(
    name = "undo",
    description = "Takes the newest change of columns back, such as an UPDATE.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Readers see the old values in all of the table or in nothing of it, and nothing",
      "is rewritten. It works until a vacuum has removed the old files, or another",
      "statement the split-directories. Rows that were inserted since stay. Called",
      "again, it takes back the change before.",
      "",
      "Of a table of Hive's use ALTER TABLE ... EXECUTE ROLLBACK(1) there, which knows",
      "what a metastore remembers of the values."
    })
final class UndoCommand implements Callable<Integer> {
  @ParentCommand private Cif cif;

  @Parameters(paramLabel = "DIR", description = "A table's folder.")
  private String directory;

  @Option(
      names = "--change",
      paramLabel = "ID",
      description = "Only if this is the newest change, by its id in 'cif history'.")
  private String id;

  @Option(names = "--anyway", description = "Also of a table that a metastore has.")
  private boolean anyway;

  @Override
  public Integer call() throws IOException, UsageException, CommandException {
    Path table = cif.path(directory);
    FileSystem fs = cif.fileSystem(table);
    Cif.expectFolder(fs, table);
    expectUnowned(table, TableFiles.read(fs, table));
    ChangeOrigin origin =
        new ChangeOrigin(
            UserGroupInformation.getCurrentUser().getShortUserName(),
            Cif.version(),
            "cif undo " + directory);
    ChangeHistory.Entry undone =
        ChangeUndo.newest(fs, table, origin, newest -> expectWanted(table, newest));
    cif.out()
        .println(
            "taken back: "
                + HistoryCommand.subject(undone)
                + " in "
                + Amounts.count(undone.splits(), "split")
                + ", set at "
                + HistoryCommand.time(undone)
                + (undone.origin().user() == null ? "" : " by " + undone.origin().user()));
    return Cif.OK;
  }

  private void expectUnowned(Path table, TableDescription described) throws CommandException {
    if (described == null) {
      return;
    }
    if (described.transactional() != null) {
      throw new CommandException(
          table + ": the table is transactional; set the columns by another UPDATE in Hive");
    }
    if (described.owner() != null && !anyway) {
      throw new CommandException(
          table
              + ": a metastore has this table, "
              + described.owner()
              + ", and may remember statistics of the values that would go. In Hive use ALTER TABLE"
              + " ... EXECUTE ROLLBACK(1); or give --anyway, and then run ANALYZE TABLE ... COMPUTE"
              + " STATISTICS FOR COLUMNS there");
    }
  }

  private void expectWanted(Path table, ChangeHistory.Entry newest) throws CifException {
    if (id != null && !id.equals(newest.id())) {
      throw CifException.at(
          table, null, -1, "the newest change is " + newest.id() + "; nothing was changed");
    }
  }
}
