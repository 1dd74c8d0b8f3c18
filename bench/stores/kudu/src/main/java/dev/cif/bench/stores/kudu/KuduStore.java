package dev.cif.bench.stores.kudu;

import dev.cif.bench.data.EventIndex;
import dev.cif.bench.formats.RecordSink;
import dev.cif.bench.stores.EventKey;
import dev.cif.bench.stores.EventStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema.Field;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;
import org.apache.kudu.ColumnSchema;
import org.apache.kudu.ColumnSchema.ColumnSchemaBuilder;
import org.apache.kudu.ColumnSchema.CompressionAlgorithm;
import org.apache.kudu.ColumnSchema.Encoding;
import org.apache.kudu.Schema;
import org.apache.kudu.Type;
import org.apache.kudu.client.CreateTableOptions;
import org.apache.kudu.client.Insert;
import org.apache.kudu.client.KuduClient;
import org.apache.kudu.client.KuduSession;
import org.apache.kudu.client.KuduTable;
import org.apache.kudu.client.OperationResponse;
import org.apache.kudu.client.PartialRow;
import org.apache.kudu.client.RangePartitionBound;
import org.apache.kudu.client.SessionConfiguration.FlushMode;

/**
 * Store in a table of Kudu's with a tablet a partition, whose primary key is that of the index:
 * dictionaries and LZ4 for text, bit-shuffle for numbers. Daemons start when they are first needed.
 */
public final class KuduStore implements EventStore {
  static final String TABLE = "events";
  private static final int BATCH = 1000;

  private final EventIndex index;
  private final Path folder;
  private Servers servers;
  private KuduClient writing;

  /** Creates a store whose data are in a folder. */
  public KuduStore(EventIndex index, Path folder) {
    this.index = index;
    this.folder = folder;
  }

  @Override
  public String description() {
    return "Kudu, a master and a tablet server on the same disk, one replica, a tablet a partition;"
        + " primary key of six columns, dictionaries and LZ4 for text, bit-shuffle for numbers;"
        + " rows in batches of "
        + BATCH
        + "; flushed and compacted before it is read";
  }

  @Override
  public boolean wantsKeyOrder() {
    return false;
  }

  private Servers servers() throws IOException {
    if (servers == null) {
      servers = new Servers(folder);
    }
    return servers;
  }

  private KuduClient client() throws IOException {
    return new KuduClient.KuduClientBuilder(servers().master()).build();
  }

  private Schema schema() {
    List<ColumnSchema> columns = new ArrayList<>();
    for (Field field : index.schema().getFields()) {
      Type type =
          switch (field.schema().getType()) {
            case INT -> Type.INT32;
            case LONG -> Type.INT64;
            default -> Type.STRING;
          };
      ColumnSchemaBuilder column =
          new ColumnSchemaBuilder(field.name(), type).key(field.pos() < EventIndex.KEY_FIELDS);
      columns.add(
          type == Type.STRING
              ? column
                  .encoding(Encoding.DICT_ENCODING)
                  .compressionAlgorithm(CompressionAlgorithm.LZ4)
                  .build()
              : column.encoding(Encoding.BIT_SHUFFLE).build());
    }
    return new Schema(columns);
  }

  @Override
  public void create() throws IOException {
    writing = client();
    Schema schema = schema();
    List<String> ofPartition = new ArrayList<>();
    for (int field = 0; field < EventIndex.PARTITION_FIELDS; field++) {
      ofPartition.add(schema.getColumnByIndex(field).getName());
    }
    CreateTableOptions options =
        new CreateTableOptions().setRangePartitionColumns(ofPartition).setNumReplicas(1);
    for (int split = 0; split < index.splits(); split++) {
      EventKey first = EventKey.of(index.picker().row(index.first(split)));
      options.addRangePartition(
          bound(schema, first),
          bound(schema, first),
          RangePartitionBound.INCLUSIVE_BOUND,
          RangePartitionBound.INCLUSIVE_BOUND);
    }
    writing.createTable(TABLE, schema, options);
  }

  /** Returns a new row as the bound of a range, because the client changes it. */
  private static PartialRow bound(Schema schema, EventKey key) {
    PartialRow row = schema.newPartialRow();
    for (int field = 0; field < EventIndex.PARTITION_FIELDS; field++) {
      row.addString(field, key.texts().get(field));
    }
    return row;
  }

  @Override
  public RecordSink partition(EventKey first) throws IOException {
    KuduTable table = writing.openTable(TABLE);
    KuduSession session = writing.newSession();
    session.setFlushMode(FlushMode.MANUAL_FLUSH);
    session.setMutationBufferSpace(BATCH);
    return new RecordSink() {
      private int pending;

      @Override
      public void write(GenericRecord row) throws IOException {
        Insert insert = table.newInsert();
        fill(insert.getRow(), row);
        session.apply(insert);
        if (++pending == BATCH) {
          flush();
        }
      }

      private void flush() throws IOException {
        for (OperationResponse response : session.flush()) {
          if (response.hasRowError()) {
            throw new IOException("Kudu refuses a row: " + response.getRowError());
          }
        }
        pending = 0;
      }

      @Override
      public void close() throws IOException {
        flush();
        session.close();
      }
    };
  }

  private static void fill(PartialRow into, GenericRecord row) {
    int fields = row.getSchema().getFields().size();
    for (int field = 0; field < fields; field++) {
      Object value = row.get(field);
      if (value instanceof Utf8 text) {
        into.addString(field, text.toString());
      } else if (value instanceof Integer number) {
        into.addInt(field, number);
      } else if (value instanceof Long number) {
        into.addLong(field, number);
      } else {
        into.addString(field, value.toString());
      }
    }
  }

  @Override
  public void finish() throws IOException {
    servers().settle(index.splits());
  }

  @Override
  public long bytes() throws IOException {
    return servers().bytes();
  }

  @Override
  public Client open() throws IOException {
    return new KuduReader(client());
  }

  @Override
  public void forget() throws IOException {
    servers().restart();
  }

  @Override
  public double serverSeconds() throws IOException {
    return servers().cpuSeconds();
  }

  @Override
  public void close() throws IOException {
    if (writing != null) {
      writing.close();
    }
    if (servers != null) {
      servers.close();
    }
  }
}
