package dev.cif.cli.command;

import dev.cif.cli.source.SchemaText;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Command {@code cif merge}: sets columns of a data set from another one, and inserts rows. */
@Command(
    name = "merge",
    description = "Sets columns of a data set from another data set, where keys match.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "For data sets outside of a metastore; of a table of Hive's use MERGE there. Writes one new file",
      "for each column that is set, in each split-directory with a row that matches, and new",
      "split-directories of the rows that it inserts, all as one change. Other rows stay as they are.",
      "Two rows of the source that match one are an error. A source of another format is loaded first,",
      "by 'cif load'. A name with a comma stands in back-ticks.",
      "",
      "  cif merge pages --from scores --on url --set score,topic --insert"
    })
final class MergeCommand implements Callable<Integer> {
  @ParentCommand private Cif cif;

  @Parameters(paramLabel = "DIR", description = "The data set's folder.")
  private String directory;

  @Option(
      names = "--from",
      required = true,
      paramLabel = "DIR",
      description = "The folder of the data set that has the values.")
  private String source;

  @Option(
      names = "--on",
      required = true,
      paramLabel = "COLUMNS",
      description = "Columns of both by which rows match, between commas.")
  private String keys;

  @Option(
      names = "--set",
      paramLabel = "COLUMNS",
      description = "Columns of both that are set where rows match, between commas.")
  private String columns;

  @Option(
      names = "--insert",
      description =
          "Also inserts the rows that match none. They get the columns of both; others are NULL.")
  private boolean inserts;

  @Override
  public Integer call() throws IOException, UsageException, CommandException {
    if (columns == null && !inserts) {
      throw new UsageException("merge: give --set, --insert, or both");
    }
    return new ExpressionUpdate(cif, directory)
        .merge(
            source,
            SchemaText.names(keys),
            columns == null ? List.of() : SchemaText.names(columns),
            inserts);
  }
}
