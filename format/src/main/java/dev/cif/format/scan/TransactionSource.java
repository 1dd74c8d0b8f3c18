package dev.cif.format.scan;

import java.io.IOException;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Metastore that knows which transactions of a table are committed. Engines that have one name
 * their class as a service of this type; it has a constructor without parameters.
 */
public interface TransactionSource {
  /** Folders of a table whose rows count, as it was at one moment. Thread-safe. */
  interface Snapshot {
    /**
     * Returns true if the rows below a folder count.
     *
     * @param partition folder of the partition, or of a table without partitions
     * @param child name of a folder in it, in which split-directories are, or which is one
     */
    boolean counts(FileSystem fs, Path partition, String child) throws IOException;
  }

  /**
   * Returns what counts now.
   *
   * @param conf configuration that may name a metastore
   * @param table name of the table, as {@code database.table}
   * @return null if the configuration names no metastore
   * @throws IOException if the metastore does not answer, or has no such table
   */
  Snapshot snapshot(Configuration conf, String table) throws IOException;

  /**
   * Asks the metastores that are on the class path.
   *
   * @return null if there is none, or the configuration names none
   */
  static Snapshot ask(Configuration conf, String table) throws IOException {
    for (TransactionSource source : ServiceLoader.load(TransactionSource.class)) {
      Snapshot snapshot = source.snapshot(conf, table);
      if (snapshot != null) {
        return snapshot;
      }
    }
    return null;
  }
}
