package dev.cif.hive.describe;

import java.io.Serializable;
import org.apache.hadoop.hive.ql.plan.Explain;

/**
 * Table whose file may have to follow the metastore.
 *
 * @param database database of the table
 * @param table name of the table
 * @param isCreated true if the statement creates the table
 * @param movesPartitions true if the statement may move partitions into or out of the table's
 *     folder
 */
@Explain(displayName = "CIF table file follows")
public record TableFileWork(
    String database, String table, boolean isCreated, boolean movesPartitions)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Returns the table's name with that of its database. */
  String name() {
    return database + "." + table;
  }
}
