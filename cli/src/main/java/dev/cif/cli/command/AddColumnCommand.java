package dev.cif.cli.command;

import dev.cif.cli.source.SchemaText;
import dev.cif.hive.update.HiveSql;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Command {@code cif add-column}: adds a derived column to a data set. */
@Command(
    name = "add-column",
    description = "Adds a column to a data set, computed by an expression of Hive's SQL.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Writes one file in each split-directory, and nothing else. Readers see the column in all of"
          + " them",
      "or in none. Of a table of Hive's use ALTER TABLE ADD COLUMNS and UPDATE there.",
      "",
      "  cif add-column pages \"host string\" --as \"parse_url(url, 'HOST')\"",
      "  cif add-column pages '`content-type` string' --as \"metadata['content-type']\""
    })
final class AddColumnCommand implements Callable<Integer> {
  @ParentCommand private Cif cif;

  @Parameters(index = "0", paramLabel = "DIR", description = "The data set's folder.")
  private String directory;

  @Parameters(
      index = "1",
      paramLabel = "COLUMN",
      description = "Its name and type: \"host string\".")
  private String column;

  @Option(names = "--as", required = true, paramLabel = "EXPRESSION", description = "Its values.")
  private String expression;

  @Option(
      names = "--where",
      paramLabel = "CONDITION",
      description = "Which rows have a value; all by default.")
  private String where;

  @Override
  public Integer call() throws IOException, UsageException, CommandException {
    String text = column.strip();
    int end = SchemaText.endOfName(text);
    String type = end < 0 ? "" : text.substring(end).strip();
    if (type.isEmpty()) {
      throw new UsageException(
          "'" + column + "' is no name and type, such as \"host string\"", null);
    }
    String name = SchemaText.unquoted(text.substring(0, end));
    return new ExpressionUpdate(cif, directory)
        .run(
            new ExpressionUpdate.NewColumn(name, type),
            List.of(
                new ExpressionUpdate.Assignment(
                    HiveSql.identifier(name) + " = ", "--as", expression)),
            where);
  }
}
