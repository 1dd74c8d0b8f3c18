package dev.cif.spark.write;

import dev.cif.format.commit.TableInsert;
import dev.cif.spark.table.TableFolder;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;

/** Begins the output of attempts of tasks. */
final class RowWriterFactory implements DataWriterFactory {
  private static final long serialVersionUID = 1L;

  private final String id;
  private final TaskRows rows;

  /**
   * Creates a factory.
   *
   * @param id id of the insert
   */
  RowWriterFactory(String id, TaskRows rows) {
    this.id = id;
    this.rows = rows;
  }

  @Override
  public DataWriter<InternalRow> createWriter(int partition, long attempt) {
    try {
      FileSystem fs = rows.fileSystem();
      TableInsert insert = TableInsert.of(fs, rows.table(), id);
      String name = partition + "-" + attempt;
      return new RowWriter(
          insert,
          name,
          String.format(Locale.ROOT, "%05d", partition),
          rows.splits(fs, insert.attemptFolder(name)));
    } catch (IOException e) {
      throw TableFolder.unchecked(e);
    }
  }
}
