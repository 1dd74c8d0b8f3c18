package dev.cif.hive.table;

import dev.cif.format.read.TableColumns;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.ColumnKeys;
import java.util.List;
import java.util.function.UnaryOperator;

/** Columns of a table of Hive's, with their keys and defaults from the table's properties. */
public final class HiveTableColumns {
  private HiveTableColumns() {}

  /**
   * Returns the columns.
   *
   * @param names names of the columns, or of those that matter
   * @param types types of the first of them; the others have no default
   * @param properties properties of the table
   * @throws IllegalArgumentException naming the property that is not allowed
   */
  public static TableColumns of(
      List<String> names, List<CifType> types, UnaryOperator<String> properties) {
    return TableColumns.of(
        names, ColumnKeys.fromProperties(properties), ColumnDefaults.of(names, types, properties));
  }

  /**
   * Returns the columns, for readers of the table.
   *
   * @throws CifException naming the table, and the property that is not allowed
   */
  public static TableColumns ofTable(
      String table, List<String> names, List<CifType> types, UnaryOperator<String> properties)
      throws CifException {
    try {
      return of(names, types, properties);
    } catch (IllegalArgumentException e) {
      throw new CifException("table " + table + ": " + e.getMessage(), e);
    }
  }
}
