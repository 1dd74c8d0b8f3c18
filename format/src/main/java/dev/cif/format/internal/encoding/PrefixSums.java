package dev.cif.format.internal.encoding;

/** Running sums. */
final class PrefixSums {
  private PrefixSums() {}

  /** Replaces each of {@code a[at..at+count)} by the sum of those up to and with it. */
  static void inPlace(long[] a, int at, int count) {
    long sum = 0;
    int end = at + count;
    int i = at;
    // Four a step: one addition a step, not four, waits for the step before.
    for (; i < end - 3; i += 4) {
      long s1 = a[i];
      long s2 = s1 + a[i + 1];
      long s3 = s2 + a[i + 2];
      long s4 = s3 + a[i + 3];
      a[i] = sum + s1;
      a[i + 1] = sum + s2;
      a[i + 2] = sum + s3;
      sum += s4;
      a[i + 3] = sum;
    }
    for (; i < end; i++) {
      sum += a[i];
      a[i] = sum;
    }
  }
}
