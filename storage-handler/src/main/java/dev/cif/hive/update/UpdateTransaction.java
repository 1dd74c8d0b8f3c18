package dev.cif.hive.update;

import dev.cif.format.schema.CifException;
import dev.cif.hive.table.CompactionJob;
import java.io.IOException;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.common.ValidReadTxnList;
import org.apache.hadoop.hive.common.ValidTxnList;
import org.apache.hadoop.hive.metastore.IMetaStoreClient;
import org.apache.hadoop.hive.ql.io.AcidUtils;
import org.apache.hadoop.hive.ql.lockmgr.HiveTxnManager;
import org.apache.hadoop.hive.ql.lockmgr.LockException;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.parse.SemanticException;
import org.apache.hadoop.hive.ql.session.SessionState;
import org.apache.thrift.TException;

/**
 * Transaction of an UPDATE of a transactional table, which writes the table. Hive's locks exclude
 * other UPDATEs, INSERT OVERWRITE, TRUNCATE and DROP. Its write id tells the cache of results,
 * views and statistics that the table has changed. Compaction takes no lock that conflicts with a
 * writer's; if both run, the UPDATE fails.
 */
final class UpdateTransaction {
  private final ValidTxnList seen;
  private final ValidTxnList now;

  private UpdateTransaction(ValidTxnList seen, ValidTxnList now) {
    this.seen = seen;
    this.now = now;
  }

  /** Gives the statement that is analysed a write id of its table, if that is transactional. */
  static void join(Table table) throws SemanticException {
    HiveTxnManager manager = SessionState.get().getTxnMgr();
    if (!AcidUtils.isTransactionalTable(table) || manager == null || !manager.supportsAcid()) {
      return;
    }
    try {
      // The lock names the write id.
      manager.getTableWriteId(table.getDbName(), table.getTableName());
    } catch (LockException e) {
      throw new SemanticException(e);
    }
  }

  /**
   * Returns the transaction of the running statement.
   *
   * @param snapshot the query's snapshot, in Hive's text form; null if there are no transactions
   * @throws LockException if it has ended
   */
  static UpdateTransaction running(String snapshot, IMetaStoreClient client)
      throws LockException, TException {
    HiveTxnManager manager = SessionState.get().getTxnMgr();
    if (snapshot == null || manager == null || !manager.isTxnOpen()) {
      return new UpdateTransaction(null, null);
    }
    manager.heartbeat();
    // Hive 4.1 has no constructor that takes a text.
    ValidTxnList seen = new ValidReadTxnList();
    seen.readFromString(snapshot);
    return new UpdateTransaction(seen, client.getValidTxns());
  }

  /**
   * Fails if the data that the UPDATE has read is being compacted, or was compacted since: its
   * columns would be in folders that nobody reads any more.
   *
   * @param table folder of the table
   * @param splits split-directories that it has written into
   */
  void expectNoCompaction(FileSystem fs, Path table, Collection<Path> splits) throws IOException {
    if (seen == null) {
      return;
    }
    for (Path folder : above(splits, table)) {
      for (FileStatus child : fs.listStatus(folder)) {
        long compaction = CompactionJob.transaction(child.getPath());
        boolean isNew = compaction >= 0 && !seen.isTxnValid(compaction);
        if (isNew && !now.isTxnAborted(compaction)) {
          throw CifException.at(
              child.getPath(),
              null,
              -1,
              "the table was compacted, or is being compacted, while the UPDATE ran; nothing was"
                  + " changed: run it again when the compaction has ended");
        }
      }
    }
  }

  /** Returns the partitions and the folders above them. */
  private static Set<Path> above(Collection<Path> splits, Path table) {
    Set<Path> folders = new TreeSet<>();
    for (Path split : splits) {
      Path at = split.getParent();
      while (at != null && at.depth() >= table.depth() && folders.add(at)) {
        at = at.getParent();
      }
    }
    return folders;
  }
}
