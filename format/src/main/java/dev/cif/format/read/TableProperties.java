package dev.cif.format.read;

import dev.cif.format.schema.ColumnKeys;
import dev.cif.format.schema.TableDescription;
import dev.cif.format.schema.TableDescription.OutsidePartition;
import dev.cif.format.schema.TableDescription.TableColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Properties of a table of a metastore, which has no other place for keys and defaults of columns,
 * and the same facts in the form of a table file (FORMAT.md section 2.4).
 */
public final class TableProperties {
  /** Table property: revision of the table file that has the same content. */
  public static final String REVISION = "cif.table.revision";

  private TableProperties() {}

  /** Returns the properties that a metastore would have, except the revision. */
  public static Map<String, String> of(TableDescription table) {
    Map<String, String> properties = new HashMap<>(table.properties());
    if (table.keys() != null) {
      table.keys().putInto(properties);
    }
    for (TableColumn column : table.columns()) {
      if (column.defaultText() != null) {
        properties.put(ColumnDefaults.property(column.name()), column.defaultText());
      }
    }
    return properties;
  }

  /**
   * Returns the description of a table whose properties a metastore has.
   *
   * @param columns columns with their comments, without defaults
   * @param properties all properties of the table; those that do not begin with {@code cif.} are
   *     ignored
   * @throws IllegalArgumentException naming what can't be described
   */
  public static TableDescription describe(
      String owner,
      List<TableColumn> columns,
      List<TableColumn> partitionColumns,
      List<OutsidePartition> partitions,
      String transactional,
      Map<String, String> properties) {
    List<TableColumn> described = new ArrayList<>();
    for (TableColumn column : columns) {
      String text = properties.get(ColumnDefaults.property(column.name()));
      described.add(new TableColumn(column.name(), column.type(), text, column.comment()));
    }
    Map<String, String> others = new TreeMap<>(properties);
    others
        .keySet()
        .removeIf(
            name ->
                !TableDescription.isProperty(name)
                    || name.equals(REVISION)
                    || isOf(name, ColumnKeys.PROPERTY)
                    || isOf(name, ColumnDefaults.DEFAULT));
    List<String> names = described.stream().map(TableColumn::name).toList();
    ColumnKeys keys = ColumnKeys.fromProperties(properties::get);
    return new TableDescription(
        1,
        owner,
        described,
        keys == null ? null : keys.withColumns(names),
        partitionColumns,
        partitions,
        transactional,
        others);
  }

  private static boolean isOf(String name, String property) {
    return name.equals(property) || name.startsWith(property + ".");
  }
}
