package dev.cif.hive.update;

import java.io.Serializable;
import org.apache.hadoop.hive.ql.plan.Explain;

/**
 * Work of a {@code ROLLBACK} of a CIF table.
 *
 * @param database database of the table
 * @param table name of the table
 * @param location folder of the table
 * @param count number of changes that are taken back; 0 if {@code time} says it
 * @param time time in ms since 1970; changes that are younger are taken back
 * @param hasRows whether the user may take back a change that has deleted rows
 */
@Explain(displayName = "CIF rollback")
public record RollbackWork(
    String database, String table, String location, long count, long time, boolean hasRows)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  RollbackWork withRows(boolean rows) {
    return new RollbackWork(database, table, location, count, time, rows);
  }
}
