package dev.cif.hive.describe;

import dev.cif.format.commit.TableFiles;
import dev.cif.format.read.TableProperties;
import dev.cif.format.schema.ColumnKeys;
import dev.cif.format.schema.TableDescription;
import dev.cif.format.schema.TableDescription.OutsidePartition;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hive.common.StatsSetupConst;
import org.apache.hadoop.hive.metastore.api.EnvironmentContext;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Table;

/**
 * One table's file and the metastore's table, which decides. A file that does not say what the
 * metastore says is written anew.
 */
final class TableFileSync {
  private final Hive hive;
  private final Table table;
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
      return revision() > 0;
    }
    if (isOfAnother()) {
      return false;
    }
    return !isSame(file.partitions()) || revision() > file.revision();
  }

  /**
   * Returns true if the file says what the metastore says.
   *
   * @throws HiveException if the file has a later state of the table
   */
  private boolean isSame(List<OutsidePartition> partitions) throws HiveException {
    boolean isSame = HiveDescription.of(table, partitions).isSameTable(file);
    if (!isSame && revision() < file.revision()) {
      throw new HiveException(newer());
    }
    return isSame;
  }

  /** Returns true if another table that is there has the same folder, and keeps the file. */
  private boolean isOfAnother() throws HiveException {
    String own = table.getDbName() + "." + table.getTableName();
    if (file.owner() == null || file.owner().equals(own)) {
      return false;
    }
    Table other = HiveDescription.find(hive, file.owner());
    return other != null && table.getDataLocation().equals(other.getDataLocation());
  }

  /** Returns the revision that the metastore has; 0 for none. */
  private long revision() {
    String text = table.getParameters().getOrDefault(TableProperties.REVISION, "0");
    try {
      return Math.max(0, Long.parseLong(text.strip()));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          TableProperties.REVISION + " is '" + text + "', no number", e);
    }
  }

  /**
   * Writes the table file if it does not say what the metastore says.
   *
   * @param isCreated true if the table is new: then it takes over the keys and defaults of a file
   *     that its folder has from an earlier table
   * @param movesPartitions true if the partitions outside of the folder may be others than before
   */
  void run(boolean isCreated, boolean movesPartitions) throws IOException, HiveException {
    if (!fs.exists(table.getDataLocation()) || (file != null && isOfAnother())) {
      return;
    }
    if (file != null) {
      takeOver(isCreated);
    }
    write(
        file == null || movesPartitions ? HiveDescription.outside(hive, table) : file.partitions());
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
      if (isOfAnother()) {
        throw new HiveException(
            TableFiles.file(table.getDataLocation())
                + " is of table "
                + file.owner()
                + ", which has the same folder");
      }
      if (isSame(partitions) && revision() == file.revision()) {
        return false;
      }
      takeOver(false);
    }
    return write(partitions);
  }

  /** Returns false if the file says the same already. */
  private boolean write(List<OutsidePartition> partitions) throws IOException, HiveException {
    return TableFiles.follow(
        fs,
        table.getDataLocation(),
        file,
        HiveDescription.of(table, partitions),
        revision(),
        this::setRevision);
  }

  private void setRevision(long revision) throws HiveException {
    table.getParameters().put(TableProperties.REVISION, Long.toString(revision));
    EnvironmentContext context = new EnvironmentContext();
    context.putToProperties(StatsSetupConst.DO_NOT_UPDATE_STATS, StatsSetupConst.TRUE);
    hive.alterTable(table, false, context, true);
  }

  /**
   * Makes the metastore's table go on where the file is: numbers of columns that are in use are
   * given to no others.
   */
  private void takeOver(boolean isCreated) {
    if (file.keys() == null) {
      return;
    }
    Map<String, String> properties = table.getParameters();
    ColumnKeys keys = ColumnKeys.fromProperties(properties::get);
    if (keys == null && isCreated) {
      TableProperties.of(file).forEach(properties::putIfAbsent);
    } else if (keys != null && keys.table().equals(file.keys().table())) {
      keys.withNext(file.keys().next()).putInto(properties);
    }
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
        + revision()
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
