package dev.cif.hive.describe;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hive.ql.hooks.WriteEntity;
import org.apache.hadoop.hive.ql.metadata.Table;

/**
 * Finds the CIF tables that a statement of Hive 3.1 alters, by what it says that it writes. A new
 * table is not among them: its entity has a name alone.
 */
final class AlteredOutputs {
  private AlteredOutputs() {}

  /**
   * Returns the tables. One whose file is newer than the metastore's table is altered all the same:
   * Hive 3.1 gives no numbers to columns, so that none is given twice.
   */
  static List<TableFileWork> of(Set<WriteEntity> outputs) {
    List<TableFileWork> works = new ArrayList<>();
    for (WriteEntity output : outputs) {
      Table table = output.getType() == WriteEntity.Type.TABLE ? output.getTable() : null;
      if (table != null
          && output.getWriteType().name().startsWith("DDL")
          && HiveDescription.isKept(table)) {
        works.add(new TableFileWork(table.getDbName(), table.getTableName(), false, true));
      }
    }
    return works;
  }
}
