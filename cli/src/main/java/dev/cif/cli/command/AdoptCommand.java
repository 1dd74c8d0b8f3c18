package dev.cif.cli.command;

import dev.cif.cli.source.SchemaText;
import dev.cif.cli.text.Amounts;
import dev.cif.format.commit.TableFiles;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.scan.DataSet;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.TableDescription;
import dev.cif.format.schema.TableDescription.TableColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Command {@code cif adopt}: writes the first table file of a data set. */
@Command(
    name = "adopt",
    description = "Writes the table file of a data set that has none, from its schema files.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "From then on all readers have these columns, in this order and with these types. A table of",
      "Hive's needs none of this: its next ALTER TABLE writes the file.",
      "",
      "  cif adopt pages --partitions \"day date, hour int\""
    })
final class AdoptCommand implements Callable<Integer> {
  @ParentCommand private Cif cif;

  @Parameters(paramLabel = "DIR", description = "The data set's folder.")
  private String directory;

  @Option(
      names = "--partitions",
      paramLabel = "COLUMNS",
      description = "Types of columns that are folders key=value. Others are strings.")
  private String partitions;

  @Override
  public Integer call() throws IOException, UsageException, CommandException {
    CifSchema types = types();
    Path folder = cif.path(directory);
    FileSystem fs = cif.fileSystem(folder);
    TableDescription before = TableFiles.read(fs, folder);
    if (before != null) {
      throw new CommandException(
          TableFiles.file(folder) + " is there already, of revision " + before.revision());
    }
    DataSet data =
        Progress.waiting(
            cif.err(), "reading schema files", () -> DataSet.read(fs, folder, ReadOptions.DEFAULT));
    if (data.splits().isEmpty()) {
      throw new CommandException(
          folder + ": no split-directory is here; one is a folder with a file schema.cif");
    }
    TableDescription table;
    try {
      table =
          new TableDescription(
              1, null, columns(data), null, folders(data, types), List.of(), null, Map.of());
    } catch (IllegalArgumentException e) {
      throw new CommandException(folder + ": " + e.getMessage(), e);
    }
    TableFiles.update(fs, folder, other -> other == null ? table : other);
    cif.out()
        .println(
            TableFiles.file(folder)
                + ": "
                + Amounts.count(table.columns().size(), "column")
                + " and "
                + Amounts.count(table.partitionColumns().size(), "partition column"));
    return Cif.OK;
  }

  private CifSchema types() throws UsageException {
    try {
      return partitions == null
          ? CifSchema.of(List.of())
          : SchemaText.parse("--partitions", partitions);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage(), e);
    }
  }

  private static List<TableColumn> columns(DataSet data) {
    List<TableColumn> columns = new ArrayList<>();
    for (Column column : data.columns()) {
      columns.add(new TableColumn(column.name(), column.type(), null, null));
    }
    return columns;
  }

  private static List<TableColumn> folders(DataSet data, CifSchema types) throws CommandException {
    List<TableColumn> folders = new ArrayList<>();
    for (Column folder : data.folders()) {
      int i = types.indexOf(folder.name());
      folders.add(
          new TableColumn(
              folder.name(), i < 0 ? folder.type() : types.column(i).type(), null, null));
    }
    for (Column column : types.columns()) {
      if (data.folders().stream().noneMatch(f -> f.name().equalsIgnoreCase(column.name()))) {
        throw new CommandException(
            data.folder()
                + ": no folder has the name '"
                + column.name()
                + "='; there are "
                + data.keys());
      }
    }
    return folders;
  }
}
