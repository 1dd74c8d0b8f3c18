package dev.cif.spark.write;

import dev.cif.format.commit.TableChange;
import dev.cif.format.commit.TableInsert;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifSchema;
import dev.cif.spark.table.Metastore;
import dev.cif.spark.table.TableFolder;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.distributions.Distributions;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;

/**
 * Write of a statement: tasks write into a hidden folder of the table, and the commit publishes
 * their output by one rename (FORMAT.md section 2.2). On the driver.
 */
final class CifWrite implements RequiresDistributionAndOrdering, BatchWrite {
  private final TableFolder folder;
  private final StructType rows;
  private final List<String> keys;
  private final Replacement replacement;
  private final FileSystem fs;
  private final Path root;
  private final String id = TableChange.newId();

  /**
   * Creates a write.
   *
   * @param rows columns of the rows, those that are folders included
   * @param keys columns that are folders, from the outermost on
   * @param schema columns in files
   * @throws IllegalArgumentException if an option is not valid
   */
  CifWrite(
      TableFolder folder,
      StructType rows,
      List<String> keys,
      CifSchema schema,
      Replacement replacement)
      throws IOException {
    this.folder = folder;
    this.rows = rows;
    this.keys = keys;
    this.replacement = replacement;
    fs = folder.fs();
    root = folder.root();
    WriteOptions options = WriteOptions.fromProperties(schema, folder.options()::get);
    options.sorting().order().expectFit(schema);
    RowSplits.splitSize(folder.options());
    FolderPath.of(rows, keys);
  }

  @Override
  public Distribution requiredDistribution() {
    return Distributions.unspecified();
  }

  /** Returns the order by folders, so that a task writes one split-directory at a time. */
  @Override
  public SortOrder[] requiredOrdering() {
    return NewRows.ordering(keys);
  }

  @Override
  public BatchWrite toBatch() {
    return this;
  }

  @Override
  public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    return new RowWriterFactory(
        id, new TaskRows(root, rows, keys, folder.optionsOfWriters(), folder.conf()));
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    TableInsert insert = TableInsert.of(fs, root, id);
    try {
      if (folder.metastore() == null) {
        publish(insert);
      } else {
        publishInto(folder.metastore(), insert.intoEachFolder());
      }
    } catch (IOException e) {
      throw TableFolder.unchecked(e);
    }
  }

  private void publishInto(Metastore metastore, TableInsert insert) throws IOException {
    Set<String> folders = insert.folders();
    metastore.forgetStatistics(
        fs, rows, partition -> replacement != Replacement.NONE || isWritten(partition, folders));
    publish(insert);
    metastore.add(folders);
  }

  private void publish(TableInsert insert) throws IOException {
    if (replacement == Replacement.NONE) {
      insert.append();
    } else {
      insert.replace(replacement.of(root, insert.folders()));
    }
  }

  private boolean isWritten(Path partition, Set<String> folders) {
    return folders.stream().anyMatch(folder -> partition.equals(new Path(root + "/" + folder)));
  }

  @Override
  public void abort(WriterCommitMessage[] messages) {
    TableInsert.of(fs, root, id).abort();
  }

  @Override
  public String toString() {
    return "cif " + root;
  }
}
