package dev.cif.bench.stores.hbase;

import dev.cif.bench.data.EventIndex;
import dev.cif.bench.stores.EventKey;
import org.apache.hadoop.hbase.util.Bytes;

/** Row key of an index key: texts, each followed by a zero, and the event's number. */
final class RowKey {
  private RowKey() {}

  /** Returns the prefix of the keys of a partition. */
  static byte[] ofPartition(EventKey key) {
    return texts(key, EventIndex.PARTITION_FIELDS);
  }

  static byte[] of(EventKey key) {
    // Numbers are positive, so that their bytes have the same order.
    return Bytes.add(texts(key, EventIndex.EVENT), Bytes.toBytes(key.event()));
  }

  private static byte[] texts(EventKey key, int fields) {
    return Bytes.toBytes(String.join("\0", key.texts().subList(0, fields)) + "\0");
  }
}
