package dev.cif.hive.describe;

import dev.cif.format.commit.TableFiles;
import dev.cif.format.commit.TableOwner;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.TableDescription.OutsidePartition;
import dev.cif.hive.table.CifTables;
import dev.cif.hive.table.MetastoreTransactions;
import dev.cif.hive.version.HiveFeatures;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Table;

/**
 * Tables of Hive's metastore, whose files programs without a statement of Hive's write. It takes no
 * locks: what a statement stores of the table at the same moment may be lost. Needs Hive 4.
 */
public final class MetastoreTables implements TableOwner {
  /** Creates the owner, as a service. */
  public MetastoreTables() {}

  @Override
  public Adopted adopt(Configuration conf, String table) throws IOException {
    // It also has what a hive-site.xml on the class path says.
    HiveConf own = new HiveConf(conf, MetastoreTables.class);
    String uris = MetastoreTransactions.uris(own);
    if (!HiveFeatures.IS_4 || uris.isEmpty()) {
      return null;
    }
    try {
      return adopt(Hive.getWithoutRegisterFns(own), own, table);
    } catch (HiveException | IllegalArgumentException e) {
      throw new IOException(
          "table " + table + " of the metastore at " + uris + ": " + reason(e), e);
    } finally {
      Hive.closeCurrent();
    }
  }

  private static Adopted adopt(Hive hive, HiveConf conf, String name)
      throws HiveException, IOException {
    Table found = HiveDescription.find(hive, name);
    if (found == null) {
      throw new HiveException("there is no such table");
    }
    if (!CifTables.isCif(found)) {
      throw new HiveException("it is no table of CIF");
    }
    if (!HiveDescription.isKept(found)) {
      throw new HiveException(
          "Hive keeps no table file of it: its property "
              + HiveDescription.PROPERTY
              + " is false, or the metastore has none of its columns");
    }
    List<OutsidePartition> outside = HiveDescription.outside(hive, found);
    Path folder = found.getDataLocation();
    try {
      boolean isWritten = new TableFileSync(hive, conf, found).adopt(outside);
      return new Adopted(folder, TableFiles.read(folder.getFileSystem(conf), folder), isWritten);
    } catch (CifException e) {
      throw new CifException(
          e.getMessage() + "; if the file is damaged, remove it, and adopt the table again", e);
    }
  }

  /** Returns the first line of the innermost cause, which says more than Hive's wrappers do. */
  private static String reason(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    String text = root.getMessage() == null ? root.toString() : root.getMessage();
    return text.lines().findFirst().orElse(root.toString());
  }
}
