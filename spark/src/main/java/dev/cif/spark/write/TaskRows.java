package dev.cif.spark.write;

import java.io.IOException;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.util.SerializableConfiguration;

/** Rows that tasks write into a table, and what each task needs to know of both. */
final class TaskRows implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String root;
  private final StructType rows;

  @SuppressWarnings("serial")
  private final List<String> keys;

  private final HashMap<String, String> options;

  @SuppressWarnings("serial")
  private final SerializableConfiguration conf;

  /**
   * Creates the rows.
   *
   * @param root qualified path of the table's folder
   * @param rows columns of the rows, those that are folders included; none if there are no rows
   * @param keys columns that are folders, from the outermost on
   */
  TaskRows(
      Path root,
      StructType rows,
      List<String> keys,
      Map<String, String> options,
      Configuration conf) {
    this.root = root.toString();
    this.rows = rows;
    this.keys = keys;
    this.options = new HashMap<>(options);
    this.conf = new SerializableConfiguration(conf);
  }

  /** Returns the qualified path of the table's folder. */
  Path table() {
    return new Path(root);
  }

  FileSystem fileSystem() throws IOException {
    return table().getFileSystem(conf.value());
  }

  /** Returns true if there are no rows. */
  boolean isEmpty() {
    return rows.fields().length == 0;
  }

  /**
   * Begins the split-directories of a task.
   *
   * @param folder folder of the attempt
   */
  RowSplits splits(FileSystem fs, Path folder) throws IOException {
    return new RowSplits(fs, folder, rows, keys, new CaseInsensitiveStringMap(options));
  }
}
