package dev.cif.format.internal.encoding;

import java.util.List;

/** Stream of 64-bit integers that is decoded on demand, FORMAT.md section 6.1. */
public abstract class Ints {
  private static final List<String> NAMES =
      List.of(
          "constant",
          "packed",
          "delta",
          "run-length",
          "dictionary",
          "plain",
          "scaled",
          "compressed",
          "digits");

  private final int size;

  /** Returns a negative number if one of {@code a[at..end-1]} is not within 0 and max. */
  static long signs(long[] a, int at, int end, long max) {
    long signs = 0;
    for (int i = at; i < end; i++) {
      signs |= a[i] | (max - a[i]);
    }
    return signs;
  }

  Ints(int size) {
    this.size = size;
  }

  /** Returns the number of values. */
  public final int size() {
    return size;
  }

  /** Returns value {@code i}. The cost does not grow with i where the encoding allows it. */
  public abstract long get(int i);

  /** Decodes {@code count} values from value {@code from} on into {@code out[at]} and following. */
  public abstract void read(int from, int count, long[] out, int at);

  /** Returns the id of the encoding. */
  public abstract int encoding();

  /** Returns the name of the encoding, or of the codec for a compressed stream. */
  public String name() {
    return NAMES.get(encoding());
  }
}
