package dev.cif.spark.write;

import dev.cif.spark.table.TableFolder;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.util.SerializableConfiguration;

/** Begins the output of attempts of tasks that set columns. */
final class FillWriterFactory implements DataWriterFactory {
  private static final long serialVersionUID = 1L;

  private final String root;
  private final String id;
  private final StructType rows;
  private final HashMap<String, String> options;

  @SuppressWarnings("serial")
  private final SerializableConfiguration conf;

  /**
   * Creates a factory.
   *
   * @param root qualified path of the table's folder
   * @param id id of the change
   * @param rows columns of the rows, those of the address included
   */
  FillWriterFactory(
      String root,
      String id,
      StructType rows,
      Map<String, String> options,
      SerializableConfiguration conf) {
    this.root = root;
    this.id = id;
    this.rows = rows;
    this.options = new HashMap<>(options);
    this.conf = conf;
  }

  @Override
  public DataWriter<InternalRow> createWriter(int partition, long attempt) {
    try {
      CaseInsensitiveStringMap all = new CaseInsensitiveStringMap(options);
      return new FillWriter(new Path(root), id, rows, all, conf.value());
    } catch (IOException e) {
      throw TableFolder.unchecked(e);
    }
  }
}
