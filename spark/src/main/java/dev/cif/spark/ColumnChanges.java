package dev.cif.spark;

import dev.cif.format.read.ColumnProperties;
import dev.cif.format.schema.CifSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.connector.catalog.TableChange;

/**
 * Changes of a table's columns, which keep their values: a column that is renamed or dropped gives
 * the table's columns keys, FORMAT.md section 3.1, as Hive's ALTER TABLE does with CIF's hook.
 */
final class ColumnChanges {
  private final Map<String, String> before;
  private final Map<String, String> properties;
  private final List<String> names;

  private ColumnChanges(List<String> names, Map<String, String> properties) {
    this.names = new ArrayList<>(names);
    before = properties;
    this.properties = new TreeMap<>(properties);
  }

  /**
   * Returns the changes, and those of properties that go with them.
   *
   * @param names columns of the table that are in files
   * @param properties properties of the table
   * @throws IllegalArgumentException if a property names a column that goes, or a field of a struct
   *     is to go
   */
  static TableChange[] of(
      List<String> names, Map<String, String> properties, TableChange... changes) {
    return new ColumnChanges(names, properties).with(changes);
  }

  private static String column(TableChange.ColumnChange change) {
    if (change.fieldNames().length > 1) {
      throw new IllegalArgumentException(
          "fields of structs can be added to a CIF table, and not be renamed or dropped: "
              + String.join(".", change.fieldNames()));
    }
    return change.fieldNames()[0];
  }

  /**
   * Returns the changes with new columns behind the last that is in files: Spark wants columns that
   * are folders at the end.
   *
   * @param names columns of the table that are in files
   */
  static TableChange[] beforeFolders(List<String> names, TableChange... changes) {
    List<String> now = new ArrayList<>(names);
    List<TableChange> placed = new ArrayList<>();
    for (TableChange change : changes) {
      if (change instanceof TableChange.AddColumn add
          && add.fieldNames().length == 1
          && add.position() == null
          && !now.isEmpty()) {
        TableChange.ColumnPosition last = TableChange.ColumnPosition.after(now.get(now.size() - 1));
        now.add(add.fieldNames()[0]);
        placed.add(
            TableChange.addColumn(
                add.fieldNames(),
                add.dataType(),
                add.isNullable(),
                add.comment(),
                last,
                add.defaultValue()));
      } else {
        placed.add(change);
      }
    }
    return placed.toArray(TableChange[]::new);
  }

  private TableChange[] with(TableChange... changes) {
    for (TableChange change : changes) {
      List<String> old = List.copyOf(names);
      if (change instanceof TableChange.RenameColumn rename) {
        String from = column(rename);
        ColumnProperties.renamed(properties, old, from, rename.newName());
        names.replaceAll(name -> isSame(name, from) ? rename.newName() : name);
      } else if (change instanceof TableChange.DeleteColumn drop) {
        String gone = column(drop);
        names.removeIf(name -> isSame(name, gone));
        ColumnProperties.replaced(properties, old, names);
      } else if (change instanceof TableChange.AddColumn add && add.fieldNames().length == 1) {
        names.add(add.fieldNames()[0]);
        ColumnProperties.replaced(properties, old, names);
      }
    }
    return withProperties(changes);
  }

  private static boolean isSame(String name, String other) {
    return CifSchema.foldCase(name).equals(CifSchema.foldCase(other));
  }

  private TableChange[] withProperties(TableChange... changes) {
    List<TableChange> all = new ArrayList<>(List.of(changes));
    properties.forEach(
        (name, value) -> {
          if (!value.equals(before.get(name))) {
            all.add(TableChange.setProperty(name, value));
          }
        });
    for (String name : before.keySet()) {
      if (!properties.containsKey(name)) {
        all.add(TableChange.removeProperty(name));
      }
    }
    return all.toArray(TableChange[]::new);
  }
}
