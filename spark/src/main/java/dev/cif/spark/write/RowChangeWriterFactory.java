package dev.cif.spark.write;

import dev.cif.format.commit.TableChange;
import dev.cif.spark.table.TableFolder;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DeltaWriter;
import org.apache.spark.sql.connector.write.DeltaWriterFactory;

/** Begins the output of attempts of tasks that delete and insert rows. */
final class RowChangeWriterFactory implements DeltaWriterFactory {
  private static final long serialVersionUID = 1L;

  private final String id;
  private final TaskRows rows;

  /**
   * Creates a factory.
   *
   * @param id id of the change
   * @param rows new rows; empty if there are none
   */
  RowChangeWriterFactory(String id, TaskRows rows) {
    this.id = id;
    this.rows = rows;
  }

  @Override
  public DeltaWriter<InternalRow> createWriter(int partition, long attempt) {
    try {
      FileSystem fs = rows.fileSystem();
      Path folder = new Path(TableChange.workFolder(rows.table(), id), partition + "-" + attempt);
      return new RowChangeWriter(fs, folder, rows.isEmpty() ? null : rows.splits(fs, folder));
    } catch (IOException e) {
      throw TableFolder.unchecked(e);
    }
  }
}
