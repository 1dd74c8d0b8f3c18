package dev.cif.format.tables;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.DataSet;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Scan;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Rows of a folder, with the columns that its table file says, or its schema files. */
public final class TableRows {
  /**
   * Makes something of a row.
   *
   * @param <T> what is made
   */
  public interface Row<T> {
    T of(List<Value> values) throws IOException;
  }

  private TableRows() {}

  /** Returns all columns: those with files, and then those that are folders. */
  public static List<Column> columns(DataSet data) {
    List<Column> columns = new ArrayList<>(data.columns());
    columns.addAll(data.folders());
    return columns;
  }

  /** Reads the rows with all columns; {@code condition} may be null. */
  public static <T> List<T> read(DataSet data, Predicate condition, Row<T> row) throws IOException {
    List<Column> columns = columns(data);
    Map<String, CifType> types = new HashMap<>();
    columns.forEach(column -> types.put(fold(column.name()), column.type()));
    List<T> rows = new ArrayList<>();
    for (FoundSplit found : data.splits()) {
      try (SplitReader split =
          found.read(ReadOptions.UNCACHED, data.columnsOf(found.directory()))) {
        Scan.Builder wishes = Scan.of(split).types((column, stored) -> types.get(fold(column)));
        Scan scan = condition == null ? wishes.open() : wishes.filter(condition).open();
        while (scan.next(1024)) {
          List<ColumnVector> vectors = new ArrayList<>();
          for (Column column : columns) {
            ColumnPath path = new ColumnPath(column.name(), column.name(), List.of());
            vectors.add(scan.column(path).values());
          }
          for (int i = 0; i < scan.count(); i++) {
            List<Value> values = new ArrayList<>();
            for (ColumnVector vector : vectors) {
              values.add(Value.of(vector, i));
            }
            rows.add(row.of(values));
          }
        }
      }
    }
    return rows;
  }

  private static String fold(String name) {
    return CifSchema.foldCase(name);
  }
}
