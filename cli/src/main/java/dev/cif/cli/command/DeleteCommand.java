package dev.cif.cli.command;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Command {@code cif delete}: takes rows out of a data set, and writes no column. */
@Command(
    name = "delete",
    description = "Deletes rows of a data set by a condition of Hive's SQL.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "For data sets outside of a metastore; of a table of Hive's use DELETE there. Writes one small",
      "file in each split-directory that has such rows. Readers see all of the change or nothing, and",
      "'cif undo' takes it back. The rows' values stay in the files until 'cif vacuum --erase'.",
      "Folders key=value are columns of type string.",
      "",
      "  cif delete pages --where \"url LIKE '%/private/%'\""
    })
final class DeleteCommand implements Callable<Integer> {
  @ParentCommand private Cif cif;

  @Parameters(paramLabel = "DIR", description = "The data set's folder.")
  private String directory;

  @ArgGroup(multiplicity = "1")
  private Which which;

  /** The rows, which must be said: a condition that was forgotten would delete all. */
  static final class Which {
    @Option(names = "--where", paramLabel = "CONDITION", description = "Which rows.")
    private String where;

    @Option(names = "--all", description = "All rows.")
    private boolean isAll;
  }

  @Override
  public Integer call() throws IOException, UsageException, CommandException {
    return new ExpressionUpdate(cif, directory).delete(which.isAll ? null : which.where);
  }
}
