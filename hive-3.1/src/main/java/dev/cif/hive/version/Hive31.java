package dev.cif.hive.version;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.metastore.IMetaStoreClient;
import org.apache.hadoop.hive.ql.exec.DDLTask;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.plan.AlterTableDesc;
import org.apache.hadoop.hive.ql.plan.AlterTableDesc.AlterTableTypes;
import org.apache.hadoop.hive.ql.plan.AlterTableExchangePartition;
import org.apache.hadoop.hive.ql.plan.CreateTableDesc;
import org.apache.hadoop.hive.ql.plan.CreateTableLikeDesc;
import org.apache.hadoop.hive.ql.security.authorization.plugin.HivePrivilegeObject;
import org.apache.hadoop.hive.ql.security.authorization.plugin.HivePrivilegeObject.HivePrivObjectActionType;
import org.apache.hadoop.hive.ql.security.authorization.plugin.HivePrivilegeObject.HivePrivilegeObjectType;
import org.apache.hadoop.hive.ql.session.SessionState;
import org.apache.thrift.TException;

/** Calls of Hive 3.1 that Hive 4 has in another form, and the plans of its DDL. */
public final class Hive31 {
  private Hive31() {}

  /** Returns a table whose masks and row filters are asked for; 3.1 asks for no owner. */
  public static HivePrivilegeObject read(String database, String table, List<String> columns) {
    return new HivePrivilegeObject(database, table, columns);
  }

  /**
   * Returns a table, or columns of it, to ask rights for.
   *
   * @param columns null for all
   */
  public static HivePrivilegeObject privilege(
      String database, String table, List<String> columns, HivePrivObjectActionType action) {
    return new HivePrivilegeObject(
        HivePrivilegeObjectType.TABLE_OR_VIEW, database, table, null, columns, action, null, null);
  }

  /** Deletes a column's statistics of a table; Hive 4's method also takes an engine. */
  public static boolean deleteStatistics(
      IMetaStoreClient client, String database, String table, String column) throws TException {
    return client.deleteTableColumnStatistics(database, table, column);
  }

  /** Deletes a column's statistics of a partition. */
  public static boolean deleteStatistics(
      IMetaStoreClient client, String database, String table, String partition, String column)
      throws TException {
    return client.deletePartitionColumnStatistics(database, table, partition, column);
  }

  /** Partitions that EXCHANGE PARTITION takes out of a table. */
  public record Exchanged(Table source, Map<String, String> partitions) {}

  /** Returns what a task of 3.1 exchanges; null if it does something else. */
  public static Exchanged exchanged(Task<?> task) {
    AlterTableExchangePartition exchange =
        task instanceof DDLTask ddl ? ddl.getWork().getAlterTableExchangePartition() : null;
    return exchange == null
        ? null
        : new Exchanged(exchange.getSourceTable(), exchange.getPartitionSpecs());
  }

  /**
   * Table that gets a name: a new one, or an old one that is renamed.
   *
   * @param format input format or storage handler of a new table; null if the table is renamed or
   *     has the format of {@code model}
   * @param model name of the table whose format it has, itself if it is renamed; null if {@code
   *     format} says it
   */
  public record Named(
      String database, String table, String format, String model, boolean isCreated) {
    private static Named of(String name, String format, String model, boolean isCreated) {
      int dot = name.indexOf('.');
      return new Named(
          dot < 0 ? SessionState.get().getCurrentDatabase() : name.substring(0, dot),
          name.substring(dot + 1),
          format,
          model,
          isCreated);
    }
  }

  /** Returns the table that a task of 3.1 creates or renames; null if it does something else. */
  public static Named named(Task<?> task) {
    if (!(task instanceof DDLTask ddl)) {
      return null;
    }
    CreateTableDesc create = ddl.getWork().getCreateTblDesc();
    if (create != null && !create.isTemporary()) {
      String handler = create.getStorageHandler();
      String format = handler != null ? handler : create.getInputFormat();
      return Named.of(create.getTableName(), format, null, true);
    }
    CreateTableLikeDesc like = ddl.getWork().getCreateTblLikeDesc();
    if (like != null && !like.isTemporary()) {
      return like.isUserStorageFormat()
          ? Named.of(like.getTableName(), like.getDefaultInputFormat(), null, true)
          : Named.of(like.getTableName(), null, like.getLikeTableName(), true);
    }
    AlterTableDesc alter = ddl.getWork().getAlterTblDesc();
    return alter != null && alter.getOp() == AlterTableTypes.RENAME
        ? Named.of(alter.getNewName(), null, alter.getOldName(), false)
        : null;
  }
}
