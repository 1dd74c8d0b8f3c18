package dev.cif.format.internal.encoding;

import java.util.function.IntToLongFunction;

/** Guesses from a sample whether values repeat so much that a dictionary may pay. */
final class Repetition {
  private static final int SAMPLE = 1024;
  private static final int TABLE = 2 * SAMPLE;
  private static final int LEAST = 16;

  /** Share of distinct values in the first quarter of a stream that leaves no hope. */
  static final double TOO_MANY = 0.8;

  private Repetition() {}

  static boolean ofLongs(long[] values, int from, int n) {
    return of(n, i -> values[from + i]);
  }

  /**
   * Whether there seem to be at most half as many distinct values as values. {@code key} gives a
   * number for value i, the same for equal values and hardly the same for others.
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
        // One place in each of as many equal stretches, so that nothing is taken twice.
        random = random * 6364136223846793005L + 1442695040888963407L;
        long low = (long) k * n / sample;
        long high = (long) (k + 1) * n / sample;
        i = (int) (low + (random >>> 33) % (high - low));
      }
      counts.add(key.applyAsLong(i));
    }
    double distinct = counts.distinct;
    if (n > SAMPLE) {
      // Chao's estimate of how many there are, from how many occur once and how many twice.
      distinct += (double) counts.once * (counts.once - 1) / (2.0 * (counts.twice + 1));
    }
    return distinct <= n / 2.0;
  }

  /** How often keys occur (but for rare mistakes). */
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
