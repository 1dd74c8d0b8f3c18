package dev.cif.hive.alter;

import dev.cif.format.read.ColumnProperties;
import dev.cif.format.schema.CifSchema;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Table;

/** Applies a change of columns to the properties of a table that is not stored yet. */
final class ChangedColumns {
  private ChangedColumns() {}

  /** Returns the names of a table's columns. */
  static List<String> names(Table table) {
    List<String> names = new ArrayList<>();
    for (FieldSchema column : table.getTTable().getSd().getCols()) {
      names.add(CifSchema.foldCase(column.getName()));
    }
    return names;
  }

  /**
   * Updates the properties after columns were added, dropped or moved.
   *
   * @param table the table after the change
   * @param before names of the columns before it
   */
  static void replaced(Table table, List<String> before) throws HiveException {
    try {
      ColumnProperties.replaced(table.getParameters(), before, names(table));
    } catch (IllegalArgumentException e) {
      throw new HiveException(e.getMessage(), e);
    }
  }

  /**
   * Updates the properties after a column was changed: its name, or only its type, comment or
   * position.
   */
  static void renamed(Table table, List<String> before, String from, String to)
      throws HiveException {
    try {
      ColumnProperties.renamed(table.getParameters(), before, from, to);
    } catch (IllegalArgumentException e) {
      throw new HiveException(e.getMessage(), e);
    }
  }
}
