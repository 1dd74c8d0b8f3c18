package org.apache.hadoop.hive.metastore;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import javax.jdo.PersistenceManager;
import org.apache.hadoop.hive.metastore.api.ColumnStatistics;
import org.apache.hadoop.hive.metastore.api.InvalidInputException;
import org.apache.hadoop.hive.metastore.api.InvalidObjectException;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.api.Table;

/**
 * The metastore's store where direct SQL is off, because its tables are made when they are first
 * wanted. For one thing Hive has direct SQL only, and does not ask whether it is on: to rename the
 * column statistics of a table's partitions. The tables that this takes are there then.
 */
public final class PlainStore extends ObjectStore {
  @Override
  public Map<String, Map<String, String>> updatePartitionColumnStatisticsInBatch(
      Map<String, ColumnStatistics> statistics,
      Table table,
      List<TransactionalMetaStoreEventListener> listeners,
      String validWriteIds,
      long writeId)
      throws NoSuchObjectException, MetaException, InvalidObjectException, InvalidInputException {
    return new MetaStoreDirectSql(session(), getConf(), "")
        .updatePartitionColumnStatisticsBatch(statistics, table, listeners, validWriteIds, writeId);
  }

  /** That of the transaction, which is Hive's own. */
  private PersistenceManager session() throws MetaException {
    try {
      Field session = ObjectStore.class.getDeclaredField("pm");
      session.setAccessible(true);
      return (PersistenceManager) session.get(this);
    } catch (ReflectiveOperationException e) {
      throw new MetaException("The metastore is of another release than its classes: " + e);
    }
  }
}
