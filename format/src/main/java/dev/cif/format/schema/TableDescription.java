package dev.cif.format.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * Columns, partitions and properties of a table, as its table file has them (FORMAT.md section
 * 2.4). Immutable.
 *
 * @param revision number that grows with each change of the description; 1 or greater
 * @param owner table of a metastore that decides what the columns are, as {@code database.table};
 *     null for none
 * @param columns columns in the table's order
 * @param keys numbers of the columns; null if they are matched by name
 * @param partitionColumns columns whose values are in names of folders, from the outermost on
 * @param partitions partitions that lie outside of the table's folder
 * @param transactional kind of the table's transactions; null for none
 * @param properties properties for writers, by name
 */
public record TableDescription(
    long revision,
    String owner,
    List<TableColumn> columns,
    ColumnKeys keys,
    List<TableColumn> partitionColumns,
    List<OutsidePartition> partitions,
    String transactional,
    Map<String, String> properties) {

  /** Returns true if the name of a property is one that a table file has. */
  public static boolean isProperty(String name) {
    return name.startsWith("cif.");
  }

  /**
   * Column of a table.
   *
   * @param defaultText value in split-directories that lack the column, as text; null for NULL
   * @param comment text for people; null for none
   */
  public record TableColumn(String name, CifType type, String defaultText, String comment) {
    public TableColumn {
      Objects.requireNonNull(type, "type");
      if (name.isEmpty()) {
        throw new IllegalArgumentException("a column needs a name");
      }
      if (defaultText != null && !type.kind().isPrimitive()) {
        throw new IllegalArgumentException(
            "column '" + name + "' has a default, which a " + type + " can't have");
      }
    }
  }

  /**
   * Partition that lies outside of the table's folder.
   *
   * @param values texts of the partition columns; an element is null for NULL
   * @param location URI of its folder
   */
  public record OutsidePartition(List<String> values, String location) {
    public OutsidePartition {
      // List.copyOf takes no null.
      values = Collections.unmodifiableList(new ArrayList<>(values));
      Objects.requireNonNull(location, "location");
    }
  }

  /**
   * Checks the description.
   *
   * @throws IllegalArgumentException if it can't be that of a table
   */
  public TableDescription {
    columns = List.copyOf(columns);
    partitionColumns = List.copyOf(partitionColumns);
    partitions = List.copyOf(partitions);
    properties = Collections.unmodifiableMap(new TreeMap<>(properties));
    if (revision < 1) {
      throw new IllegalArgumentException("revision is " + revision + ", revisions start at 1");
    }
    Set<String> names = new HashSet<>();
    columns.forEach(column -> expectNew(names, column));
    partitionColumns.forEach(column -> expectNew(names, column));
    for (TableColumn column : partitionColumns) {
      if (!column.type.kind().isPrimitive()) {
        throw new IllegalArgumentException(
            "partition column '" + column.name + "' is a " + column.type);
      }
    }
    for (OutsidePartition partition : partitions) {
      if (partition.values.size() != partitionColumns.size()) {
        throw new IllegalArgumentException(
            "partition "
                + partition.values
                + " does not have "
                + partitionColumns.size()
                + " values");
      }
    }
    for (String name : properties.keySet()) {
      if (!isProperty(name)) {
        throw new IllegalArgumentException("property '" + name + "' does not begin with cif.");
      }
    }
  }

  private static void expectNew(Set<String> names, TableColumn column) {
    if (!names.add(CifSchema.foldCase(column.name))) {
      throw new IllegalArgumentException(
          "two columns of one name: '" + column.name + "' (case is ignored)");
    }
  }

  /** Returns the description with another revision. */
  public TableDescription withRevision(long other) {
    return new TableDescription(
        other, owner, columns, keys, partitionColumns, partitions, transactional, properties);
  }

  /** Returns true if both say the same of the table, whatever their revisions. */
  public boolean isSameTable(TableDescription other) {
    return withRevision(1).equals(other.withRevision(1));
  }

  /** Returns the names of the columns, without those of partitions. */
  public List<String> names() {
    return columns.stream().map(TableColumn::name).toList();
  }

  /** Returns the types of the columns, without those of partitions. */
  public List<CifType> types() {
    return columns.stream().map(TableColumn::type).toList();
  }
}
