package dev.cif.spark.write;

import dev.cif.format.commit.TableChange;
import dev.cif.spark.table.TableFolder;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DeltaWriter;
import org.apache.spark.sql.connector.write.DeltaWriterFactory;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.util.SerializableConfiguration;

/** Begins the output of attempts of tasks that delete and insert rows. */
final class RowChangeWriterFactory implements DeltaWriterFactory {
  private static final long serialVersionUID = 1L;

  private final String root;
  private final String id;
  private final StructType rows;

  @SuppressWarnings("serial")
  private final List<String> keys;

  private final HashMap<String, String> options;

  @SuppressWarnings("serial")
  private final SerializableConfiguration conf;

  /**
   * Creates a factory.
   *
   * @param root qualified path of the table's folder
   * @param id id of the change
   * @param rows columns of new rows, those that are folders included; none if there are no such
   *     rows
   * @param keys columns that are folders, from the outermost on
   */
  RowChangeWriterFactory(
      String root,
      String id,
      StructType rows,
      List<String> keys,
      Map<String, String> options,
      SerializableConfiguration conf) {
    this.root = root;
    this.id = id;
    this.rows = rows;
    this.keys = keys;
    this.options = new HashMap<>(options);
    this.conf = conf;
  }

  @Override
  public DeltaWriter<InternalRow> createWriter(int partition, long attempt) {
    Path table = new Path(root);
    try {
      FileSystem fs = table.getFileSystem(conf.value());
      Path folder = new Path(TableChange.workFolder(table, id), partition + "-" + attempt);
      RowSplits splits =
          rows.fields().length == 0
              ? null
              : new RowSplits(fs, folder, rows, keys, new CaseInsensitiveStringMap(options));
      return new RowChangeWriter(fs, folder, splits);
    } catch (IOException e) {
      throw TableFolder.unchecked(e);
    }
  }
}
