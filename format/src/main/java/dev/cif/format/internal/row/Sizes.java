package dev.cif.format.internal.row;

import dev.cif.format.internal.io.Input;

/**
 * Adds the sizes of a dcsl row: uvarints, 0 for NULL, else 1 + the bytes of the content. Eight
 * one-byte sizes are added at once.
 */
final class Sizes {
  private static final long HIGH = 0x8080808080808080L;
  private static final long LOW7 = 0x7F7F7F7F7F7F7F7FL;
  private static final long EVEN = 0x00FF00FF00FF00FFL;
  private static final long ONES = 0x0001000100010001L;

  private Sizes() {}

  /**
   * Returns the next 1 to 8 sizes, one a byte with unused bytes 0, or -1 if one takes more than a
   * byte.
   */
  static long word(byte[] array, int position, int count) {
    long x = first((long) Input.LONG.get(array, position), count);
    return (x & HIGH) == 0 ? x : -1;
  }

  /** Returns the low {@code count} bytes, 0 to 8, of a word. */
  static long first(long word, int count) {
    return count == 8 ? word : word & ((1L << (8 * count)) - 1);
  }

  /** Returns the bytes of content that eight sizes below 128 stand for. */
  static int contents(long word) {
    // Subtracts one from each byte that is not 0.
    long x = word - (((word + LOW7) & HIGH) >>> 7);
    long pairs = (x & EVEN) + ((x >>> 8) & EVEN);
    return (int) ((pairs * ONES) >>> 48);
  }

  /** Passes over {@code count} sizes and returns the bytes of content that they stand for. */
  static long sum(RowCursor c, int count) {
    long total = 0;
    int left = count;
    while (left > 0) {
      int n = Math.min(8, left);
      if (n > c.end - c.position) {
        throw c.corrupt("the data end inside the sizes of a map's values");
      }
      long word = word(c.array, c.position, n);
      if (word >= 0) {
        total += contents(word);
        c.position += n;
        left -= n;
      } else {
        total += Math.max(0, c.count("a size", c.end - c.position + 1) - 1);
        left--;
      }
    }
    return total;
  }
}
