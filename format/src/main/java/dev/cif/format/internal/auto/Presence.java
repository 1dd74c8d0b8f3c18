package dev.cif.format.internal.auto;

import dev.cif.format.internal.encoding.Ints;
import dev.cif.format.internal.encoding.IntsDecoder;
import dev.cif.format.internal.io.Input;
import dev.cif.format.vector.ColumnVector;

/**
 * Presence of the values of a node, and their ranks among the present ones: {@code presence(n)} of
 * FORMAT.md section 6.
 */
final class Presence {
  private final int size;
  private final int present;

  /**
   * Bitmap: bit i of word i/64 is set if value i is present. Null if all are present or all are
   * NULL.
   */
  private final long[] words;

  /** Number of present values before each word. */
  private final int[] ranks;

  private Presence(int size, int present, long[] words) {
    this.size = size;
    this.words = words;
    if (words == null) {
      this.present = present;
      this.ranks = null;
      return;
    }
    ranks = new int[words.length];
    int count = 0;
    for (int w = 0; w < words.length; w++) {
      ranks[w] = count;
      count += Long.bitCount(words[w]);
    }
    this.present = count;
  }

  /** Returns the presence of n values, all of them present. */
  static Presence all(int n) {
    return new Presence(n, n, null);
  }

  /** Returns the presence of n values. Value i is present if bit i & 63 of word i >> 6 is set. */
  static Presence of(int n, long[] words) {
    Presence presence = new Presence(n, 0, words);
    return presence.present == n ? all(n) : presence;
  }

  static Presence read(Input in, int n) {
    int kind = in.u8();
    switch (kind) {
      case 0:
        return new Presence(n, n, null);
      case 1:
        return new Presence(n, 0, null);
      case 2:
        return new Presence(n, 0, bitmap(in, n));
      case 3:
        return new Presence(n, 0, runs(in, n));
      default:
        throw in.corrupt("unknown presence " + kind);
    }
  }

  private static long[] bitmap(Input in, int n) {
    int bytes = (n + 7) / 8;
    int start = in.skip(bytes);
    long[] words = new long[(n + 63) / 64];
    for (int b = 0; b < bytes; b++) {
      words[b >> 3] |= (in.array()[start + b] & 0xFFL) << (8 * (b & 7));
    }
    if ((n & 63) != 0 && words[n >> 6] >>> (n & 63) != 0) {
      throw in.corrupt("bits behind the last value are set");
    }
    return words;
  }

  private static long[] runs(Input in, int n) {
    int r = in.count("the number of runs", n + 1);
    if (r < 1) {
      throw in.corrupt("no runs");
    }
    Ints runs = IntsDecoder.decode(in, r);
    long[] words = new long[(n + 63) / 64];
    long[] lengths = new long[Math.min(r, 1024)];
    int row = 0;
    for (int from = 0; from < r; from += lengths.length) {
      int count = Math.min(lengths.length, r - from);
      runs.read(from, count, lengths, 0);
      for (int k = 0; k < count; k++) {
        long length = lengths[k];
        if (length < 0 || length > n - row || (length == 0 && from + k > 0)) {
          throw in.corrupt("a run of " + length + " values");
        }
        int end = row + (int) length;
        if (((from + k) & 1) == 0) {
          set(words, row, end);
        }
        row = end;
      }
    }
    if (row != n) {
      throw in.corrupt("runs of " + row + " values, " + n + " are wanted");
    }
    return words;
  }

  private static void set(long[] words, int from, int to) {
    for (int i = from; i < to; ) {
      int bit = i & 63;
      int count = Math.min(64 - bit, to - i);
      words[i >> 6] |= (-1L >>> (64 - count)) << bit;
      i += count;
    }
  }

  /** Returns the number of present values. */
  int present() {
    return present;
  }

  boolean allPresent() {
    return present == size;
  }

  boolean isPresent(int i) {
    return words == null ? present != 0 : (words[i >> 6] >>> i & 1) != 0;
  }

  /** Returns the number of present values before value {@code i}, 0 <= i <= size. */
  int rank(int i) {
    if (words == null) {
      return present == 0 ? 0 : i;
    }
    if (i == size) {
      return present;
    }
    return ranks[i >> 6] + Long.bitCount(words[i >> 6] & ((1L << i) - 1));
  }

  /**
   * Returns the first index behind {@code i} whose presence differs from that of {@code i}, or
   * {@code to}.
   */
  int runEnd(int i, int to) {
    boolean here = isPresent(i);
    int end = i + 1;
    while (end < to && isPresent(end) == here) {
      end++;
    }
    return end;
  }

  /**
   * Spreads dense data over the slots of a vector and marks the NULLs. The present ones of values
   * {@code from} to {@code from + count - 1} are at the front of the slots from {@code at} on.
   * {@code mover.move(a, b)} copies slot a to slot b, a &lt;= b.
   */
  void spread(int from, int count, ColumnVector out, int at, Mover mover) {
    int dense = rank(from + count) - rank(from);
    if (dense == count) {
      return;
    }
    for (int i = count - 1; i >= 0; i--) {
      if (isPresent(from + i)) {
        dense--;
        if (dense != i) {
          mover.move(at + dense, at + i);
        }
      } else {
        out.setNull(at + i);
      }
    }
  }

  /** Copies the data of one slot of a vector to another. */
  interface Mover {
    void move(int source, int target);
  }
}
