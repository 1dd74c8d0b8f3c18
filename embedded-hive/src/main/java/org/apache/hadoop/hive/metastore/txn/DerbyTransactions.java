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
 * <p>In Derby, Hive lets one operation at a time read and lock. A statement that waits for its
 * locks asks again and again, and with Hive's own class it marks itself as alive first, which locks
 * a row, and stands in line then; a statement that commits meanwhile is the first in line and waits
 * for that row. The two wait until Derby ends one of them after a minute, and Hive tries ten times.
 * Here it stands in line first.
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
