package dev.cif.bench.mrdb;

import java.nio.charset.StandardCharsets;
import org.apache.avro.util.Utf8;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;

/** Converts the formats' own objects to plain values. */
final class PlainValues {
  private PlainValues() {}

  static int number(Object value) {
    return value instanceof IntWritable writable ? writable.get() : ((Number) value).intValue();
  }

  static float real(Object value) {
    return value instanceof FloatWritable writable ? writable.get() : ((Number) value).floatValue();
  }

  /** Sets a text, without a detour over Java's strings where the format has none. */
  static void set(Text text, Object value) {
    if (value instanceof Text other) {
      text.set(other);
    } else if (value instanceof Utf8 utf8) {
      text.set(utf8.getBytes(), 0, utf8.getByteLength());
    } else {
      byte[] bytes = value.toString().getBytes(StandardCharsets.UTF_8);
      text.set(bytes, 0, bytes.length);
    }
  }
}
