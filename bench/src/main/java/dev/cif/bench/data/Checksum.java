package dev.cif.bench.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.util.Utf8;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;

/**
 * Checksum of the values that a scan reads, so that every value is touched and the answers of two
 * formats can be compared. A column's sum does not depend on the order of rows or of map entries.
 * Not thread-safe.
 */
public final class Checksum {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long PRIME = 0x9E3779B97F4A7C15L;

  private final long[] sums;
  private long rows;

  /** Creates the checksum of rows of a schema. */
  public Checksum(Schema schema) {
    sums = new long[schema.getFields().size()];
  }

  /** Counts rows; a scan adds each batch or row once. */
  public void rows(long count) {
    rows += count;
  }

  public void add(int column, long value) {
    sums[column] += value;
  }

  /** Returns one number for the whole scan. */
  public long answer() {
    long answer = rows;
    for (long sum : sums) {
      answer = answer * PRIME + sum;
    }
    return answer;
  }

  public static long entry(long keyHash, int value) {
    return keyHash * (value + 1L);
  }

  public static long entry(long keyHash, long valueHash) {
    return keyHash * (valueHash | 1);
  }

  public static long hash(ByteBuffer bytes) {
    if (bytes.hasArray()) {
      return hash(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
    }
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return hash(copy, 0, copy.length);
  }

  /** Returns a hash over the length and every byte, eight at a time. */
  public static long hash(byte[] bytes, int offset, int length) {
    long hash = length;
    if (length >= 8) {
      int last = offset + length - 8;
      for (int i = offset; i < last; i += 8) {
        hash = (hash ^ (long) LONGS.get(bytes, i)) * PRIME;
      }
      return (hash ^ (long) LONGS.get(bytes, last)) * PRIME;
    }
    if (length >= 4) {
      hash = (hash ^ (int) INTS.get(bytes, offset)) * PRIME;
      return (hash ^ (int) INTS.get(bytes, offset + length - 4)) * PRIME;
    }
    for (int i = 0; i < length; i++) {
      hash = (hash ^ bytes[offset + i]) * PRIME;
    }
    return hash;
  }

  /** Returns the same hash of an ASCII string, without converting it to bytes. */
  public static long hash(String text) {
    int length = text.length();
    long hash = length;
    if (length >= 8) {
      int last = length - 8;
      for (int i = 0; i < last; i += 8) {
        hash = (hash ^ word(text, i, 8)) * PRIME;
      }
      return (hash ^ word(text, last, 8)) * PRIME;
    }
    if (length >= 4) {
      hash = (hash ^ (int) word(text, 0, 4)) * PRIME;
      return (hash ^ (int) word(text, length - 4, 4)) * PRIME;
    }
    for (int i = 0; i < length; i++) {
      hash = (hash ^ text.charAt(i)) * PRIME;
    }
    return hash;
  }

  /**
   * Returns a value's number, whichever class a format has for the value. A number is itself, a
   * string its hash, a map the sum of its entries.
   */
  public static long of(Object value) {
    // Classes come before interfaces, of which a test costs more.
    if (value instanceof Integer number) {
      return number;
    }
    if (value instanceof IntWritable number) {
      return number.get();
    }
    if (value instanceof Utf8 text) {
      return hash(text.getBytes(), 0, text.getByteLength());
    }
    if (value instanceof Text text) {
      return hash(text.getBytes(), 0, text.getLength());
    }
    if (value instanceof String text) {
      return hash(text);
    }
    if (value instanceof CharSequence text) {
      return hash(text.toString());
    }
    if (value instanceof Number number) {
      return number.longValue();
    }
    if (value instanceof LongWritable number) {
      return number.get();
    }
    if (value instanceof BytesWritable bytes) {
      return hash(bytes.getBytes(), 0, bytes.getLength());
    }
    if (value instanceof Map<?, ?> map) {
      long sum = 0;
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        sum += entry(of(entry.getKey()), entry.getValue());
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

  private static long entry(long keyHash, Object value) {
    long of = of(value);
    return value instanceof Integer || value instanceof IntWritable
        ? entry(keyHash, (int) of)
        : entry(keyHash, of);
  }

  private static long word(String text, int start, int count) {
    long word = 0;
    for (int i = count - 1; i >= 0; i--) {
      word = word << 8 | text.charAt(start + i);
    }
    return word;
  }
}
