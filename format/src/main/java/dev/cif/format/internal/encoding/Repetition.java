package dev.cif.format.internal.encoding;

import java.util.function.IntToLongFunction;

/** Guesses from a sample whether values repeat so much that a dictionary may pay. */
final class Repetition {
  private static final int SAMPLE = 1024;
  private static final int TABLE = 4 * SAMPLE;
  private static final int LEAST = 16;

  private Repetition() {}

  static boolean ofLongs(long[] values, int from, int n) {
    return of(n, i -> values[from + i]);
  }

  /**
   * Whether there seem to be fewer than half as many distinct values as values. {@code key} gives a
   * number for value i, the same for equal values and hardly the same for others.
   */
  static boolean of(int n, IntToLongFunction key) {
    if (n < LEAST) {
      return false;
    }
    int sample = Math.min(n, SAMPLE);
    int[] table = new int[TABLE];
    int repeated = 0;
    long random = n;
    for (int k = 0; k < sample; k++) {
      int i = k;
      if (n > SAMPLE) {
        // One place in each of as many equal stretches, so that nothing is taken twice.
        random = random * 6364136223846793005L + 1442695040888963407L;
        long low = (long) k * n / sample;
        long high = (long) (k + 1) * n / sample;
        i = (int) (low + (random >>> 33) % (high - low));
      }
      if (isIn(table, key.applyAsLong(i))) {
        repeated++;
      }
    }
    // Of s values drawn from d equally frequent ones, about s * s / 2d repeat an earlier one.
    return n > SAMPLE
        ? repeated >= Math.max(2, (long) sample * sample / n)
        : repeated >= sample / 2;
  }

  /** Whether the key is in the set (but for rare mistakes), which it then is. */
  private static boolean isIn(int[] table, long key) {
    long hash = Hash.mix(key);
    int mark = (int) hash | 1;
    int at = (int) (hash >>> 40) & (TABLE - 1);
    while (table[at] != 0) {
      if (table[at] == mark) {
        return true;
      }
      at = (at + 1) & (TABLE - 1);
    }
    table[at] = mark;
    return false;
  }
}
