package dev.cif.embedded;

import java.io.IOException;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import javax.jdo.PersistenceManager;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.HMSHandler;
import org.apache.hadoop.hive.metastore.PersistenceManagerProvider;
import org.apache.hadoop.hive.metastore.ReplChangeManager;
import org.apache.hadoop.hive.metastore.TransactionalMetaStoreEventListener;
import org.apache.hadoop.hive.metastore.Warehouse;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.NotificationEvent;
import org.apache.hadoop.hive.metastore.api.Partition;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.metastore.api.TxnType;
import org.apache.hadoop.hive.metastore.events.AcidWriteEvent;
import org.apache.hadoop.hive.metastore.events.AddPartitionEvent;
import org.apache.hadoop.hive.metastore.events.AllocWriteIdEvent;
import org.apache.hadoop.hive.metastore.events.BatchAcidWriteEvent;
import org.apache.hadoop.hive.metastore.events.CommitTxnEvent;
import org.apache.hadoop.hive.metastore.events.CreateTableEvent;
import org.apache.hadoop.hive.metastore.events.OpenTxnEvent;
import org.apache.hadoop.hive.metastore.messaging.AcidWriteMessage;
import org.apache.hadoop.hive.metastore.messaging.EventMessage;
import org.apache.hadoop.hive.metastore.messaging.EventMessage.EventType;
import org.apache.hadoop.hive.metastore.messaging.MessageBuilder;
import org.apache.hadoop.hive.metastore.messaging.PartitionFiles;
import org.apache.hadoop.hive.metastore.messaging.json.JSONCommitTxnMessage;
import org.apache.hadoop.hive.metastore.messaging.json.JSONMessageEncoder;
import org.apache.hadoop.hive.metastore.model.MNotificationNextId;
import org.apache.hadoop.hive.metastore.model.MTxnWriteNotificationLog;
import org.apache.hadoop.hive.metastore.tools.SQLGenerator;

/**
 * The metastore's events that replication of insert-only tables takes: tables and partitions that
 * come, and what transactions write. It stands in for Hive's {@code DbNotificationListener}, whose
 * jar of this release no public registry has.
 */
public final class ReplicationEvents extends TransactionalMetaStoreEventListener {
  private final Configuration conf;
  private boolean isBegun;

  /** Called by the metastore. */
  public ReplicationEvents(Configuration conf) {
    super(conf);
    this.conf = conf;
  }

  @Override
  public void onCreateTable(CreateTableEvent event) throws MetaException {
    Table table = event.getTable();
    add(
        EventType.CREATE_TABLE,
        table.getDbName(),
        table.getTableName(),
        message().buildCreateTableMessage(table, Collections.emptyIterator()));
  }

  @Override
  public void onAddPartition(AddPartitionEvent event) throws MetaException {
    Table table = event.getTable();
    List<PartitionFiles> files = new ArrayList<>();
    for (Iterator<Partition> all = event.getPartitionIterator(); all.hasNext(); ) {
      String name = Warehouse.makePartName(table.getPartitionKeys(), all.next().getValues());
      files.add(new PartitionFiles(name, Collections.emptyIterator()));
    }
    add(
        EventType.ADD_PARTITION,
        table.getDbName(),
        table.getTableName(),
        message().buildAddPartitionMessage(table, event.getPartitionIterator(), files.iterator()));
  }

  @Override
  public void onOpenTxn(OpenTxnEvent event, Connection connection, SQLGenerator generator)
      throws MetaException {
    if (event.getTxnType() != TxnType.READ_ONLY) {
      List<Long> ids = event.getTxnIds();
      EventMessage open = message().buildOpenTxnMessage(ids.get(0), ids.get(ids.size() - 1));
      add(EventType.OPEN_TXN, null, null, open);
    }
  }

  @Override
  public void onCommitTxn(CommitTxnEvent event, Connection connection, SQLGenerator generator)
      throws MetaException {
    if (event.getTxnType() != TxnType.READ_ONLY) {
      // The builder of messages takes more in Hive 4.1.
      long now = System.currentTimeMillis() / 1000;
      EventMessage commit = new JSONCommitTxnMessage("", "", event.getTxnId(), now);
      add(EventType.COMMIT_TXN, null, null, commit);
    }
  }

  @Override
  public void onAllocWriteId(AllocWriteIdEvent event, Connection connection, SQLGenerator generator)
      throws MetaException {
    add(
        EventType.ALLOC_WRITE_ID,
        event.getDbName(),
        event.getTableName(),
        message()
            .buildAllocWriteIdMessage(
                event.getTxnToWriteIdList(), event.getDbName(), event.getTableName()));
  }

  @Override
  public void onBatchAcidWrite(
      BatchAcidWriteEvent event, Connection connection, SQLGenerator generator)
      throws MetaException {
    for (int i = 0; i < event.getNumRequest(); i++) {
      AcidWriteEvent one =
          new AcidWriteEvent(
              event.getPartition(i),
              event.getTableObj(i),
              event.getPartitionObj(i),
              event.getNotificationRequest(i));
      onAcidWrite(one, connection, generator);
    }
  }

  @Override
  public void onAcidWrite(AcidWriteEvent event, Connection connection, SQLGenerator generator)
      throws MetaException {
    AcidWriteMessage write = message().buildAcidWriteMessage(event, files(event));
    persist(
        new MTxnWriteNotificationLog(
            event.getTxnId(),
            event.getWriteId(),
            now(),
            event.getDatabase(),
            event.getTable(),
            event.getPartition(),
            write.getTableObjStr(),
            write.getPartitionObjStr(),
            ReplChangeManager.joinWithSeparator(write.getFiles())));
    add(EventType.ACID_WRITE, event.getDatabase(), event.getTable(), write);
  }

  private static Iterator<String> files(AcidWriteEvent event) throws MetaException {
    List<String> files = new ArrayList<>();
    for (int i = 0; i < event.getFiles().size(); i++) {
      try {
        files.add(
            ReplChangeManager.getInstance()
                .encodeFileUri(
                    event.getFiles().get(i),
                    event.getChecksums().get(i),
                    event.getSubDirs().get(i)));
      } catch (IOException e) {
        throw new MetaException(e.toString());
      }
    }
    return files.iterator();
  }

  private static MessageBuilder message() {
    return MessageBuilder.getInstance();
  }

  private static int now() {
    return (int) (System.currentTimeMillis() / 1000);
  }

  private synchronized void add(EventType type, String database, String table, EventMessage message)
      throws MetaException {
    if (!isBegun) {
      beginNumbers();
      isBegun = true;
    }
    NotificationEvent event =
        new NotificationEvent(
            0,
            now(),
            type.toString(),
            JSONMessageEncoder.getInstance().getSerializer().serialize(message));
    event.setCatName(Warehouse.DEFAULT_CATALOG_NAME);
    event.setDbName(database);
    event.setTableName(table);
    event.setMessageFormat(JSONMessageEncoder.FORMAT);
    HMSHandler.getMSForConf(conf).addNotificationEvent(event);
  }

  /**
   * Makes the row of the next event's number, once for all listeners of a metastore. It locks the
   * table of that row, which exists only when it is first written.
   */
  private static synchronized void beginNumbers() {
    PersistenceManager store = PersistenceManagerProvider.getPersistenceManager();
    try {
      if (store.newQuery(MNotificationNextId.class).executeList().isEmpty()) {
        persist(new MNotificationNextId(1));
      }
    } finally {
      store.close();
    }
  }

  private static void persist(Object row) {
    PersistenceManager store = PersistenceManagerProvider.getPersistenceManager();
    try {
      store.currentTransaction().begin();
      store.makePersistent(row);
      store.currentTransaction().commit();
    } finally {
      store.close();
    }
  }
}
