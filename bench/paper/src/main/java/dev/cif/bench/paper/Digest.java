package dev.cif.bench.paper;

import java.util.List;
import java.util.Map;
import org.apache.avro.util.Utf8;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;

/**
 * What a scan makes of the values that it reads: every value is touched, and the sums of two
 * formats are equal if their values are. The order of rows and of entries of maps does not matter.
 */
final class Digest {
  private static final long PRIME = 0x9E3779B97F4A7C15L;

  private Digest() {}

  /** A number for a value, whichever class a format has for it. */
  static long of(Object value) {
    // Classes before interfaces, of which a test costs more.
    if (value instanceof Integer number) {
      return number * PRIME;
    }
    if (value instanceof IntWritable number) {
      return number.get() * PRIME;
    }
    if (value instanceof Utf8 text) {
      return bytes(text.getBytes(), text.getByteLength());
    }
    if (value instanceof Text text) {
      return bytes(text.getBytes(), text.getLength());
    }
    if (value instanceof String text) {
      return chars(text);
    }
    if (value instanceof CharSequence text) {
      return chars(text.toString());
    }
    if (value instanceof Number number) {
      return number.longValue() * PRIME;
    }
    if (value instanceof LongWritable number) {
      return number.get() * PRIME;
    }
    if (value instanceof BytesWritable bytes) {
      return bytes(bytes.getBytes(), bytes.getLength());
    }
    if (value instanceof Map<?, ?> map) {
      long sum = map.size();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        sum += of(entry.getKey()) * (of(entry.getValue()) | 1);
      }
      return sum;
    }
    if (value instanceof List<?> list) {
      long sum = 1;
      for (Object element : list) {
        sum = sum * PRIME + of(element);
      }
      return sum;
    }
    throw new IllegalArgumentException("a value of " + (value == null ? null : value.getClass()));
  }

  private static long bytes(byte[] bytes, int length) {
    long hash = length;
    for (int i = 0; i < length; i++) {
      hash = hash * 31 + bytes[i];
    }
    return hash * PRIME;
  }

  /** The same as of the bytes of a text of ASCII characters. */
  private static long chars(String text) {
    long hash = text.length();
    for (int i = 0; i < text.length(); i++) {
      hash = hash * 31 + text.charAt(i);
    }
    return hash * PRIME;
  }
}
