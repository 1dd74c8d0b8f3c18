package dev.cif.bench;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What a scan makes of the values that it reads, so that every value is touched and the answers of
 * two formats can be compared. A column's sum does not depend on the order of rows or of map
 * entries. Not thread-safe.
 */
final class Checksum {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long PRIME = 0x9E3779B97F4A7C15L;

  private final long[] sums = new long[Row.COLUMNS];
  private long rows;

  /** Counts rows; a scan adds each batch or row once. */
  void rows(long count) {
    rows += count;
  }

  void add(int column, long value) {
    sums[column] += value;
  }

  void add(int column, byte[] bytes, int offset, int length) {
    sums[column] += hash(bytes, offset, length);
  }

  void add(int column, ByteBuffer bytes) {
    sums[column] += hash(bytes);
  }

  /** One number for the whole scan. */
  long answer() {
    long answer = rows;
    for (long sum : sums) {
      answer = answer * PRIME + sum;
    }
    return answer;
  }

  static long entry(long keyHash, int value) {
    return keyHash * (value + 1L);
  }

  static long entry(long keyHash, long valueHash) {
    return keyHash * (valueHash | 1);
  }

  static long hash(ByteBuffer bytes) {
    if (bytes.hasArray()) {
      return hash(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
    }
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return hash(copy, 0, copy.length);
  }

  /** A hash over the length and every byte, eight at a time. */
  static long hash(byte[] bytes, int offset, int length) {
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

  /** The same hash of an ASCII string, without turning it into bytes. */
  static long hash(String text) {
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

  private static long word(String text, int start, int count) {
    long word = 0;
    for (int i = count - 1; i >= 0; i--) {
      word = word << 8 | text.charAt(start + i);
    }
    return word;
  }
}
