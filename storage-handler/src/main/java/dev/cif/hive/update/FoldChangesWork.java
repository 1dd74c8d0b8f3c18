package dev.cif.hive.update;

import java.io.Serializable;
import java.util.Map;
import org.apache.hadoop.hive.ql.plan.Explain;

/**
 * Partitions of a CIF table, or a table, whose folders a statement copies or moves away.
 *
 * @param database of the table
 * @param table its name
 * @param partitions values of partition columns that they have; empty for all
 */
@Explain(displayName = "CIF changes become part of what leaves the table")
public record FoldChangesWork(String database, String table, Map<String, String> partitions)
    implements Serializable {
  private static final long serialVersionUID = 1L;
}
