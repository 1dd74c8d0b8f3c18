package dev.cif.format.commit;

import dev.cif.format.schema.TableDescription;
import java.io.IOException;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Metastore that decides what the columns and partitions of its tables are. Engines that have one
 * name their class as a service of this type; it has a constructor without parameters.
 */
public interface TableOwner {
  /**
   * Table file that says what the metastore says.
   *
   * @param folder folder of the table
   * @param table what the file says
   * @param isWritten false if the file said the same before
   */
  record Adopted(Path folder, TableDescription table, boolean isWritten) {}

  /**
   * Makes the table file of a table say what the metastore says (FORMAT.md section 2.4). It writes
   * the first one where there is none.
   *
   * @param conf configuration that may name a metastore
   * @param table name of the table, as {@code database.table}
   * @return null if the configuration names no metastore
   * @throws IOException if the metastore does not answer, or has no such table of CIF; or if the
   *     file is another table's, or of a later state than the metastore
   */
  Adopted adopt(Configuration conf, String table) throws IOException;

  /**
   * Asks the metastores that are on the class path.
   *
   * @return null if there is none, or the configuration names none
   */
  static Adopted ask(Configuration conf, String table) throws IOException {
    for (TableOwner owner : ServiceLoader.load(TableOwner.class)) {
      Adopted adopted = owner.adopt(conf, table);
      if (adopted != null) {
        return adopted;
      }
    }
    return null;
  }
}
