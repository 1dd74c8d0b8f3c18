package dev.cif.bench.stores.hbase;

import dev.cif.bench.data.EventIndex;
import dev.cif.bench.formats.RecordSink;
import dev.cif.bench.stores.EventKey;
import dev.cif.bench.stores.EventStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression.Algorithm;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Store in a table of HBase's with a region a partition. The six fields of the key are the row's
 * key; each other field is a column of one family, with a name of one byte. Servers start when they
 * are first needed.
 */
public final class HBaseStore implements EventStore {
  static final TableName TABLE = TableName.valueOf("events");
  static final byte[] FAMILY = {'e'};

  private final EventIndex index;
  private final Path folder;
  private Cluster cluster;
  private Connection writing;

  /** Creates a store whose data are in a folder. */
  public HBaseStore(EventIndex index, Path folder) {
    this.index = index;
    this.folder = folder;
  }

  @Override
  public String description() {
    return "HBase, a master and a region server in the process, on the local file system, a region"
        + " a partition, heap 4 GB; FAST_DIFF, Snappy, bloom filters of rows, a log of writes; flushed and"
        + " compacted into a file a region before it is read";
  }

  @Override
  public boolean wantsKeyOrder() {
    return true;
  }

  private Cluster cluster() throws IOException {
    if (cluster == null) {
      cluster = new Cluster(folder);
    }
    return cluster;
  }

  private static ColumnFamilyDescriptor family() {
    return ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
        .setDataBlockEncoding(DataBlockEncoding.FAST_DIFF)
        .setCompressionType(Algorithm.SNAPPY)
        .setBloomFilterType(BloomType.ROW)
        .build();
  }

  @Override
  public void create() throws IOException {
    writing = cluster().connect();
    TableDescriptor table =
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(family())
            .setRegionSplitPolicyClassName(DisabledRegionSplitPolicy.class.getName())
            .build();
    byte[][] partitions = new byte[index.splits()][];
    Arrays.setAll(
        partitions,
        split -> RowKey.ofPartition(EventKey.of(index.picker().row(index.first(split)))));
    Arrays.sort(partitions, Bytes.BYTES_COMPARATOR);
    try (Admin admin = writing.getAdmin()) {
      if (partitions.length == 1) {
        admin.createTable(table);
      } else {
        admin.createTable(table, Arrays.copyOfRange(partitions, 1, partitions.length));
      }
    }
  }

  @Override
  public RecordSink partition(EventKey first) throws IOException {
    BufferedMutator rows = writing.getBufferedMutator(TABLE);
    return RecordSink.of(
        row -> {
          Put put = new Put(RowKey.of(EventKey.of(row)));
          int fields = row.getSchema().getFields().size();
          for (int field = EventIndex.KEY_FIELDS; field < fields; field++) {
            put.addColumn(FAMILY, Cells.column(field), Cells.bytes(row.get(field)));
          }
          rows.mutate(put);
        },
        rows);
  }

  @Override
  public RecordSink bulk(EventKey first) throws IOException {
    return new BulkFile(
        writing.getConfiguration(),
        new org.apache.hadoop.fs.Path(folder.resolve("bulk").toUri()),
        family(),
        index.first(1));
  }

  @Override
  public void finish() throws IOException {
    cluster().compact(TABLE);
  }

  @Override
  public long bytes() throws IOException {
    cluster().awaitAvailable(TABLE);
    return cluster().bytes(TABLE);
  }

  @Override
  public Client open() throws IOException {
    return new HBaseReader(index.schema(), cluster().connect());
  }

  @Override
  public void forget() throws IOException {
    cluster().restart(TABLE);
  }

  @Override
  public void close() throws IOException {
    if (writing != null) {
      writing.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }
}
