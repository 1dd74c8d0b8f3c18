package dev.cif.format.read;

import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.ColumnKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Applies a change of a table's columns to the table's properties, so that the columns keep their
 * values. A table has keys from the first rename or drop on; before, names identify the columns as
 * well (FORMAT.md section 3.1).
 */
public final class ColumnProperties {
  private ColumnProperties() {}

  /**
   * Updates the properties for columns that were added, dropped or moved.
   *
   * @param before names of the columns before the change
   * @param after names of the columns after it
   * @throws IllegalArgumentException if a property names a column that is dropped, or is not
   *     allowed
   */
  public static void replaced(
      Map<String, String> properties, List<String> before, List<String> after) {
    List<String> dropped = new ArrayList<>(before);
    dropped.removeAll(after);
    NamedColumns.expectNone(properties, dropped);
    ColumnKeys keys = keys(properties, before, !dropped.isEmpty());
    if (keys != null) {
      keys.withColumns(after).putInto(properties);
    }
    for (String column : dropped) {
      // A later column of the same name is a different one.
      ofColumn(column).values().forEach(properties::remove);
    }
  }

  /**
   * Updates the properties for a column that was changed: its name, or only its type, comment or
   * position.
   *
   * @param before names of the columns before the change
   * @throws IllegalArgumentException if a property names the column and can't name it anew, or is
   *     not allowed
   */
  public static void renamed(
      Map<String, String> properties, List<String> before, String from, String to) {
    boolean isRenamed = !CifSchema.foldCase(from).equals(CifSchema.foldCase(to));
    ColumnKeys keys = keys(properties, before, isRenamed);
    if (keys != null) {
      keys.renamed(from, to).putInto(properties);
    }
    if (isRenamed) {
      NamedColumns.rename(properties, from, to);
      Map<String, String> old = ofColumn(from);
      ofColumn(to)
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
  private static ColumnKeys keys(
      Map<String, String> properties, List<String> before, boolean isNeeded) {
    ColumnKeys keys = ColumnKeys.fromProperties(properties::get);
    if (keys == null) {
      return isNeeded ? ColumnKeys.of(before) : null;
    }
    // There may have been changes of which CIF was not told.
    return keys.withColumns(before);
  }

  /** Returns the properties of a column, by those of the table. */
  private static Map<String, String> ofColumn(String column) {
    Map<String, String> properties = new TreeMap<>();
    for (String property : WriteOptions.COLUMN_PROPERTIES) {
      properties.put(property, property + "." + CifSchema.foldCase(column));
    }
    properties.put(ColumnDefaults.DEFAULT, ColumnDefaults.property(column));
    return properties;
  }
}
