package dev.cif.hive.update;

import dev.cif.format.commit.TableChange;
import java.io.Serializable;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.plan.Explain;

/**
 * Work of an UPDATE of a CIF table, of a DELETE or of a MERGE.
 *
 * @param id id of the change
 * @param database database of the table
 * @param table name of the table
 * @param location folder of the table
 * @param columns columns that are set, and {@link TableChange#ROWS} if rows are deleted
 * @param sources columns that are read for it
 */
@Explain(displayName = "CIF columns")
public record UpdateWork(
    String id,
    String database,
    String table,
    String location,
    List<String> columns,
    List<String> sources)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Returns the work of a new change. */
  static UpdateWork of(Table table, List<String> columns, List<String> sources) {
    return new UpdateWork(
        TableChange.newId(),
        table.getDbName(),
        table.getTableName(),
        table.getDataLocation().toString(),
        columns,
        sources);
  }

  /** Returns the folder in which the tasks list the files that they have written. */
  Path resultFolder() {
    return new Path(TableChange.workFolder(new Path(location), id), "files");
  }

  /** Returns true if rows are deleted. */
  boolean deletesRows() {
    return columns.contains(TableChange.ROWS);
  }

  /** Returns the names of the columns that are set. */
  List<String> set() {
    return columns.stream().filter(column -> !column.equals(TableChange.ROWS)).toList();
  }

  /** Returns the names of the columns, for EXPLAIN; null if none is set. */
  @Explain(displayName = "set")
  public List<String> getColumns() {
    return set().isEmpty() ? null : set();
  }
}
