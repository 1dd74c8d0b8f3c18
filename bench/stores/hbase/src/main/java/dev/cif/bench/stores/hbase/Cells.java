package dev.cif.bench.stores.hbase;

import java.util.Arrays;
import org.apache.avro.Schema;
import org.apache.avro.util.Utf8;
import org.apache.hadoop.hbase.util.Bytes;

/** Converts the fields after the key to cells: a column has a name of one byte. */
final class Cells {
  private Cells() {}

  static byte[] column(int field) {
    return new byte[] {(byte) field};
  }

  static byte[] bytes(Object value) {
    if (value instanceof Utf8 text) {
      return Arrays.copyOf(text.getBytes(), text.getByteLength());
    }
    if (value instanceof Integer number) {
      return Bytes.toBytes((int) number);
    }
    return value instanceof Long number
        ? Bytes.toBytes((long) number)
        : Bytes.toBytes(value.toString());
  }

  static Object value(Schema type, byte[] bytes) {
    return switch (type.getType()) {
      case INT -> (Object) Bytes.toInt(bytes);
      case LONG -> (Object) Bytes.toLong(bytes);
      default -> new Utf8(bytes);
    };
  }
}
