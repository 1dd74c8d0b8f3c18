package dev.cif.hive.update;

import dev.cif.format.commit.InsertedSplit;
import java.util.List;
import org.apache.hadoop.hive.metastore.IMetaStoreClient;
import org.apache.hadoop.hive.ql.io.AcidUtils;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.thrift.TException;

/**
 * Folder of a transactional table for rows that a change inserts. Its transaction is one of its
 * own, committed before the change is: readers look into the folder from then on, and find no row
 * that counts. So all that the change does counts in one step, though the statement's transaction
 * ends later.
 */
final class InsertedFolder {
  private InsertedFolder() {}

  /** Returns the split-directories with their places in a new folder of each partition. */
  static List<InsertedSplit> place(
      IMetaStoreClient client, String user, Table table, List<InsertedSplit> splits)
      throws TException {
    long transaction = client.openTxn(user);
    long id;
    try {
      id = client.allocateTableWriteId(transaction, table.getDbName(), table.getTableName());
      client.commitTxn(transaction);
    } catch (TException | RuntimeException e) {
      rollBack(client, transaction, e);
      throw e;
    }
    String folder = AcidUtils.deltaSubdir(id, id, 0);
    return splits.stream().map(split -> in(folder, split)).toList();
  }

  private static InsertedSplit in(String folder, InsertedSplit split) {
    String partition = split.folder().isEmpty() ? "" : split.folder() + "/";
    return new InsertedSplit(split.directory(), partition + folder, split.rows());
  }

  private static void rollBack(IMetaStoreClient client, long transaction, Exception failure) {
    try {
      client.rollbackTxn(transaction);
    } catch (TException | RuntimeException e) {
      failure.addSuppressed(e);
    }
  }
}
