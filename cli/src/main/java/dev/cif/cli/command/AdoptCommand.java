package dev.cif.cli.command;

import dev.cif.cli.source.SchemaText;
import dev.cif.cli.text.Amounts;
import dev.cif.embedded.io.LocalFiles;
import dev.cif.format.commit.TableFiles;
import dev.cif.format.commit.TableOwner;
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
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/**
 * Command {@code cif adopt}: writes the first table file of a data set, or of a table of Hive's.
 */
@Command(
    name = "adopt",
    description =
        "Writes the table file of a data set that has none, or of a table of Hive's metastore.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "From then on all readers have these columns, in this order and with these types."
          + " Those of a folder are what its schema files have. Those of db.table are what the"
          + " metastore has, as the table's next ALTER TABLE would write them: names, types,"
          + " defaults, partitions. Run no statement that changes the table meanwhile.",
      "",
      "With --metastore, or where no folder has this name, db.table is a table. Without"
          + " --metastore, hive-site.xml in HADOOP_CONF_DIR or HIVE_CONF_DIR names the metastore.",
      "",
      "  cif adopt pages --partitions \"day date, hour int\"",
      "  cif adopt web.pages --metastore thrift://host:9083"
    })
final class AdoptCommand implements Callable<Integer> {
  private static final Pattern TABLE = Pattern.compile("[^./:]+\\.[^./:]+");

  @ParentCommand private Cif cif;

  @Parameters(
      paramLabel = "DIR|db.table",
      description = "The data set's folder, or the table's name.")
  private String directory;

  @Option(
      names = "--partitions",
      paramLabel = "COLUMNS",
      description = "Types of columns that are folders key=value. Others are strings.")
  private String partitions;

  @Option(
      names = "--metastore",
      paramLabel = "URI",
      description = "The metastore that has the table db.table, as thrift://host:9083.")
  private String metastore;

  @Override
  public Integer call() throws IOException, UsageException, CommandException {
    CifSchema types = types();
    if (metastore != null && !TABLE.matcher(directory).matches()) {
      throw new UsageException(
          "'" + directory + "' is no name of a table: with --metastore give database.table");
    }
    Path folder = cif.path(directory);
    FileSystem fs = cif.fileSystem(folder);
    if (metastore != null || (TABLE.matcher(directory).matches() && !fs.exists(folder))) {
      adoptTable();
    } else {
      adoptFolder(fs, folder, types);
    }
    return Cif.OK;
  }

  private void adoptTable() throws IOException, UsageException, CommandException {
    if (partitions != null) {
      throw new UsageException(
          "--partitions is for folders: the metastore has the types of " + directory);
    }
    // Hive's classes ask Hadoop for the file system: it is to start no process for each file.
    cif.conf().setIfUnset("fs.file.impl", LocalFiles.class.getName());
    if (metastore != null) {
      cif.conf().set("hive.metastore.uris", metastore);
    }
    TableOwner.Adopted adopted =
        Progress.waiting(
            cif.err(), "asking the metastore", () -> TableOwner.ask(cif.conf(), directory));
    if (adopted == null) {
      throw new CommandException(
          directory
              + ": there is no such folder; if it is a table of Hive's, name its metastore by"
              + " --metastore thrift://host:9083");
    }
    report(adopted.folder(), adopted.table(), adopted.isWritten() ? "written" : "as it was");
  }

  private void adoptFolder(FileSystem fs, Path folder, CifSchema types)
      throws IOException, CommandException {
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
    report(folder, table, "written");
  }

  private void report(Path folder, TableDescription table, String state) {
    cif.out()
        .println(
            TableFiles.file(folder)
                + ": "
                + Amounts.count(table.columns().size(), "column")
                + " and "
                + Amounts.count(table.partitionColumns().size(), "partition column")
                + "; "
                + state
                + ", revision "
                + table.revision());
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
