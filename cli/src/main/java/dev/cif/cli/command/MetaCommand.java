package dev.cif.cli.command;

import dev.cif.cli.command.TableReport.ColumnTotals;
import dev.cif.cli.command.TableReport.Split;
import dev.cif.cli.query.TableSchema;
import dev.cif.cli.text.Amounts;
import dev.cif.cli.text.TextTable;
import dev.cif.format.scan.DescribedTable;
import dev.cif.format.schema.TableDescription;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Command {@code cif meta}: prints a table's metadata, without reading its values. */
@Command(
    name = "meta",
    description = "Prints schema, splits, sizes, layouts and statistics of a table.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "A column that can't be read as the type in the table file is shown as it is stored, too. The"
          + " exit code is then 1, and standard error says where."
    })
final class MetaCommand implements Callable<Integer> {
  private static final int BOUND_WIDTH = 28;
  private static final int TYPE_WIDTH = 48;

  @ParentCommand private Cif cif;

  @Parameters(paramLabel = "DIR", description = "A table's folder, or one split-directory.")
  private String directory;

  @ArgGroup private Form form = new Form();

  /** Form of the output; tables if none is given. */
  private static final class Form {
    @Option(names = "--json", description = "Prints one JSON object instead of tables.")
    private boolean json;

    @Option(
        names = "--html",
        description = "Prints a page for a browser: columns and split-directories as a picture.")
    private boolean html;
  }

  @Override
  public Integer call() throws IOException, UsageException {
    Path path = cif.path(directory);
    FileSystem fs = cif.fileSystem(path);
    TableSchema table = cif.showSchema(fs, path);
    TableReport report;
    int splits = table.splits().size();
    try (Progress progress = Progress.counting(cif.err(), "read", "split", splits)) {
      report = TableReport.read(table, fs, path, form.html, progress::update);
    }
    cif.out()
        .print(
            form.json
                ? MetaJson.text(report)
                : form.html ? MetaPage.text(report) : text(report, table));
    if (report.troubles.isEmpty()) {
      return Cif.OK;
    }
    int more = report.troubles.size() - 1;
    cif.report(
        report.troubles.get(0)
            + (more == 0 ? "" : "; " + Amounts.count(more, "more split") + " can't be read"),
        null);
    return Cif.DATA_ERROR;
  }

  private static String text(TableReport report, TableSchema table) {
    StringBuilder out = new StringBuilder();
    long raw = report.columns.stream().mapToLong(c -> c.rawBytes).sum();
    out.append(report.path).append('\n');
    out.append(Amounts.count(report.splits.size(), "split")).append(", ");
    out.append(Amounts.count(report.rows, "row")).append(", ");
    out.append(Amounts.count(report.files, "column file")).append(" of ");
    out.append(Amounts.bytes(report.bytes)).append(" (");
    out.append(Amounts.bytes(raw)).append(" before encoding").append(ratio(raw, report.bytes));
    out.append(")\n");
    if (table.described() != null) {
      out.append(tableFile(table.described()));
    }
    out.append('\n');
    columns(report).print(out.append("Columns\n"));
    if (report.columns.stream().anyMatch(c -> !c.filters.isEmpty())) {
      filters(report).print(out.append("\nFilters\n"));
    }
    splits(report).print(out.append("\nSplits\n"));
    return out.toString();
  }

  private static String tableFile(DescribedTable table) {
    TableDescription description = table.description();
    StringBuilder out = new StringBuilder();
    out.append("table file of revision ").append(description.revision());
    if (description.owner() != null) {
      out.append(", of ").append(description.owner());
    }
    if (description.transactional() != null) {
      out.append(", transactional (")
          .append(description.transactional())
          .append("; rows that don't count are among these)");
    }
    String folders =
        description.partitionColumns().stream()
            .map(column -> column.name() + " " + column.type())
            .collect(Collectors.joining(", "));
    return out.append(folders.isEmpty() ? "" : ", partitioned by " + folders)
        .append('\n')
        .toString();
  }

  private static String ratio(long raw, long bytes) {
    return bytes == 0 ? "" : String.format(Locale.ROOT, ", %.1f : 1", raw / (double) bytes);
  }

  private static TextTable columns(TableReport report) {
    boolean hasParts = report.columns.stream().anyMatch(c -> c.partsBytes > 0);
    List<String> titles =
        new ArrayList<>(
            List.of(
                ">id",
                "name",
                "type",
                "layout",
                ">bytes",
                ">raw bytes",
                ">blocks",
                ">nulls",
                ">distinct",
                "min",
                "max"));
    boolean hasGroups = report.columns.stream().anyMatch(c -> !c.groupFiles.isEmpty());
    if (hasGroups) {
      titles.add("group file");
    }
    if (hasParts) {
      titles.add("parts");
    }
    boolean isStored = report.columns.stream().anyMatch(c -> !c.storedOn.isEmpty());
    if (isStored) {
      titles.addAll(List.of("storage policy", "stored on"));
    }
    TextTable table = new TextTable(titles);
    for (ColumnTotals c : report.columns) {
      String type = c.column.type().toString();
      List<String> row = new ArrayList<>();
      row.add(Integer.toString(c.column.id()));
      row.add(c.column.name());
      row.add(
          (type.length() > TYPE_WIDTH ? type.substring(0, TYPE_WIDTH - 3) + "..." : type)
              + (c.otherTypes.isEmpty() ? "" : " (also " + String.join(", ", c.otherTypes) + ")"));
      row.add(String.join(", ", c.layouts));
      row.add(Amounts.count(c.bytes));
      row.add(Amounts.count(c.rawBytes));
      row.add(Amounts.count(c.blocks));
      row.add(Amounts.count(c.nulls));
      row.add(distinct(c));
      row.add(
          c.hasBounds() ? Bounds.shortText(c.column.type(), c.min, c.minExact, BOUND_WIDTH) : "-");
      row.add(
          c.hasBounds() ? Bounds.shortText(c.column.type(), c.max, c.maxExact, BOUND_WIDTH) : "-");
      if (hasGroups) {
        row.add(c.groupFiles.isEmpty() ? "-" : String.join(", ", c.groupFiles));
      }
      if (hasParts) {
        row.add(c.partsBytes == 0 ? "-" : parts(c));
      }
      if (isStored) {
        row.add(String.join(", ", c.policies));
        row.add(storedOn(c));
      }
      table.add(row.toArray(new String[0]));
    }
    return table;
  }

  /** Returns the number of distinct values; from about 100 on it is an estimate. */
  private static String distinct(ColumnTotals c) {
    return c.distinct == null
        ? "-"
        : (c.distinct.isExact() ? "" : "~") + Amounts.count(c.distinct.estimate());
  }

  /** Returns the bytes on each kind of volume. */
  private static String storedOn(ColumnTotals c) {
    return c.storedOn.entrySet().stream()
        .map(type -> type.getKey() + " " + Amounts.bytes(type.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** Returns the number of parts with statistics, and the bytes of these. */
  private static String parts(ColumnTotals c) {
    return Amounts.count(c.parts) + ", " + Amounts.bytes(c.partsBytes);
  }

  private static TextTable filters(TableReport report) {
    TextTable table = new TextTable(List.of("key", ">splits", ">bytes"));
    for (ColumnTotals c : report.columns) {
      c.filters.forEach(
          (key, of) -> table.add(key, Amounts.count(of.splits), Amounts.count(of.bytes)));
    }
    return table;
  }

  private static TextTable splits(TableReport report) {
    boolean areSorted = report.splits.stream().anyMatch(s -> !s.sortedBy().isEmpty());
    List<String> titles = new ArrayList<>(List.of("split-directory", ">rows", ">files", ">bytes"));
    if (report.deletedRows > 0) {
      titles.add(2, ">deleted");
    }
    if (areSorted) {
      titles.add("sorted by");
    }
    TextTable table = new TextTable(titles);
    for (Split s : report.splits) {
      List<String> row = new ArrayList<>();
      row.add(name(report, s));
      row.add(Amounts.count(s.rows()));
      if (report.deletedRows > 0) {
        row.add(Amounts.count(s.deletedRows()));
      }
      row.add(Amounts.count(s.files()));
      row.add(Amounts.count(s.bytes()));
      if (areSorted) {
        row.add(s.sortedBy().isEmpty() ? "-" : s.sortedBy());
      }
      table.add(row.toArray(new String[0]));
    }
    return table;
  }

  /** Returns the split's path below the table's folder. */
  private static String name(TableReport report, Split split) {
    String whole = split.path().toUri().getPath();
    String folder = report.path.toUri().getPath();
    int at = whole.indexOf(folder);
    String below = at < 0 ? whole : whole.substring(at + folder.length());
    return below.isEmpty() ? split.path().getName() : below.replaceFirst("^/", "");
  }
}
