package dev.cif.embedded;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.scan.DataSet;
import dev.cif.format.scan.DescribedTable;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.schema.TableDescription;
import dev.cif.format.tables.TableRows;
import dev.cif.format.value.Value;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Rows of a table's folder, as a reader has them that knows no metastore. */
final class FolderRows {
  private FolderRows() {}

  static DataSet data(java.nio.file.Path folder) throws IOException {
    Path path = new Path(folder.toUri());
    return DataSet.read(path.getFileSystem(new Configuration()), path, ReadOptions.UNCACHED);
  }

  /** Returns what the table file says. */
  static TableDescription described(java.nio.file.Path folder) throws IOException {
    Path path = new Path(folder.toUri());
    return DescribedTable.forShow(path.getFileSystem(new Configuration()), path).description();
  }

  /** Returns the rows that count by the metastore at a place, sorted. */
  static List<String> committed(java.nio.file.Path folder, String metastore) throws IOException {
    Path path = new Path(folder.toUri());
    Configuration conf = new Configuration();
    conf.set("hive.metastore.uris", metastore);
    FileSystem fs = path.getFileSystem(conf);
    DescribedTable table = DescribedTable.findCommitted(fs, path, conf);
    List<FoundSplit> splits = table.splits(fs, path, true, ReadOptions.UNCACHED);
    return rows(new DataSet(path, splits, table.columns(), table.partitionColumns(), table, 0, 0));
  }

  /** Returns names and types of the columns, in order. */
  static List<String> columns(java.nio.file.Path folder) throws IOException {
    return TableRows.columns(data(folder)).stream()
        .map(column -> column.name() + " " + column.type())
        .toList();
  }

  /** Returns the rows as Hive's client shows them, sorted. */
  static List<String> rows(java.nio.file.Path folder) throws IOException {
    return rows(data(folder));
  }

  private static List<String> rows(DataSet data) throws IOException {
    return TableRows.read(
            data,
            null,
            values -> {
              List<String> cells = new ArrayList<>();
              for (Value value : values) {
                cells.add(text(value));
              }
              return String.join("\t", cells);
            })
        .stream()
        .sorted()
        .toList();
  }

  private static String text(Value value) {
    if (value == null || value.isNull()) {
      return "NULL";
    }
    return switch (value.type().kind()) {
      case TINYINT, SMALLINT, INT, BIGINT -> Long.toString(value.asLong());
      case DECIMAL -> value.asDecimal().toPlainString();
      case DOUBLE -> Double.toString(value.asDouble());
      case DATE -> LocalDate.ofEpochDay(value.asLong()).toString();
      case STRING, VARCHAR, CHAR -> value.asString();
      default -> throw new IllegalArgumentException(value.type().toString());
    };
  }
}
