package dev.cif.cli.command;

import dev.cif.cli.impala.AnchorTableDdl;
import dev.cif.cli.impala.Anchors;
import dev.cif.cli.impala.PartColumn;
import dev.cif.cli.impala.PartitionColumn;
import dev.cif.cli.query.QueryException;
import dev.cif.cli.query.TableSchema;
import dev.cif.cli.text.Amounts;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Command {@code cif impala-anchors}: makes a table readable by Impala's native scanner. */
@Command(
    name = "impala-anchors",
    description = "Writes the files by which Impala's scanner plug-in finds a table.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Writes one small .lz4 file for each split-directory, in the same folders of partitions, and",
      "removes those of split-directories that are gone. To be run again when the table has"
          + " changed,",
      "followed by REFRESH (or ALTER TABLE ... RECOVER PARTITIONS) in Impala. Prints the DDL of"
          + " the",
      "table in Impala on standard output. See docs/IMPALA.md.",
    })
final class ImpalaAnchorsCommand implements Callable<Integer> {
  @ParentCommand private Cif cif;

  @Parameters(paramLabel = "TABLE_DIR", description = "A table's folder.")
  private String directory;

  @Option(
      names = "--to",
      paramLabel = "ANCHOR_DIR",
      required = true,
      description = "A folder for the anchors alone, in the same file system, not in the table.")
  private String to;

  @Option(
      names = "--table",
      paramLabel = "NAME",
      description = "The table's name in the DDL; the folder's name and _impala if not given.")
  private String name;

  @Option(
      names = "--column",
      paramLabel = "NAME=EXPR",
      description =
          "Adds a column that is a part of a map or struct, such as"
              + " type=metadata['content-type']. May be repeated.")
  private Map<String, String> columns = new LinkedHashMap<>();

  @Override
  public Integer call() throws IOException, UsageException, QueryException, CommandException {
    Path table = cif.path(directory);
    FileSystem fs = cif.fileSystem(table);
    table = fs.makeQualified(table);
    Path anchors = cif.path(to);
    if (!cif.fileSystem(anchors).getUri().equals(fs.getUri())) {
      throw new UsageException("--to " + to + ": anchors must be in the table's file system");
    }
    anchors = fs.makeQualified(anchors);
    List<Path> splits;
    try {
      splits = SplitDirectories.listStrictly(fs, table);
    } catch (FileNotFoundException e) {
      throw new CommandException(table + ": there is no such folder", e);
    }
    TableSchema read = splits.isEmpty() ? null : cif.readSchema(fs, table);
    CifSchema schema = read == null ? null : read.schema();
    List<PartColumn> parts = new ArrayList<>();
    if (schema != null) {
      for (Map.Entry<String, String> column : columns.entrySet()) {
        parts.add(PartColumn.of(column.getKey(), column.getValue(), schema));
      }
    }
    Anchors writer = new Anchors(fs, cif.conf(), table, anchors, parts);
    Anchors.Changes changes =
        Progress.waiting(cif.err(), "writing anchors", () -> writer.update(splits));
    cif.err()
        .println(
            Amounts.count(changes.written(), "anchor")
                + " written, "
                + Amounts.count(changes.unchanged())
                + " unchanged, "
                + Amounts.count(changes.removed())
                + " removed");
    if (schema != null) {
      String title = name == null ? "`" + table.getName() + "_impala`" : name;
      List<PartitionColumn> partitions = PartitionColumn.of(table, splits, read.described());
      cif.out()
          .print(AnchorTableDdl.of(title, schema, parts, partitions, anchors, rows(fs, splits)));
    }
    return Cif.OK;
  }

  private long rows(FileSystem fs, List<Path> splits) throws IOException {
    long rows = 0;
    int done = 0;
    try (Progress progress = Progress.counting(cif.err(), "counted", "split", splits.size())) {
      for (Path split : splits) {
        try (SplitReader reader = SplitReader.open(fs, split)) {
          rows += reader.liveRows();
        }
        progress.update(++done);
      }
    }
    return rows;
  }
}
