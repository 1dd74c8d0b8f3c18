package dev.cif.spark.write;

import dev.cif.format.commit.TableChange;
import dev.cif.spark.table.RowAddress;
import dev.cif.spark.table.TableFolder;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.DeltaWriteBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsDelta;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * DELETE, UPDATE or MERGE of rows. Rows are named by their {@link RowAddress}; an update deletes a
 * row and inserts another. Immutable.
 */
public final class RowOperation implements SupportsDelta {
  private final Command command;
  private final TableFolder folder;
  private final StructType table;
  private final List<String> keys;
  private final Function<CaseInsensitiveStringMap, ScanBuilder> scans;

  /** Changes that were committed before any row was read. */
  private final Set<String> before;

  /**
   * Begins an operation. Call this before its scan is planned.
   *
   * @param table columns of the table, those that are folders included
   * @param keys columns that are folders, from the outermost on
   * @param scans scans of the table, by their options
   * @throws UnsupportedOperationException if the table's columns hide the address of rows
   */
  public RowOperation(
      Command command,
      TableFolder folder,
      StructType table,
      List<String> keys,
      Function<CaseInsensitiveStringMap, ScanBuilder> scans) {
    this.command = command;
    this.folder = folder;
    this.table = table;
    this.keys = List.copyOf(keys);
    this.scans = scans;
    for (String name : List.of(RowAddress.SPLIT, RowAddress.ROW)) {
      if (!RowAddress.is(table, name)) {
        throw new UnsupportedOperationException(
            command
                + " names rows by the metadata columns _split and _row, and column '"
                + name
                + "' of the table hides one; rename it");
      }
    }
    try {
      before = TableChange.committed(folder.fs(), folder.root());
    } catch (IOException e) {
      throw TableFolder.unchecked(e);
    }
  }

  @Override
  public Command command() {
    return command;
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
    return scans.apply(options);
  }

  @Override
  public DeltaWriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    return new RowChange(folder.with(info.options()), table, keys, info.schema(), before);
  }

  @Override
  public NamedReference[] rowId() {
    return Arrays.stream(RowAddress.columns())
        .map(column -> TableFolder.reference(column.name()))
        .toArray(NamedReference[]::new);
  }

  @Override
  public boolean representUpdateAsDeleteAndInsert() {
    return true;
  }

  @Override
  public String description() {
    return "rows of cif " + folder.path();
  }
}
