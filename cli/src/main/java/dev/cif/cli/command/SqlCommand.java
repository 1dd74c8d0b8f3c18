package dev.cif.cli.command;

import dev.cif.cli.text.Amounts;
import dev.cif.cli.text.TextTable;
import dev.cif.embedded.EmbeddedHive;
import dev.cif.embedded.EmbeddedHive.Options;
import dev.cif.embedded.Engine;
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
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code cif sql}: runs SQL in an embedded Hive. */
@Command(
    name = "sql",
    description = "Runs SQL in a Hive inside this process.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Warehouse and metastore are kept under --home, so that later calls find the tables. Results",
      "go to standard output as tables, times to standard error. The first statement that fails",
      "ends the run with exit code 1."
    })
final class SqlCommand implements Callable<Integer> {
  @ParentCommand private Cif cif;

  @ArgGroup(multiplicity = "1")
  private Script script;

  @Option(
      names = "--home",
      paramLabel = "DIR",
      defaultValue = "cif-home",
      description = "The folder of warehouse and metastore; ${DEFAULT-VALUE} by default.")
  private Path home;

  @Option(
      names = "--engine",
      paramLabel = "tez|mr",
      defaultValue = "tez",
      description = "The execution engine; ${DEFAULT-VALUE} by default.")
  private Engine engine;

  @Option(
      names = "--transactions",
      description = "With transactional tables. Each statement takes longer, and none compacts.")
  private boolean transactions;

  @Option(
      names = "--hiveconf",
      paramLabel = "KEY=VALUE",
      description = "A Hive or Hadoop setting; may be given several times.")
  private Map<String, String> settings = Map.of();

  /** Where the SQL comes from. */
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
    String sql = script.read();
    List<Statements.Statement> statements;
    try {
      statements = Statements.split(sql);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage(), e);
    }
    Options options = Options.kept(home.toAbsolutePath()).withEngine(engine);
    if (transactions) {
      options = options.withTransactions();
    }
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      options = options.withConf(setting.getKey(), setting.getValue());
    }
    try (EmbeddedHive hive = EmbeddedHive.open(options)) {
      for (Statements.Statement statement : statements) {
        print(hive.run(statement.sql()));
      }
    } catch (HiveStatementException e) {
      throw new CommandException(e.getMessage(), e);
    }
    return Cif.OK;
  }

  private void print(Result result) {
    String seconds = String.format(Locale.ROOT, "%.2f s", result.seconds());
    if (result.columns().isEmpty()) {
      cif.err().println("(" + seconds + ")");
      return;
    }
    TextTable table = new TextTable(result.columns().stream().map(SqlCommand::heading).toList());
    for (Object[] row : result.rows()) {
      String[] cells = new String[result.columns().size()];
      for (int i = 0; i < cells.length; i++) {
        cells[i] = i < row.length ? cell(row[i]) : "";
      }
      table.add(cells);
    }
    StringBuilder out = new StringBuilder();
    table.print(out);
    cif.out().print(out);
    cif.out().flush();
    cif.err().println("(" + Amounts.count(result.rows().size(), "row") + ", " + seconds + ")");
  }

  private static String heading(Result.Column column) {
    boolean number = column.type().matches("tinyint|smallint|int|bigint|float|double|decimal.*");
    return (number ? ">" : "") + column.name();
  }

  private static String cell(Object value) {
    if (value == null) {
      return "NULL";
    }
    return value instanceof byte[] bytes
        ? new String(bytes, StandardCharsets.UTF_8)
        : value.toString();
  }
}
