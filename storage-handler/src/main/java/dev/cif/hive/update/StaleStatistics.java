package dev.cif.hive.update;

import dev.cif.hive.version.Hive31;
import dev.cif.hive.version.HiveFeatures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.common.StatsSetupConst;
import org.apache.hadoop.hive.metastore.IMetaStoreClient;
import org.apache.hadoop.hive.metastore.api.EnvironmentContext;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.InvalidObjectException;
import org.apache.hadoop.hive.metastore.api.InvalidOperationException;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.ql.io.AcidUtils;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Partition;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.thrift.TException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Statistics of the columns that an UPDATE sets, or of deleted rows, which describe the past. */
final class StaleStatistics {
  private static final Logger LOG = LoggerFactory.getLogger(StaleStatistics.class);
  private static final String ENGINE = "hive";

  private StaleStatistics() {}

  /** Makes Hive answer no query by those of some columns. */
  static void drop(Hive hive, Table table, List<String> columns) throws HiveException, TException {
    List<Partition> partitions = table.isPartitioned() ? hive.getPartitions(table) : List.of();
    if (AcidUtils.isTransactionalTable(table)) {
      outdate(hive, table, partitions, columns);
    } else {
      delete(hive.getMSC(), table, columns, partitions);
    }
  }

  /**
   * Makes Hive answer no query by statistics of the table, counts of rows among them. Hive 3.1 has
   * no other methods for it than those that Hive 4 advises against.
   */
  @SuppressWarnings("deprecation")
  static void dropAll(Hive hive, Table table) throws HiveException, TException {
    drop(hive, table, table.getCols().stream().map(FieldSchema::getName).toList());
    Table now = hive.getTable(table.getDbName(), table.getTableName());
    if (now.isNonNative()) {
      return;
    }
    EnvironmentContext context = new EnvironmentContext();
    context.putToProperties(StatsSetupConst.DO_NOT_UPDATE_STATS, StatsSetupConst.TRUE);
    boolean isTransactional = AcidUtils.isTransactionalTable(now);
    if (StatsSetupConst.areBasicStatsUptoDate(now.getParameters())) {
      StatsSetupConst.setBasicStatsState(now.getParameters(), StatsSetupConst.FALSE);
      if (isTransactional) {
        hive.alterTable(now, false, context, true);
      } else {
        hive.getMSC()
            .alter_table_with_environmentContext(
                now.getDbName(), now.getTableName(), now.getTTable(), context);
      }
    }
    List<Partition> counted = new ArrayList<>();
    for (Partition partition :
        now.isPartitioned() ? hive.getPartitions(now) : List.<Partition>of()) {
      if (StatsSetupConst.areBasicStatsUptoDate(partition.getParameters())) {
        StatsSetupConst.setBasicStatsState(partition.getParameters(), StatsSetupConst.FALSE);
        counted.add(partition);
      }
    }
    if (!counted.isEmpty() && isTransactional) {
      hive.alterPartitions(now.getFullyQualifiedName(), counted, context, true);
    } else if (!counted.isEmpty()) {
      hive.getMSC()
          .alter_partitions(
              now.getDbName(),
              now.getTableName(),
              counted.stream().map(Partition::getTPartition).toList(),
              context);
    }
  }

  /**
   * Marks statistics of transactional tables as inaccurate, since the metastore deletes none of
   * them.
   */
  private static void outdate(
      Hive hive, Table table, List<Partition> partitions, List<String> columns)
      throws HiveException, InvalidOperationException {
    EnvironmentContext context = new EnvironmentContext();
    context.putToProperties(StatsSetupConst.DO_NOT_UPDATE_STATS, StatsSetupConst.TRUE);
    if (hasAny(table.getParameters(), columns)) {
      StatsSetupConst.removeColumnStatsState(table.getParameters(), columns);
      hive.alterTable(table, false, context, true);
    }
    List<Partition> outdated = new ArrayList<>();
    for (Partition partition : partitions) {
      if (hasAny(partition.getParameters(), columns)) {
        StatsSetupConst.removeColumnStatsState(partition.getParameters(), columns);
        outdated.add(partition);
      }
    }
    if (!outdated.isEmpty()) {
      hive.alterPartitions(table.getFullyQualifiedName(), outdated, context, true);
    }
  }

  private static boolean hasAny(Map<String, String> parameters, List<String> columns) {
    return columns.stream()
        .anyMatch(column -> StatsSetupConst.areColumnStatsUptoDate(parameters, column));
  }

  private static void delete(
      IMetaStoreClient client, Table of, List<String> columns, List<Partition> partitions)
      throws TException {
    String database = of.getDbName();
    String table = of.getTableName();
    for (String column : columns) {
      drop(
          () ->
              HiveFeatures.IS_4
                  ? client.deleteTableColumnStatistics(database, table, column, ENGINE)
                  : Hive31.deleteStatistics(client, database, table, column));
      for (Partition partition : partitions) {
        String name = partition.getName();
        drop(
            () ->
                HiveFeatures.IS_4
                    ? client.deletePartitionColumnStatistics(database, table, name, column, ENGINE)
                    : Hive31.deleteStatistics(client, database, table, name, column));
      }
    }
  }

  private interface Drop {
    boolean run() throws TException;
  }

  private static void drop(Drop statistics) throws TException {
    try {
      statistics.run();
    } catch (NoSuchObjectException | InvalidObjectException e) {
      LOG.debug("There are none", e);
    }
  }
}
