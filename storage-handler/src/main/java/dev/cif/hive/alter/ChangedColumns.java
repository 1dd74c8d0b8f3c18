package dev.cif.hive.alter;

import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.ColumnDefaults;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.ColumnKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Table;

/**
 * Applies a change of columns to the properties of a table that is not stored yet. A table has keys
 * from the first rename or drop on; before, names identify the columns as well.
 */
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
    List<String> after = names(table);
    Map<String, String> properties = table.getParameters();
    List<String> dropped = new ArrayList<>(before);
    dropped.removeAll(after);
    NamedColumns.expectNone(properties, dropped);
    ColumnKeys keys = keys(table, before, !dropped.isEmpty());
    if (keys != null) {
      keys.withColumns(after).putInto(properties);
    }
    for (String column : dropped) {
      // A later column of the same name is a different one.
      columnProperties(column).values().forEach(properties::remove);
    }
  }

  /**
   * Updates the properties after a column was changed: its name, or only its type, comment or
   * position.
   */
  static void renamed(Table table, List<String> before, String from, String to)
      throws HiveException {
    boolean isRenamed = !CifSchema.foldCase(from).equals(CifSchema.foldCase(to));
    Map<String, String> properties = table.getParameters();
    ColumnKeys keys = keys(table, before, isRenamed);
    if (keys != null) {
      keys.renamed(from, to).putInto(properties);
    }
    if (isRenamed) {
      NamedColumns.rename(properties, from, to);
      Map<String, String> old = columnProperties(from);
      columnProperties(to)
          .forEach(
              (property, ofColumn) -> {
                String value = properties.remove(old.get(property));
                if (value == null) {
                  properties.remove(ofColumn);
                } else {
                  properties.put(ofColumn, value);
                }
              });
    }
  }

  /** Returns the keys of a table before its change; null if it has none, and needs none. */
  private static ColumnKeys keys(Table table, List<String> before, boolean isNeeded)
      throws HiveException {
    ColumnKeys keys;
    try {
      keys = ColumnKeys.fromProperties(table.getParameters()::get);
    } catch (IllegalArgumentException e) {
      throw new HiveException(e.getMessage(), e);
    }
    if (keys == null) {
      return isNeeded ? ColumnKeys.of(before) : null;
    }
    // There may have been changes without CIF's hook.
    return keys.withColumns(before);
  }

  /** Returns the properties of a column, by those of the table. */
  private static Map<String, String> columnProperties(String column) {
    Map<String, String> properties = new TreeMap<>();
    for (String property : WriteOptions.COLUMN_PROPERTIES) {
      properties.put(property, property + "." + CifSchema.foldCase(column));
    }
    properties.put(ColumnDefaults.DEFAULT, ColumnDefaults.property(column));
    return properties;
  }
}
