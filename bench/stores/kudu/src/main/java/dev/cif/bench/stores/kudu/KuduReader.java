package dev.cif.bench.stores.kudu;

import dev.cif.bench.data.EventIndex;
import dev.cif.bench.stores.EventKey;
import dev.cif.bench.stores.EventStore;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.kudu.ColumnSchema;
import org.apache.kudu.Type;
import org.apache.kudu.client.AsyncKuduScanner;
import org.apache.kudu.client.KuduClient;
import org.apache.kudu.client.KuduPredicate;
import org.apache.kudu.client.KuduPredicate.ComparisonOp;
import org.apache.kudu.client.KuduScanner;
import org.apache.kudu.client.KuduTable;
import org.apache.kudu.client.RowResult;

/** Reads the table by Kudu's own client. */
final class KuduReader implements EventStore.Client {
  private final KuduClient client;
  private final KuduTable table;

  KuduReader(KuduClient client) throws IOException {
    this.client = client;
    table = client.openTable(KuduStore.TABLE);
  }

  /** Returns a scan of rows that have the first fields of a key. */
  private KuduScanner.KuduScannerBuilder scan(EventKey key, int keyFields, int[] fields) {
    KuduScanner.KuduScannerBuilder scan =
        client
            .newScannerBuilder(table)
            .setProjectedColumnIndexes(Arrays.stream(fields).boxed().toList());
    for (int field = 0; field < keyFields; field++) {
      ColumnSchema column = table.getSchema().getColumnByIndex(field);
      scan.addPredicate(
          field == EventIndex.EVENT
              ? KuduPredicate.newComparisonPredicate(column, ComparisonOp.EQUAL, key.event())
              : KuduPredicate.newComparisonPredicate(
                  column, ComparisonOp.EQUAL, key.texts().get(field)));
    }
    return scan;
  }

  @Override
  public Object[] lookup(EventKey key, int[] fields) throws IOException {
    KuduScanner scanner = scan(key, EventIndex.KEY_FIELDS, fields).build();
    Object[] values = null;
    while (scanner.hasMoreRows()) {
      for (RowResult row : scanner.nextRows()) {
        values = new Object[fields.length];
        for (int i = 0; i < fields.length; i++) {
          values[i] = value(row, i);
        }
      }
    }
    return values;
  }

  private static Object value(RowResult row, int column) {
    Type type = row.getColumnType(column);
    if (type == Type.STRING) {
      return row.getString(column);
    }
    return type == Type.INT32 ? (Object) row.getInt(column) : (Object) row.getLong(column);
  }

  @Override
  public long count(int field, String part, List<EventKey> partitions) throws IOException {
    long count = 0;
    for (EventKey first : partitions) {
      KuduScanner scanner = scan(first, EventIndex.PARTITION_FIELDS, new int[] {field}).build();
      scanner.setRowDataFormat(AsyncKuduScanner.RowDataFormat.COLUMNAR);
      while (scanner.hasMoreRows()) {
        for (RowResult row : scanner.nextRows()) {
          count += row.getString(0).contains(part) ? 1 : 0;
        }
      }
    }
    return count;
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}
