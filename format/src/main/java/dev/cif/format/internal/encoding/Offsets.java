package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.CorruptDataException;
import java.util.Arrays;

/**
 * Starts of the parts of a sequence, computed from the stream of their lengths. The parts are the
 * bytes of strings or the elements of lists. Part i is from {@code start(i)} to {@code start(i +
 * 1)}, counted from 0.
 */
final class Offsets {
  private final int size;

  /** Length of every part if all are equal; then {@link #starts} is null. */
  private final int each;

  private final int[] starts;

  private Offsets(int size, int each, int[] starts) {
    this.size = size;
    this.each = each;
    this.starts = starts;
  }

  /**
   * Sums up lengths.
   *
   * @param max greatest allowed sum
   * @param offset offset that errors name
   * @throws CorruptDataException if a length is negative or they add up to more than max
   */
  public static Offsets of(Ints lengths, int max, long offset) {
    int n = lengths.size();
    if (lengths instanceof ConstantInts) {
      long each = lengths.get(0);
      if (each < 0 || each > max || each * n > max) {
        throw new CorruptDataException(
            offset, n + " parts of length " + each + " where " + max + " in all can be");
      }
      return new Offsets(n, (int) each, null);
    }
    int[] starts = new int[n + 1];
    long[] scratch = new long[Math.min(n, Bits.VECTOR)];
    long sum = 0;
    for (int i = 0; i < n; i += Bits.VECTOR) {
      int step = Math.min(Bits.VECTOR, n - i);
      lengths.read(i, step, scratch, 0);
      if (Ints.signs(scratch, 0, step, max) < 0) {
        throw new CorruptDataException(
            offset, "a length below 0 or above " + max + " among parts " + i + " and following");
      }
      sum = sums(scratch, step, sum, starts, i + 1);
      if (sum > max) {
        throw new CorruptDataException(
            offset, "lengths of " + sum + " in all where " + max + " can be");
      }
    }
    return new Offsets(n, 0, starts);
  }

  private static long sums(long[] lengths, int count, long before, int[] out, int at) {
    long sum = before;
    for (int i = 0; i < count; i++) {
      sum += lengths[i];
      out[at + i] = (int) sum;
    }
    return sum;
  }

  /** Returns the sum of the lengths. */
  public int total() {
    return start(size);
  }

  /** Returns the start of part {@code i}; for their number the end of the last part. */
  public int start(int i) {
    return starts == null ? i * each : starts[i];
  }

  public int length(int i) {
    return starts == null ? each : starts[i + 1] - starts[i];
  }

  /** Sets {@code out[at..]} to the starts of parts {@code from} and following, plus shift. */
  public void starts(int from, int count, int shift, int[] out, int at) {
    if (starts == null) {
      for (int i = 0; i < count; i++) {
        out[at + i] = shift + (from + i) * each;
      }
    } else {
      for (int i = 0; i < count; i++) {
        out[at + i] = shift + starts[from + i];
      }
    }
  }

  /** Sets {@code out[at..]} to the lengths of parts {@code from} and following. */
  public void lengths(int from, int count, int[] out, int at) {
    if (starts == null) {
      Arrays.fill(out, at, at + count, each);
    } else {
      for (int i = 0; i < count; i++) {
        out[at + i] = starts[from + i + 1] - starts[from + i];
      }
    }
  }
}
