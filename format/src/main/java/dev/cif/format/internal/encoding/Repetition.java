package dev.cif.format.internal.encoding;

import java.util.function.IntToLongFunction;

/** Guesses from a sample if values repeat often enough for a dictionary to pay. */
final class Repetition {
  private static final int SAMPLE = 1024;
  private static final int TABLE = 2 * SAMPLE;
  private static final int LEAST = 16;

  /**
   * Share of distinct values in the first quarter of a long stream from which a dictionary is given
   * up.
   */
  private static final double TOO_MANY = 0.8;

  private Repetition() {}

  /**
   * Returns true if a dictionary with {@code distinct} entries after i values had better be given
   * up.
   */
  static boolean isHopeless(int distinct, int i, int n) {
    return i == n >> 2 && n > 4 * SAMPLE && distinct > TOO_MANY * i;
  }

  static boolean ofLongs(long[] values, int from, int n) {
    return of(n, i -> values[from + i]);
  }

  /**
   * Returns true if at most half of the values seem to be distinct.
   *
   * @param key function from a value's position to a number: equal for equal values, rarely equal
   *     for others
   */
  static boolean of(int n, IntToLongFunction key) {
    if (n < LEAST) {
      return false;
    }
    int sample = Math.min(n, SAMPLE);
    Counts counts = new Counts();
    long random = n;
    for (int k = 0; k < sample; k++) {
      int i = k;
      if (n > SAMPLE) {
        // One place in each of as many equal stretches, so that no value is taken twice.
        random = random * 6364136223846793005L + 1442695040888963407L;
        long low = (long) k * n / sample;
        long high = (long) (k + 1) * n / sample;
        i = (int) (low + (random >>> 33) % (high - low));
      }
      counts.add(key.applyAsLong(i));
    }
    double distinct = counts.distinct;
    if (n > SAMPLE) {
      // Chao's estimate of the number of distinct values, from those that occur once and twice.
      distinct += (double) counts.once * (counts.once - 1) / (2.0 * (counts.twice + 1));
    }
    return distinct <= n / 2.0;
  }

  /** Number of occurrences of each key; keys are confused rarely. */
  private static final class Counts {
    private final int[] marks = new int[TABLE];
    private final int[] counts = new int[TABLE];
    private int distinct;
    private int once;
    private int twice;

    void add(long key) {
      long hash = Hash.mix(key);
      int mark = (int) hash | 1;
      int at = (int) (hash >>> 40) & (TABLE - 1);
      while (marks[at] != 0 && marks[at] != mark) {
        at = (at + 1) & (TABLE - 1);
      }
      marks[at] = mark;
      counts[at]++;
      switch (counts[at]) {
        case 1:
          distinct++;
          once++;
          break;
        case 2:
          once--;
          twice++;
          break;
        case 3:
          twice--;
          break;
        default:
          break;
      }
    }
  }
}
