package dev.cif.hive.update;

import dev.cif.format.read.SplitDirectories;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.TransactionSource.Snapshot;
import dev.cif.hive.table.MetastoreTransactions;
import dev.cif.hive.version.HiveFeatures;
import dev.cif.hive.version.HiveTask;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.conf.Constants;
import org.apache.hadoop.hive.ql.io.AcidUtils;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.plan.api.StageType;
import org.apache.thrift.TException;

/**
 * Prepares managed tables for REPL DUMP. It first marks their database as replicated, and then
 * makes their changes part of their files. An UPDATE that is committed in between finds the mark,
 * and fails: both hold the lock of commits.
 */
public final class ReplicationTask extends HiveTask<ReplicationWork> {
  private static final long serialVersionUID = 1L;

  @Override
  protected int run(BooleanSupplier isShutdown) {
    try {
      for (Map.Entry<String, List<String>> scope : work.scope().entrySet()) {
        List<Table> tables = Replication.copiedByFiles(getHive(), scope.getKey(), scope.getValue());
        if (!tables.isEmpty()) {
          Replication.markAsSource(getHive(), scope.getKey(), policy());
        }
        for (Table table : tables) {
          Set<Path> folders = FoldChangesTask.folders(getHive(), table, Map.of());
          FoldChangesTask.fold(conf, folders);
          expectAllRows(table, folders);
        }
      }
      return 0;
    } catch (IOException | HiveException | TException | RuntimeException e) {
      setException(e);
      return 1;
    }
  }

  /**
   * Fails if rows of a table are deleted: of a managed table Hive copies no file whose name begins
   * with an underscore, as that of deleted rows does. Folders that no longer count are not copied.
   */
  private void expectAllRows(Table table, Set<Path> folders)
      throws IOException, HiveException, TException {
    String name = table.getDbName() + "." + table.getTableName();
    Snapshot counted =
        HiveFeatures.IS_4 && AcidUtils.isTransactionalTable(table)
            ? MetastoreTransactions.snapshot(getHive().getMSC(), conf, name)
            : null;
    for (Path folder : folders) {
      FileSystem fs = folder.getFileSystem(conf);
      for (Path split : SplitDirectories.list(fs, folder)) {
        if ((counted == null || counted.counts(fs, folder, child(folder, split)))
            && hasDeletedRows(fs, split)) {
          throw new HiveException(
              split
                  + ": table "
                  + name
                  + " has deleted rows, of which Hive's replication copies nothing; take them out by"
                  + " ALTER TABLE ... COMPACT 'major' or INSERT OVERWRITE before. Nothing was"
                  + " dumped");
        }
      }
    }
  }

  private static boolean hasDeletedRows(FileSystem fs, Path split) throws IOException {
    try (SplitReader reader = SplitReader.open(fs, split)) {
      return reader.liveRows() < reader.rows();
    }
  }

  /** Returns the name of the folder that holds a split-directory, or is it, in another one. */
  private static String child(Path folder, Path split) {
    Path child = split;
    while (child.getParent() != null && child.getParent().depth() > folder.depth()) {
      child = child.getParent();
    }
    return child.getName();
  }

  /** Returns the value that Hive gives the property of such a database. */
  private String policy() {
    String statement = "default_" + getQueryState().getQueryString();
    return conf.get(Constants.SCHEDULED_QUERY_SCHEDULENAME, statement);
  }

  @Override
  public StageType getType() {
    return StageType.DDL;
  }

  @Override
  public String getName() {
    return "CIF_REPLICATION";
  }
}
