package dev.cif.cli.command;

import dev.cif.cli.text.Cell;
import dev.cif.cli.text.TextTable;
import dev.cif.format.commit.ChangeHistory;
import dev.cif.format.commit.ChangeOrigin;
import dev.cif.format.commit.TableChange;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Command {@code cif history}: shows who changed columns and rows of a table, and when. */
@Command(
    name = "history",
    description = "Shows UPDATEs and DELETEs since the last vacuum, the oldest first.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Inserts are no such changes, nor are those of names and types. Columns of a",
      "change that deletes rows have the empty text among them in JSON. Times are UTC,",
      "by the clock of the file system. 'cif undo' takes the newest change back."
    })
final class HistoryCommand implements Callable<Integer> {
  private static final Cell NONE = new Cell("-", null);

  @ParentCommand private Cif cif;
  @Mixin private JsonOption json;

  @Parameters(paramLabel = "DIR", description = "A table's folder.")
  private String directory;

  @Override
  public Integer call() throws IOException, UsageException, CommandException {
    Path table = cif.path(directory);
    FileSystem fs = cif.fileSystem(table);
    Cif.expectFolder(fs, table);
    List<ChangeHistory.Entry> history = ChangeHistory.of(fs, table);
    if (history.isEmpty() && !json.isGiven()) {
      cif.out().println("No change since the last vacuum.");
      return Cif.OK;
    }
    TextTable rows =
        new TextTable(
            List.of(
                "time",
                "columns",
                ">rows",
                ">splits",
                "state",
                "user",
                "program",
                "id",
                "statement"));
    for (ChangeHistory.Entry change : history) {
      ChangeOrigin origin = change.origin();
      rows.add(
          Cell.text(time(change)),
          new Cell(subject(change), change.columns()),
          change.rows() < 0 ? NONE : Cell.count(change.rows()),
          change.undoes() != null ? NONE : Cell.count(change.splits()),
          Cell.text(state(change)),
          cell(origin.user()),
          cell(origin.program()),
          Cell.text(change.id()),
          cell(origin.statement()));
    }
    json.print(cif.out(), rows);
    return Cif.OK;
  }

  /** Returns what a change concerns: names of columns, or rows that it deletes. */
  static String subject(ChangeHistory.Entry change) {
    return change.columns().stream()
        .map(column -> column.equals(TableChange.ROWS) ? "(rows)" : column)
        .collect(Collectors.joining(", "));
  }

  /** Returns the time of a change, in UTC. */
  static String time(ChangeHistory.Entry change) {
    return Instant.ofEpochMilli(change.time()).truncatedTo(ChronoUnit.MILLIS).toString();
  }

  private static String state(ChangeHistory.Entry change) {
    if (change.damage() != null) {
      return "status file is damaged";
    }
    if (change.undoes() != null) {
      return "takes back " + change.undoes();
    }
    return change.undoneBy() == null ? "counts" : "taken back";
  }

  private static Cell cell(String text) {
    return text == null ? NONE : Cell.text(text);
  }
}
