package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import java.util.Arrays;

/** Bit-packing of one vector of at most {@link #VECTOR} numbers, FORMAT.md section 6.1. */
final class Bits {
  /** Maximum number of values in a vector. */
  static final int VECTOR = 1024;

  private static final int WIDEST = 56;

  private Bits() {}

  /** Returns the number of vectors that hold n values. */
  static int vectors(int n) {
    return (n >>> 10) + ((n & (VECTOR - 1)) == 0 ? 0 : 1);
  }

  /** Returns the number of values in vector {@code v} of a stream of n. */
  static int vectorSize(int n, int v) {
    return Math.min(VECTOR, n - (v << 10));
  }

  static boolean isWidth(int width) {
    return width <= WIDEST || width == Long.SIZE;
  }

  /** Returns the least allowed width that holds all bits of the unsigned number. */
  static int width(long number) {
    int width = Long.SIZE - Long.numberOfLeadingZeros(number);
    return width <= WIDEST ? width : Long.SIZE;
  }

  /** Returns the size in bytes of {@code count} packed numbers. */
  static int bytes(int count, int width) {
    return (count * width + 7) >>> 3;
  }

  /** Returns number {@code i} of the vector that starts at byte {@code start}. */
  static long get(byte[] a, int start, int width, int i) {
    if (width == 0) {
      return 0;
    }
    int bit = i * width;
    long word = (long) Input.LONG.get(a, start + (bit >>> 3));
    return (word >>> (bit & 7)) & (-1L >>> (Long.SIZE - width));
  }

  /** Unpacks numbers {@code from} to {@code from + count - 1} and adds {@code base} to each. */
  static void unpack(
      byte[] a, int start, int width, long base, int from, int count, long[] out, int at) {
    int end = at + count;
    if (width == 0) {
      Arrays.fill(out, at, end, base);
    } else if (width == Long.SIZE) {
      unpackWords(a, start + from * Long.BYTES, base, out, at, end);
    } else {
      int i = from;
      int to = at;
      while (to < end && (i & 7) != 0) {
        out[to++] = base + get(a, start, width, i++);
      }
      int whole = (end - to) & -8;
      BitUnpacker.unpack(a, start + (i >>> 3) * width, width, base, out, to, to + whole);
      to += whole;
      i += whole;
      while (to < end) {
        out[to++] = base + get(a, start, width, i++);
      }
    }
  }

  private static void unpackWords(byte[] a, int p, long base, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i++, q += Long.BYTES) {
      out[i] = base + (long) Input.LONG.get(a, q);
    }
  }

  /** Appends the low {@code width} bits of {@code values[from..from+count)} minus {@code base}. */
  static void pack(long[] values, int from, int count, long base, int width, Output out) {
    if (width == 0) {
      return;
    }
    int size = bytes(count, width);
    int at = out.extend(size + Long.BYTES);
    byte[] a = out.array();
    long mask = -1L >>> (Long.SIZE - width);
    long word = 0;
    int filled = 0;
    int p = at;
    for (int i = from; i < from + count; i++) {
      long number = (values[i] - base) & mask;
      word |= number << filled;
      filled += width;
      if (filled >= Long.SIZE) {
        Input.LONG.set(a, p, word);
        p += Long.BYTES;
        filled -= Long.SIZE;
        word = filled == 0 ? 0 : number >>> (width - filled);
      }
    }
    Input.LONG.set(a, p, word);
    out.truncate(at + size);
  }
}
