package dev.cif.bench.stores.hbase;

import dev.cif.bench.data.EventIndex;
import dev.cif.bench.stores.EventKey;
import dev.cif.bench.stores.EventStore;
import java.io.IOException;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.apache.hadoop.hbase.filter.ValueFilter;

/** Reads the table by HBase's own client; the server searches for the substring. */
final class HBaseReader implements EventStore.Client {
  /** Number of rows that the server sends at once. */
  private static final int CACHING = 10_000;

  private final Schema index;
  private final Connection connection;

  HBaseReader(Schema index, Connection connection) {
    this.index = index;
    this.connection = connection;
  }

  @Override
  public Object[] lookup(EventKey key, int[] fields) throws IOException {
    Get get = new Get(RowKey.of(key));
    if (fields.length < index.getFields().size()) {
      for (int field : fields) {
        if (field >= EventIndex.KEY_FIELDS) {
          get.addColumn(HBaseStore.FAMILY, Cells.column(field));
        }
      }
    }
    try (Table table = connection.getTable(HBaseStore.TABLE)) {
      Result row = table.get(get);
      return row.isEmpty() ? null : values(key, row, fields);
    }
  }

  private Object[] values(EventKey key, Result row, int[] fields) {
    Object[] values = new Object[fields.length];
    for (int i = 0; i < fields.length; i++) {
      int field = fields[i];
      values[i] =
          field < EventIndex.KEY_FIELDS
              ? key.value(field)
              : Cells.value(
                  index.getFields().get(field).schema(),
                  row.getValue(HBaseStore.FAMILY, Cells.column(field)));
    }
    return values;
  }

  @Override
  public long count(int field, String part, List<EventKey> partitions) throws IOException {
    long count = 0;
    try (Table table = connection.getTable(HBaseStore.TABLE)) {
      for (EventKey first : partitions) {
        Scan scan =
            new Scan()
                .setStartStopRowForPrefixScan(RowKey.ofPartition(first))
                .addColumn(HBaseStore.FAMILY, Cells.column(field))
                .setFilter(new ValueFilter(CompareOperator.EQUAL, new SubstringComparator(part)))
                .setCaching(CACHING)
                // Recommended by the manual for scans of all rows.
                .setCacheBlocks(false);
        try (ResultScanner rows = table.getScanner(scan)) {
          while (rows.next() != null) {
            count++;
          }
        }
      }
    }
    return count;
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
