package dev.cif.embedded;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.DataSet;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.Scan;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Rows of a table's folder, as a reader has them that knows no metastore. */
final class FolderRows {
  private FolderRows() {}

  static DataSet data(java.nio.file.Path folder) throws IOException {
    Path path = new Path(folder.toUri());
    return DataSet.read(path.getFileSystem(new Configuration()), path, ReadOptions.UNCACHED);
  }

  /** Returns names and types of the columns, in order. */
  static List<String> columns(java.nio.file.Path folder) throws IOException {
    return all(data(folder)).stream().map(column -> column.name() + " " + column.type()).toList();
  }

  private static List<Column> all(DataSet data) {
    List<Column> columns = new ArrayList<>(data.columns());
    columns.addAll(data.folders());
    return columns;
  }

  /** Returns the rows as Hive's client shows them, sorted. */
  static List<String> rows(java.nio.file.Path folder) throws IOException {
    DataSet data = data(folder);
    Map<String, CifType> types = new HashMap<>();
    all(data).forEach(column -> types.put(column.name(), column.type()));
    List<String> rows = new ArrayList<>();
    for (FoundSplit found : data.splits()) {
      try (SplitReader split =
          found.read(ReadOptions.UNCACHED, data.columnsOf(found.directory()))) {
        Scan scan = Scan.of(split).types((column, stored) -> types.get(column)).open();
        while (scan.next(1024)) {
          List<ColumnVector> vectors = new ArrayList<>();
          for (Column column : all(data)) {
            vectors.add(scan.column(path(column)).values());
          }
          for (int i = 0; i < scan.count(); i++) {
            List<String> cells = new ArrayList<>();
            for (ColumnVector vector : vectors) {
              cells.add(text(Value.of(vector, i)));
            }
            rows.add(String.join("\t", cells));
          }
        }
      }
    }
    return rows.stream().sorted().toList();
  }

  private static ColumnPath path(Column column) {
    return ColumnPath.of(column.name());
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
