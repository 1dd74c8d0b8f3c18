package dev.cif.format.read;

import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.TableDescription;
import dev.cif.format.schema.TableDescription.TableColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Changes of the columns in a table file, for writers that no metastore tells. The columns keep
 * their values, as {@link ColumnProperties} says.
 */
public final class TableColumnsChange {
  private TableColumnsChange() {}

  /**
   * Returns the table with one more column.
   *
   * @throws IllegalArgumentException if it has the column, or a metastore decides
   */
  public static TableDescription with(TableDescription table, String name, CifType type) {
    expectFree(table, "column '" + name + "' can't be added");
    List<TableColumn> columns = new ArrayList<>(table.columns());
    columns.add(new TableColumn(name, type, null, null));
    return of(table, columns);
  }

  /** Returns the table without a column. */
  public static TableDescription without(TableDescription table, String name) {
    expectFree(table, "column '" + name + "' can't be dropped");
    List<TableColumn> columns = new ArrayList<>(table.columns());
    columns.removeIf(column -> CifSchema.foldCase(column.name()).equals(CifSchema.foldCase(name)));
    return of(table, columns);
  }

  private static TableDescription of(TableDescription table, List<TableColumn> columns) {
    Map<String, String> properties = TableProperties.of(table);
    List<String> after = columns.stream().map(TableColumn::name).toList();
    ColumnProperties.replaced(properties, table.names(), after);
    return TableProperties.describe(
        table.owner(),
        columns,
        table.partitionColumns(),
        table.partitions(),
        table.transactional(),
        properties);
  }

  private static void expectFree(TableDescription table, String what) {
    if (table.owner() != null) {
      throw new IllegalArgumentException(
          what
              + " here: table "
              + table.owner()
              + " of the metastore decides; use ALTER TABLE there");
    }
  }
}
