package dev.cif.cli.command;

import dev.cif.cli.query.ColumnPaths;
import dev.cif.cli.query.QueryException;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Command {@code cif get}: looks rows up by key. */
@Command(
    name = "get",
    description = "Looks up the rows of a table that have a key.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "A key is the values of one column or several, of which a row has all: --key a=1,b=2. A value",
      "with a comma stands in single quotes, in which '' is a quote. Folders key=value are columns.",
      "Finds rows by the least and largest values of splits and blocks, and by filters: it is fast",
      "where the rows are sorted by the key (cif.sort.by), or nearly, or where the key has a filter",
      "(cif.filters). Of other columns it reads only the blocks with the rows.",
      "",
      "  cif get pages --key day=2026-11-24,id=42 --columns url,content",
    })
final class GetCommand implements Callable<Integer> {
  private static final Pattern PART = Pattern.compile("([^=,]+)=('(?:[^']|'')*'|(?!')[^,]*)(,|$)");

  @ParentCommand private Cif cif;

  @Parameters(paramLabel = "DIR", description = "A table's folder.")
  private String directory;

  @Option(
      names = "--key",
      required = true,
      paramLabel = "A=1,B=2,..",
      description = "Values that a row has; may be given several times, for several keys.")
  private List<String> keys;

  @Option(
      names = "--columns",
      paramLabel = "A,B['k'],..",
      description = "Column expressions; all columns if not given.")
  private String columns;

  @Option(
      names = "--format",
      paramLabel = "jsonl|csv",
      defaultValue = "jsonl",
      description =
          "One JSON object a row, or comma-separated values under a header; ${DEFAULT-VALUE} by default.")
  private RowFormat format;

  @Mixin private MetastoreOption metastore;

  @Override
  public Integer call() throws IOException, QueryException, UsageException {
    List<ColumnPath> paths = columns == null ? null : ColumnPaths.parseList(columns);
    Path path = cif.path(directory);
    metastore.addTo(cif.conf());
    try (Table table = Table.open(cif.fileSystem(path), path, ReadOptions.DEFAULT)) {
      if (paths == null) {
        paths = table.columns().stream().map(ColumnPath::of).toList();
      }
      List<Map<String, Object>> wanted = new ArrayList<>();
      for (String key : keys) {
        wanted.add(key(table, key));
      }
      try (RowPrinter printer = format.printer(cif.out(), paths)) {
        table.lookup(
            wanted,
            paths,
            row -> {
              printer.row(row);
              return true;
            });
      }
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage(), e);
    }
    return Cif.OK;
  }

  private static Map<String, Object> key(Table table, String text) throws UsageException {
    Map<String, Object> key = new LinkedHashMap<>();
    Matcher part = PART.matcher(text);
    int at = 0;
    while (part.find() && part.start() == at) {
      String column = part.group(1).strip();
      String value = part.group(2);
      if (value.startsWith("'")) {
        value = value.substring(1, value.length() - 1).replace("''", "'");
      }
      if (key.put(column, table.literal(column, value)) != null) {
        throw new UsageException("--key " + text + ": " + column + " stands there twice");
      }
      at = part.end();
      if (part.group(3).isEmpty()) {
        break;
      }
    }
    if (at < text.length() || text.endsWith(",") || key.isEmpty()) {
      throw new UsageException("--key " + text + ": expected a=1,b=2");
    }
    return key;
  }
}
