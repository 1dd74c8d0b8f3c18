package org.apache.hadoop.hive.metastore.txn;

import org.apache.hadoop.hive.metastore.api.CheckLockRequest;
import org.apache.hadoop.hive.metastore.api.LockResponse;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.NoSuchLockException;
import org.apache.hadoop.hive.metastore.api.NoSuchTxnException;
import org.apache.hadoop.hive.metastore.api.TxnAbortedException;

/**
 * The metastore's transactions, in a Derby that several sessions of this process use.
 *
 * <p>With Derby, Hive lets one operation at a time read and lock. A statement that waits for its
 * locks asks again and again. Hive's own class then first marks the statement as alive, which locks
 * a row, and queues for its turn afterwards. A statement that commits meanwhile is ahead in the
 * queue and waits for that row. The two wait until Derby ends one of them after a minute, and Hive
 * tries ten times. This class queues first, so that the deadlock can't happen.
 */
public final class DerbyTransactions extends CompactionTxnHandler {
  @Override
  public LockResponse checkLock(CheckLockRequest request)
      throws NoSuchTxnException, NoSuchLockException, TxnAbortedException, MetaException {
    dbProduct.lockInternal();
    try {
      return super.checkLock(request);
    } finally {
      dbProduct.unlockInternal();
    }
  }
}
