package dev.cif.bench.stores.hbase;

import dev.cif.bench.data.EventIndex;
import dev.cif.bench.stores.EventKey;
import org.apache.hadoop.hbase.util.Bytes;

/** The key of the index as a row's: texts, each with a zero behind it, and the event's number. */
final class RowKey {
  private RowKey() {}

  /** What the keys of a partition begin with. */
  static byte[] ofPartition(EventKey key) {
    return texts(key, EventIndex.PARTITION_FIELDS);
  }

  static byte[] of(EventKey key) {
    // Numbers are positive: their bytes are in their order.
    return Bytes.add(texts(key, EventIndex.EVENT), Bytes.toBytes(key.event()));
  }

  private static byte[] texts(EventKey key, int fields) {
    return Bytes.toBytes(String.join("\0", key.texts().subList(0, fields)) + "\0");
  }
}
