package dev.cif.cli.command;

import dev.cif.cli.query.ColumnPaths;
import dev.cif.cli.query.Condition;
import dev.cif.cli.query.QueryException;
import dev.cif.cli.query.TableQuery;
import dev.cif.cli.query.TableSchema;
import dev.cif.format.scan.ColumnPath;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Command {@code cif cat}: prints rows. */
@Command(
    name = "cat",
    description = "Prints rows of a table.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Column expressions: name, name['key'] of a map, name.field of a struct, name[0] of an array",
      "or of a map with whole numbers as keys; any of them behind another. `name` in back-ticks is",
      "taken as it is.",
      "",
      "EXPR: comparisons (= != <> < <= > >= <=>), IN (...), BETWEEN ... AND ..., LIKE '..%%',",
      "IS [NOT] NULL, AND, OR, NOT, parentheses; literals 12, 1.5, 'text', TRUE, FALSE, NULL,",
      "DATE '2020-12-31', TIMESTAMP '2020-12-31 23:59:59'.",
    })
final class CatCommand implements Callable<Integer> {
  private static final int ROWS_BETWEEN_CHECKS = 256;

  @ParentCommand private Cif cif;

  @Parameters(paramLabel = "DIR", description = "A table's folder, or one split-directory.")
  private String directory;

  @Option(
      names = "--columns",
      paramLabel = "A,B['k'],..",
      description = "Column expressions; all columns if not given.")
  private String columns;

  @Option(names = "--where", paramLabel = "EXPR", description = "Which rows; all if not given.")
  private String where;

  @Option(names = "--limit", paramLabel = "N", description = "Stops after so many rows.")
  private Long limit;

  @Option(
      names = "--format",
      paramLabel = "jsonl|csv",
      defaultValue = "jsonl",
      description =
          "One JSON object a row, or comma-separated values under a header; ${DEFAULT-VALUE} by"
              + " default.")
  private RowFormat format;

  @Mixin private MetastoreOption metastore;

  @Override
  public Integer call() throws IOException, QueryException, UsageException {
    if (limit != null && limit < 0) {
      throw new UsageException("--limit " + limit + ": 0 or more rows");
    }
    List<ColumnPath> paths = columns == null ? null : ColumnPaths.parseList(columns);
    Condition condition = where == null ? null : Condition.parse(where);
    Path path = cif.path(directory);
    metastore.addTo(cif.conf());
    FileSystem fs = cif.fileSystem(path);
    TableSchema table = cif.readSchema(fs, path);
    if (paths == null) {
      paths = table.readable().columns().stream().map(c -> ColumnPath.of(c.name())).toList();
    }
    TableQuery scan = new TableQuery(table, paths, condition);
    try (RowPrinter printer = format.printer(cif.out(), paths)) {
      print(scan, printer);
    }
    return Cif.OK;
  }

  private void print(TableQuery scan, RowPrinter printer) throws IOException {
    long wanted = limit == null ? Long.MAX_VALUE : limit;
    if (wanted == 0) {
      return;
    }
    long[] printed = new long[1];
    scan.run(
        row -> {
          printer.row(row);
          printed[0]++;
          // A reader that has gone away, such as head, ends the scan; checking also flushes.
          boolean gone = printed[0] % ROWS_BETWEEN_CHECKS == 0 && cif.out().checkError();
          return printed[0] < wanted && !gone;
        });
  }
}
