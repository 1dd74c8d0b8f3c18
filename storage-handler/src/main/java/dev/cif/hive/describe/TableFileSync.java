package dev.cif.hive.describe;

import dev.cif.format.commit.TableFiles;
import dev.cif.format.commit.TableFiles.OwnersTable;
import dev.cif.format.read.TableProperties;
import dev.cif.format.schema.ColumnKeys;
import dev.cif.format.schema.TableDescription;
import dev.cif.format.schema.TableDescription.OutsidePartition;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Table;

/**
 * One table's file and the metastore's table, which decides. A file that does not say what the
 * metastore says is written anew.
 */
final class TableFileSync {
  private final Hive hive;
  private Table table;
  private final FileSystem fs;

  /** Description that the file has; null if there is none. */
  private final TableDescription file;

  /**
   * Reads the table file.
   *
   * @throws dev.cif.format.schema.CifException if it is damaged
   */
  TableFileSync(Hive hive, Configuration conf, Table table) throws IOException {
    this.hive = hive;
    this.table = table;
    fs = table.getDataLocation().getFileSystem(conf);
    file = TableFiles.read(fs, table.getDataLocation());
  }

  /**
   * Returns true if the metastore has changed since the file was written, or the file was lost. No
   * partitions are compared.
   *
   * @throws HiveException if the file has a later state of the table than the metastore
   */
  boolean isOld() throws HiveException {
    if (file == null) {
      return TableRevision.of(table) > 0;
    }
    if (isOfAnother(file)) {
      return false;
    }
    return !isSame(file.partitions()) || TableRevision.of(table) > file.revision();
  }

  /**
   * Returns true if the file says what the metastore says.
   *
   * @throws HiveException if the file has a later state of the table
   */
  private boolean isSame(List<OutsidePartition> partitions) throws HiveException {
    boolean isSame = HiveDescription.of(table, partitions).isSameTable(file);
    if (!isSame && TableRevision.of(table) < file.revision()) {
      throw new HiveException(newer());
    }
    return isSame;
  }

  /** Returns true if another table that is there has the same folder, and keeps the file. */
  private boolean isOfAnother(TableDescription file) throws HiveException {
    String own = table.getDbName() + "." + table.getTableName();
    if (file.owner() == null || file.owner().equals(own)) {
      return false;
    }
    Table other = HiveDescription.find(hive, file.owner());
    return other != null && table.getDataLocation().equals(other.getDataLocation());
  }

  /**
   * Writes the table file if it does not say what the metastore says.
   *
   * @param isCreated true if the table is new: then it takes over the keys and defaults of a file
   *     that its folder has from an earlier table
   * @param movesPartitions true if the partitions outside of the folder may be others than before
   */
  void run(boolean isCreated, boolean movesPartitions) throws IOException, HiveException {
    if (fs.exists(table.getDataLocation())) {
      write(
          isCreated,
          before ->
              before == null || movesPartitions
                  ? HiveDescription.outside(hive, table)
                  : before.partitions());
    }
  }

  /**
   * Writes the table file as the next ALTER TABLE would, for a caller that is no statement.
   *
   * @param partitions partitions outside of the folder
   * @return false if the file says the same already
   * @throws HiveException if there is no folder, or the file is another table's, or of a later
   *     state than the metastore
   */
  boolean adopt(List<OutsidePartition> partitions) throws IOException, HiveException {
    if (!fs.exists(table.getDataLocation())) {
      throw new HiveException(table.getDataLocation() + ": there is no such folder");
    }
    if (file != null) {
      if (isOfAnother(file)) {
        throw new HiveException(
            TableFiles.file(table.getDataLocation())
                + " is of table "
                + file.owner()
                + ", which has the same folder");
      }
      isSame(partitions);
    }
    return write(false, before -> partitions);
  }

  /** Partitions outside of the table's folder, as a file shall have them. */
  private interface Partitions {
    /**
     * Finds them.
     *
     * @param before what the file says; null if there is none
     */
    List<OutsidePartition> after(TableDescription before) throws HiveException;
  }

  /** Returns false if the file says the same already. */
  private boolean write(boolean isCreated, Partitions partitions)
      throws IOException, HiveException {
    Path folder = table.getDataLocation();
    return TableFiles.follow(
        fs,
        folder,
        new TableFiles.Owner<HiveException>() {
          @Override
          public OwnersTable read(TableDescription before) throws HiveException {
            // A table may have many partitions. The metastore gets the table back, so it is read
            // after them.
            List<OutsidePartition> outside = partitions.after(before);
            Table now = hive.getTable(table.getDbName(), table.getTableName(), false);
            if (now == null
                || !HiveDescription.isKept(now)
                || !folder.equals(now.getDataLocation())
                || (before != null && isOfAnother(before))) {
              return null;
            }
            table = now;
            boolean isStored = before == null || !takeOver(before, isCreated);
            return new OwnersTable(
                HiveDescription.of(table, outside), TableRevision.of(table), isStored);
          }

          @Override
          public void store(long revision) throws HiveException {
            TableRevision.store(hive, table, revision);
          }
        });
  }

  /**
   * Makes the metastore's table go on where the file is: numbers of columns that are in use are
   * given to no others. Returns true if that changes its properties.
   */
  private boolean takeOver(TableDescription before, boolean isCreated) {
    if (before.keys() == null) {
      return false;
    }
    Map<String, String> properties = table.getParameters();
    Map<String, String> old = Map.copyOf(properties);
    ColumnKeys keys = ColumnKeys.fromProperties(properties::get);
    if (keys == null && isCreated) {
      TableProperties.of(before).forEach(properties::putIfAbsent);
    } else if (keys != null && keys.table().equals(before.keys().table())) {
      keys.withNext(before.keys().next()).putInto(properties);
    }
    return !properties.equals(old);
  }

  /** Returns what to do where the file is newer than the metastore. */
  private String newer() {
    return TableFiles.file(table.getDataLocation())
        + " is of revision "
        + file.revision()
        + ", and the metastore's table "
        + table.getDbName()
        + "."
        + table.getTableName()
        + " of revision "
        + TableRevision.of(table)
        + ": it was restored from an older state, or the folder is another table's. The file's"
        + " columns are "
        + file.names()
        + ". If the metastore is right, say so by ALTER TABLE ... SET TBLPROPERTIES ('"
        + TableProperties.REVISION
        + "'='"
        + file.revision()
        + "'); else change its columns first. Nothing was changed";
  }
}
