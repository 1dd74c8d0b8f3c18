package dev.cif.spark;

import dev.cif.format.commit.TableFiles;
import dev.cif.format.commit.TableFiles.OwnersTable;
import dev.cif.format.read.TableProperties;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.ColumnKeys;
import dev.cif.format.schema.TableDescription;
import dev.cif.format.schema.TableDescription.TableColumn;
import dev.cif.spark.table.SparkTypes;
import dev.cif.spark.table.TableFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.StructField;

/**
 * Makes the table file of a folder follow a catalog's table that was altered, as Hive's hook does
 * (FORMAT.md section 2.4). A folder without a table file stays without.
 */
final class TableFileSync {
  private TableFileSync() {}

  /**
   * Writes the file, if it says something else. Returns true if it was written.
   *
   * @param name name of the table as an owner, {@code database.table}
   * @param stored columns of the table that are in files
   * @param catalog setter of the catalog's property
   */
  static boolean run(
      TableFolder folder, String name, List<StructField> stored, RevisionSetter catalog)
      throws IOException {
    Map<String, String> properties = folder.options().asCaseSensitiveMap();
    TableFiles.Owner<IOException> owner =
        new TableFiles.Owner<>() {
          @Override
          public OwnersTable read(TableDescription file) {
            if (file == null || (file.owner() != null && !file.owner().equals(name))) {
              return null;
            }
            TableDescription wanted =
                TableProperties.describe(
                    file.owner(),
                    columns(file, ColumnKeys.fromProperties(properties::get), stored),
                    file.partitionColumns(),
                    file.partitions(),
                    file.transactional(),
                    properties);
            // Spark's catalog decides, whatever revision it knows.
            return new OwnersTable(wanted, file.revision(), true);
          }

          @Override
          public void store(long revision) throws IOException {
            catalog.set(revision);
          }
        };
    return TableFiles.follow(folder.fs(), folder.root(), owner);
  }

  /** Setter of the catalog's property that names the file's revision. */
  interface RevisionSetter {
    void set(long revision) throws IOException;
  }

  /** Returns the columns, which keep their types and comments of the file. */
  private static List<TableColumn> columns(
      TableDescription file, ColumnKeys keys, List<StructField> stored) {
    List<TableColumn> columns = new ArrayList<>();
    for (StructField field : stored) {
      TableColumn before = before(file, keys, field.name());
      columns.add(
          before == null
              ? new TableColumn(
                  field.name(),
                  SparkTypes.cif(field.dataType()),
                  null,
                  field.getComment().isDefined() ? field.getComment().get() : null)
              : new TableColumn(field.name(), before.type(), null, before.comment()));
    }
    return columns;
  }

  /** Returns the file's column of the same key or, without one, of the same name; else null. */
  private static TableColumn before(TableDescription file, ColumnKeys keys, String name) {
    String key = keys == null ? null : keys.key(name);
    for (TableColumn column : file.columns()) {
      String old = file.keys() == null ? null : file.keys().key(column.name());
      boolean haveKeys = key != null && old != null;
      String folded = CifSchema.foldCase(column.name());
      boolean isSame = haveKeys ? key.equals(old) : folded.equals(CifSchema.foldCase(name));
      if (isSame) {
        return column;
      }
    }
    return null;
  }
}
