package dev.cif.hive.statistics;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import org.apache.hadoop.hive.metastore.api.ColumnStatistics;
import org.apache.hadoop.hive.ql.plan.Explain;

/**
 * Statistics of columns that the metastore is to have.
 *
 * @param table name of the table with that of its database
 * @param known statistics that a statement was asked for; null if they are those of rows that it
 *     inserts
 * @param partition partition into which it inserts; null if there is none, or partitions are found
 *     while it runs
 */
@Explain(displayName = "CIF column statistics")
record StatisticsWork(
    String table, List<ColumnStatistics> known, LinkedHashMap<String, String> partition)
    implements Serializable {
  private static final long serialVersionUID = 1L;
}
