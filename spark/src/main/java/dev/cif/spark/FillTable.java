package dev.cif.spark;

import dev.cif.spark.table.TableFolder;
import dev.cif.spark.write.ColumnFill;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;

/**
 * Target {@code t.fill} of statements that set columns of the table {@code t}: {@code INSERT INTO
 * t.fill SELECT _split, _row, ... AS c FROM t}. Immutable.
 */
final class FillTable implements SupportsWrite {
  /** Name of the target, below the table's. */
  static final String NAME = "fill";

  private static final StructType NO_COLUMNS = new StructType();

  private final TableFolder folder;
  private final StructType columns;
  private final List<String> keys;

  /**
   * Creates a target.
   *
   * @param columns columns of the table, those that are folders included
   * @param keys columns that are folders
   */
  FillTable(TableFolder folder, StructType columns, List<String> keys) {
    this.folder = folder;
    this.columns = columns;
    this.keys = keys;
  }

  @Override
  public String name() {
    return "columns of cif " + folder.path();
  }

  /** Returns no columns: a statement names those that it sets. */
  @Override
  @Deprecated
  public StructType schema() {
    return NO_COLUMNS;
  }

  @Override
  public Set<TableCapability> capabilities() {
    return Set.of(TableCapability.BATCH_WRITE, TableCapability.ACCEPT_ANY_SCHEMA);
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    return ColumnFill.of(folder, info.schema(), keys, columns);
  }
}
