package dev.cif.hive.describe;

import dev.cif.hive.table.CifTables;
import dev.cif.hive.version.Hive31;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.hooks.WriteEntity;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Table;

/**
 * Finds the CIF tables that a statement of Hive 3.1 creates, by its plan, and those that it alters,
 * by what it says that it writes. Call it in Hive 3.1 only.
 */
final class ChangedTables31 {
  private ChangedTables31() {}

  /**
   * Returns the tables. One whose file is newer than the metastore's table is altered all the same:
   * Hive 3.1 gives no numbers to columns, so that none is given twice.
   */
  static List<TableFileWork> of(Collection<Task<?>> tasks, Set<WriteEntity> outputs, HiveConf conf)
      throws HiveException {
    List<TableFileWork> works = new ArrayList<>();
    for (WriteEntity output : outputs) {
      Table table = output.getType() == WriteEntity.Type.TABLE ? output.getTable() : null;
      if (table != null
          && output.getWriteType().name().startsWith("DDL")
          && HiveDescription.isKept(table)) {
        works.add(new TableFileWork(table.getDbName(), table.getTableName(), false, true));
      }
    }
    for (Task<?> task : tasks) {
      Hive31.Named named = Hive31.named(task);
      if (named != null && isCif(named, conf)) {
        works.add(
            new TableFileWork(
                named.database(), named.table(), named.isCreated(), !named.isCreated()));
      }
    }
    return works;
  }

  private static boolean isCif(Hive31.Named named, HiveConf conf) throws HiveException {
    if (named.model() == null) {
      return CifTables.INPUT_FORMAT.equals(named.format())
          || CifTables.STORAGE_HANDLER.equals(named.format());
    }
    Table model = Hive.get(conf).getTable(named.model(), false);
    return model != null && CifTables.isCif(model);
  }
}
