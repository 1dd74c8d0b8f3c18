package dev.cif.cli.command;

import dev.cif.cli.text.Amounts;
import dev.cif.cli.text.Cell;
import dev.cif.cli.text.TextTable;
import dev.cif.embedded.EmbeddedHive;
import dev.cif.embedded.HiveStatementException;
import dev.cif.embedded.Result;
import dev.cif.embedded.Statements;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Command {@code cif sql}: runs SQL in an embedded Hive. */
@Command(
    name = "sql",
    description = "Runs SQL in a Hive inside this process.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Warehouse and metastore are kept under --home, so that later calls find the tables. Results",
      "go to standard output as tables, times to standard error. The first statement that fails",
      "ends the run with exit code 1.",
      "With --json each result is a list of objects; maps, lists and structs in it are text, as"
          + " Hive",
      "prints them."
    })
final class SqlCommand implements Callable<Integer> {
  @ParentCommand private Cif cif;

  @ArgGroup(multiplicity = "1")
  private Script script;

  @Mixin private HiveOptions hiveOptions;

  @Mixin private JsonOption json;

  /** Source of the SQL. */
  static final class Script {
    @Option(names = "-e", paramLabel = "SQL", description = "Statements, divided by semicolons.")
    private String text;

    @Option(
        names = "-f",
        paramLabel = "FILE",
        description = "A file of statements; - is standard input.")
    private String file;

    String read() throws IOException, CommandException {
      if (text != null) {
        return text;
      }
      if (file.equals("-")) {
        return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
      }
      try {
        return Files.readString(Path.of(file));
      } catch (NoSuchFileException e) {
        throw new CommandException(file + ": there is no such file", e);
      }
    }
  }

  @Override
  public Integer call() throws IOException, CommandException, UsageException {
    List<Statements.Statement> statements;
    try {
      statements = Statements.split(script.read());
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage(), e);
    }
    try (EmbeddedHive hive = open()) {
      for (int i = 0; i < statements.size(); i++) {
        String sql = statements.get(i).sql();
        String what = "running statement " + (i + 1) + " of " + statements.size();
        print(Progress.waiting(cif.err(), what, () -> hive.run(sql)));
      }
    } catch (HiveStatementException e) {
      throw new CommandException(e.getMessage(), e);
    }
    return Cif.OK;
  }

  private EmbeddedHive open() throws IOException {
    return Progress.waiting(
        cif.err(), "starting Hive", () -> EmbeddedHive.open(hiveOptions.options()));
  }

  private void print(Result result) throws IOException {
    String seconds = String.format(Locale.ROOT, "%.2f s", result.seconds());
    if (result.columns().isEmpty()) {
      cif.err().println("(" + seconds + ")");
      return;
    }
    TextTable table = new TextTable(result.columns().stream().map(SqlCommand::heading).toList());
    for (Object[] row : result.rows()) {
      Cell[] cells = new Cell[result.columns().size()];
      for (int i = 0; i < cells.length; i++) {
        cells[i] = i < row.length ? cell(row[i]) : Cell.text("");
      }
      table.add(cells);
    }
    json.printAsNamed(cif.out(), table);
    cif.err().println("(" + Amounts.count(result.rows().size(), "row") + ", " + seconds + ")");
  }

  private static String heading(Result.Column column) {
    boolean number = column.type().matches("tinyint|smallint|int|bigint|float|double|decimal.*");
    return (number ? ">" : "") + column.name();
  }

  private static Cell cell(Object value) {
    if (value == null) {
      return new Cell("NULL", null);
    }
    String text =
        value instanceof byte[] bytes
            ? new String(bytes, StandardCharsets.UTF_8)
            : value.toString();
    return new Cell(text, isPlain(value) ? value : text);
  }

  /** Returns true if JSON has a plain value for it. */
  private static boolean isPlain(Object value) {
    return value instanceof Boolean
        || (value instanceof Number number && Double.isFinite(number.doubleValue()));
  }
}
