package dev.cif.hive.table;

import dev.cif.format.read.TableColumns;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifType;
import java.util.List;
import java.util.function.UnaryOperator;

/** Columns of a table of Hive's, with their keys and defaults from the table's properties. */
public final class HiveTableColumns {
  private HiveTableColumns() {}

  /**
   * Returns the columns, for readers of the table.
   *
   * @throws CifException naming the table, and the property that is not allowed
   */
  public static TableColumns ofTable(
      String table, List<String> names, List<CifType> types, UnaryOperator<String> properties)
      throws CifException {
    try {
      return TableColumns.fromProperties(names, types, properties);
    } catch (IllegalArgumentException e) {
      throw new CifException("table " + table + ": " + e.getMessage(), e);
    }
  }
}
