package dev.cif.spark.write;

import dev.cif.format.commit.TableInsert;
import dev.cif.spark.table.TableFolder;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.util.SerializableConfiguration;

/** Begins the output of attempts of tasks. */
final class RowWriterFactory implements DataWriterFactory {
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
   * @param id id of the insert
   * @param rows columns of the rows, those that are folders included
   * @param keys columns that are folders, from the outermost on
   */
  RowWriterFactory(
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
  public DataWriter<InternalRow> createWriter(int partition, long attempt) {
    Path table = new Path(root);
    try {
      FileSystem fs = table.getFileSystem(conf.value());
      TableInsert insert = TableInsert.of(fs, table, id);
      String name = partition + "-" + attempt;
      CaseInsensitiveStringMap all = new CaseInsensitiveStringMap(options);
      return new RowWriter(
          insert,
          name,
          String.format(Locale.ROOT, "%05d", partition),
          new RowSplits(fs, insert.attemptFolder(name), rows, keys, all));
    } catch (IOException e) {
      throw TableFolder.unchecked(e);
    }
  }
}
