package dev.cif.cli.command;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Command {@code cif update}: changes columns of a data set, and writes no other. */
@Command(
    name = "update",
    description = "Sets columns of a data set by expressions of Hive's SQL.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "For data sets outside of a metastore; of a table of Hive's use UPDATE there. Writes one new file",
      "for each column that is set, in each split-directory with a row to change. Readers see all of the",
      "change or nothing. Folders key=value are columns of type string.",
      "",
      "  cif update pages --set \"host = parse_url(url, 'HOST')\" --where \"host IS NULL\""
    })
final class UpdateCommand implements Callable<Integer> {
  @ParentCommand private Cif cif;

  @Parameters(paramLabel = "DIR", description = "The data set's folder.")
  private String directory;

  @Option(
      names = "--set",
      required = true,
      paramLabel = "COLUMN=EXPRESSION",
      description = "What is set; may be given several times.")
  private List<String> assignments;

  @Option(names = "--where", paramLabel = "CONDITION", description = "Which rows; all by default.")
  private String where;

  @Override
  public Integer call() throws IOException, UsageException, CommandException {
    return new ExpressionUpdate(cif, directory)
        .run(
            null,
            assignments.stream()
                .map(given -> new ExpressionUpdate.Assignment("", "--set", given))
                .toList(),
            where);
  }
}
