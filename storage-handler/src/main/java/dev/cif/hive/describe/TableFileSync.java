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
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.common.StatsSetupConst;
import org.apache.hadoop.hive.metastore.api.EnvironmentContext;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Table;

/**
 * One table's file and the metastore's table. The metastore decides. It gets the next revision
 * first, and then the file is written, so that a process that dies between leaves an old file,
 * which the next statement sees to be old.
 */
final class TableFileSync {
  private final Hive hive;
  private final Table table;
  private final FileSystem fs;

  TableFileSync(Hive hive, Configuration conf, Table table) throws IOException {
    this.hive = hive;
    this.table = table;
    fs = table.getDataLocation().getFileSystem(conf);
  }

  /** State of a table file beside the metastore. */
  enum State {
    /** There never was one. */
    NONE,
    /** It says what the metastore says, or is kept by another table over the same folder. */
    SAME,
    /** The metastore has changed since, or the file was lost. */
    OLD,
    /** The metastore has an earlier state of the table. */
    NEWER
  }

  /** Returns the state of the file; no partitions are compared. */
  State state() throws IOException, HiveException {
    TableDescription file = TableFiles.read(fs, table.getDataLocation());
    if (file == null) {
      return revision() == 0 ? State.NONE : State.OLD;
    }
    if (isOfAnother(file)) {
      return State.SAME;
    }
    if (revision() < file.revision()) {
      return isSame(file, file.partitions()) ? State.SAME : State.NEWER;
    }
    return revision() == file.revision() && isSame(file, file.partitions())
        ? State.SAME
        : State.OLD;
  }

  /** Returns true if another table that is there has the same folder, and keeps the file. */
  private boolean isOfAnother(TableDescription file) throws HiveException {
    String own = table.getDbName() + "." + table.getTableName();
    if (file.owner() == null || file.owner().equals(own)) {
      return false;
    }
    Table other = hive.getTable(file.owner(), false);
    return other != null && table.getDataLocation().equals(other.getDataLocation());
  }

  private boolean isSame(TableDescription file, List<OutsidePartition> partitions) {
    return HiveDescription.of(table, partitions).isSameTable(file);
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
    if (!HiveDescription.isKept(table) || !fs.exists(table.getDataLocation())) {
      return;
    }
    TableDescription file = TableFiles.read(fs, table.getDataLocation());
    List<OutsidePartition> partitions =
        file == null || movesPartitions ? HiveDescription.outside(hive, table) : file.partitions();
    if (file != null && isOfAnother(file)) {
      return;
    }
    if (file != null) {
      takeOver(file, isCreated);
      if (revision() == file.revision() && isSame(file, partitions)) {
        return;
      }
    }
    long next = Math.max(revision(), file == null ? 0 : file.revision()) + 1;
    table.getParameters().put(TableProperties.REVISION, Long.toString(next));
    EnvironmentContext context = new EnvironmentContext();
    context.putToProperties(StatsSetupConst.DO_NOT_UPDATE_STATS, StatsSetupConst.TRUE);
    hive.alterTable(table, false, context, true);
    TableDescription wanted = HiveDescription.of(table, partitions).withRevision(next);
    TableFiles.update(fs, table.getDataLocation(), before -> wanted);
  }

  /**
   * Makes the metastore's table go on where the file is: numbers of columns that are in use are
   * given to no others.
   */
  private void takeOver(TableDescription file, boolean isCreated) {
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

  Path file() {
    return HiveDescription.file(table);
  }

  /** Returns what to do where the file is newer than the metastore. */
  String advice() throws IOException {
    TableDescription file = TableFiles.read(fs, table.getDataLocation());
    return file()
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
