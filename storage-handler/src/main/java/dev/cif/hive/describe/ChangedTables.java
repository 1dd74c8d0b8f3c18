package dev.cif.hive.describe;

import dev.cif.hive.table.CifTables;
import java.io.IOException;
import org.apache.hadoop.hive.common.TableName;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.ddl.DDLDesc;
import org.apache.hadoop.hive.ql.ddl.DDLWork;
import org.apache.hadoop.hive.ql.ddl.table.AbstractAlterTableDesc;
import org.apache.hadoop.hive.ql.ddl.table.create.CreateTableDesc;
import org.apache.hadoop.hive.ql.ddl.table.create.like.CreateTableLikeDesc;
import org.apache.hadoop.hive.ql.ddl.table.misc.properties.AlterTableSetPropertiesDesc;
import org.apache.hadoop.hive.ql.ddl.table.misc.properties.AlterTableUnsetPropertiesDesc;
import org.apache.hadoop.hive.ql.ddl.table.misc.rename.AlterTableRenameDesc;
import org.apache.hadoop.hive.ql.ddl.table.misc.truncate.TruncateTableDesc;
import org.apache.hadoop.hive.ql.ddl.table.partition.add.AlterTableAddPartitionDesc;
import org.apache.hadoop.hive.ql.ddl.table.partition.drop.AlterTableDropPartitionDesc;
import org.apache.hadoop.hive.ql.ddl.table.partition.exchange.AlterTableExchangePartitionsDesc;
import org.apache.hadoop.hive.ql.ddl.table.partition.rename.AlterTableRenamePartitionDesc;
import org.apache.hadoop.hive.ql.ddl.table.storage.set.location.AlterTableSetLocationDesc;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.session.SessionState;

/** Finds the CIF table that a statement of Hive 4 creates or alters, in its plan. */
final class ChangedTables {
  private ChangedTables() {}

  /**
   * Returns the table that a task changes; null if it changes none of CIF.
   *
   * @throws SemanticException if the table's file is newer than the metastore's table
   */
  static TableFileWork of(Task<?> task, HiveConf conf) throws HiveException, IOException {
    return task.getWork() instanceof DDLWork ddl ? of(ddl.getDDLDesc(), conf) : null;
  }

  private static TableFileWork of(DDLDesc desc, HiveConf conf) throws HiveException, IOException {
    if (desc instanceof CreateTableDesc create) {
      boolean isCif =
          CifTables.INPUT_FORMAT.equals(create.getInputFormat())
              || CifTables.STORAGE_HANDLER.equals(create.getStorageHandler());
      return isCif && !create.isTemporary() ? created(create.getDbTableName()) : null;
    }
    if (desc instanceof CreateTableLikeDesc like) {
      Table model = table(like.getLikeTableName(), conf);
      boolean isCif = model != null && !like.isUserStorageFormat() && CifTables.isCif(model);
      isCif |= CifTables.INPUT_FORMAT.equals(like.getDefaultInputFormat());
      return isCif && !like.isTemporary() ? created(like.getTableName()) : null;
    }
    if (desc instanceof AbstractAlterTableDesc alter) {
      Table table = table(alter.getDbTableName(), conf);
      return table == null || !HiveDescription.isKept(table) ? null : altered(alter, table, conf);
    }
    String name = withPartitions(desc);
    Table table = name == null ? null : table(name, conf);
    return table == null || !HiveDescription.isKept(table)
        ? null
        : new TableFileWork(table.getDbName(), table.getTableName(), false, true);
  }

  private static TableFileWork altered(AbstractAlterTableDesc alter, Table table, HiveConf conf)
      throws HiveException, IOException {
    if (!isOfProperties(alter)) {
      TableFileHook.isOld(table, conf);
    }
    if (alter instanceof AlterTableRenameDesc rename) {
      TableName renamed = TableName.fromString(rename.getNewName(), null, table.getDbName());
      return new TableFileWork(renamed.getDb(), renamed.getTable(), false, true);
    }
    return new TableFileWork(
        table.getDbName(), table.getTableName(), false, alter instanceof AlterTableSetLocationDesc);
  }

  /**
   * Returns the name of the table whose partitions or files a statement changes; null for others.
   */
  private static String withPartitions(DDLDesc desc) {
    if (desc instanceof AlterTableAddPartitionDesc add) {
      boolean hasPlaces =
          add.getPartitions().stream().anyMatch(partition -> partition.getLocation() != null);
      return hasPlaces ? add.getDbName() + "." + add.getTableName() : null;
    }
    if (desc instanceof TruncateTableDesc truncate) {
      // Hive removes all files of the folder.
      return truncate.getTableName();
    }
    if (desc instanceof AlterTableDropPartitionDesc drop) {
      return drop.getTableName();
    }
    if (desc instanceof AlterTableRenamePartitionDesc rename) {
      return rename.getTableName();
    }
    return desc instanceof AlterTableExchangePartitionsDesc exchange
        ? exchange.getDestinationTable().getFullyQualifiedName()
        : null;
  }

  private static TableFileWork created(String name) throws HiveException {
    TableName table = TableName.fromString(name, null, SessionState.get().getCurrentDatabase());
    return new TableFileWork(table.getDb(), table.getTable(), true, false);
  }

  private static Table table(String name, HiveConf conf) throws HiveException {
    return Hive.get(conf).getTable(name, false);
  }

  /** Returns true for statements of properties, by which somebody may mend what they say. */
  private static boolean isOfProperties(AbstractAlterTableDesc alter) {
    return alter instanceof AlterTableSetPropertiesDesc
        || alter instanceof AlterTableUnsetPropertiesDesc;
  }
}
