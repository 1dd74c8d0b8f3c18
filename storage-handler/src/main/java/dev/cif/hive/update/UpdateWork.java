package dev.cif.hive.update;

import dev.cif.format.commit.TableChange;
import java.io.Serializable;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.plan.Explain;

/**
 * Work of an UPDATE of a CIF table, or of a DELETE.
 *
 * @param id id of the change
 * @param database database of the table
 * @param table name of the table
 * @param location folder of the table
 * @param columns columns that are set; {@link TableChange#ROWS} alone for a DELETE
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

  /** Returns the folder in which the tasks list the files that they have written. */
  Path resultFolder() {
    return new Path(TableChange.workFolder(new Path(location), id), "files");
  }

  /** Returns true if rows are deleted. */
  boolean isDelete() {
    return columns.contains(TableChange.ROWS);
  }

  /** Returns the names of the columns, for EXPLAIN; null for a DELETE. */
  @Explain(displayName = "set")
  public List<String> getColumns() {
    return isDelete() ? null : columns;
  }
}
