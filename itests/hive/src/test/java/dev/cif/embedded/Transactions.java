package dev.cif.embedded;

import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.metastore.api.AbortTxnRequest;
import org.apache.hadoop.hive.metastore.api.LockState;
import org.apache.hadoop.hive.metastore.api.ShowLocksRequest;
import org.apache.hadoop.hive.metastore.api.TxnInfo;
import org.apache.hadoop.hive.metastore.api.TxnState;
import org.apache.hadoop.hive.metastore.txn.TxnStore;
import org.apache.hadoop.hive.metastore.txn.TxnUtils;

/** Transactions of the metastore. */
final class Transactions {
  private Transactions() {}

  /** Aborts what is open, as the metastore does with what it hears nothing of any more. */
  static void abortOpen() throws Exception {
    TxnStore store = TxnUtils.getTxnStore(new HiveConf());
    for (TxnInfo transaction : store.getOpenTxnsInfo().getOpen_txns()) {
      if (transaction.getState() == TxnState.OPEN) {
        store.abortTxn(new AbortTxnRequest(transaction.getId()));
      }
    }
  }

  /** Runs a statement in another session; its transaction is aborted when all is written. */
  static void abort(OtherSession session, String sql) throws Exception {
    Map<String, String> settings =
        Map.of(
            HiveConf.ConfVars.HIVE_IN_TEST.varname, "true",
            HiveConf.ConfVars.HIVE_TEST_MODE_ROLLBACK_TXN.varname, "true");
    session.start(sql, settings).get();
  }

  /** Returns when a statement waits for the locks of another, or has ended. */
  static void awaitWaiting(Future<?> statement) throws Exception {
    TxnStore store = TxnUtils.getTxnStore(new HiveConf());
    while (!statement.isDone()
        && store.showLocks(new ShowLocksRequest()).getLocks().stream()
            .noneMatch(lock -> lock.getState() == LockState.WAITING)) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }
}
