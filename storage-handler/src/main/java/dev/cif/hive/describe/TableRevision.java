package dev.cif.hive.describe;

import dev.cif.format.read.TableProperties;
import java.util.Map;
import org.apache.hadoop.hive.common.StatsSetupConst;
import org.apache.hadoop.hive.metastore.api.EnvironmentContext;
import org.apache.hadoop.hive.ql.io.AcidUtils;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.thrift.TException;

/**
 * Revision of the table file that a metastore's table knows: its property {@value
 * TableProperties#REVISION}.
 */
public final class TableRevision {
  private TableRevision() {}

  /** Returns a table's revision; 0 if it has none. */
  static long of(Table table) {
    String text = table.getParameters().getOrDefault(TableProperties.REVISION, "0");
    try {
      return Math.max(0, Long.parseLong(text.strip()));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          TableProperties.REVISION + " is '" + text + "', no number", e);
    }
  }

  /**
   * Gives a table that has a revision the next one, as a part of a change that is stored later: the
   * file is then seen to be old from the moment of the change on.
   */
  public static void count(Table table) {
    long revision = of(table);
    if (revision > 0 && HiveDescription.isKept(table)) {
      set(table, revision + 1);
    }
  }

  /**
   * Stores a table with another revision. Hive 3.1 has no other method for it than one that Hive 4
   * advises against.
   */
  @SuppressWarnings("deprecation")
  static void store(Hive hive, Table table, long revision) throws HiveException {
    set(table, revision);
    EnvironmentContext call =
        new EnvironmentContext(Map.of(StatsSetupConst.DO_NOT_UPDATE_STATS, StatsSetupConst.TRUE));
    if (AcidUtils.isTransactionalTable(table)) {
      hive.alterTable(table, false, call, true);
      return;
    }
    try {
      hive.getMSC()
          .alter_table_with_environmentContext(
              table.getDbName(), table.getTableName(), table.getTTable(), call);
    } catch (TException e) {
      throw new HiveException(e.getMessage(), e);
    }
  }

  private static void set(Table table, long revision) {
    table.getParameters().put(TableProperties.REVISION, Long.toString(revision));
  }
}
