package dev.cif.format.internal.encoding;

/** Statistics of a stream of integers, by vectors, from which the encoder chooses an encoding. */
final class VectorStats {
  private final int n;

  /** Least value of each vector. */
  final long[] min;

  /** Greatest minus least value of each vector, unsigned. */
  private final long[] range;

  /** Least difference of neighbours within each vector. */
  final long[] minDelta;

  private final long[] deltaRange;

  /** Least and greatest value of the stream. */
  private long least = Long.MAX_VALUE;

  private long greatest = Long.MIN_VALUE;

  private int runs = 1;

  private VectorStats(int n) {
    this.n = n;
    int vectors = Bits.vectors(n);
    min = new long[vectors];
    range = new long[vectors];
    minDelta = new long[vectors];
    deltaRange = new long[vectors];
  }

  static VectorStats of(long[] values, int from, int n) {
    VectorStats stats = new VectorStats(n);
    for (int v = 0; v < stats.min.length; v++) {
      int start = from + v * Bits.VECTOR;
      if (v > 0 && values[start] != values[start - 1]) {
        stats.runs++;
      }
      stats.measure(v, values, start, start + Bits.vectorSize(n, v));
    }
    return stats;
  }

  private void measure(int v, long[] values, int start, int end) {
    long low = values[start];
    long high = low;
    long lowDelta = Long.MAX_VALUE;
    long highDelta = Long.MIN_VALUE;
    int changes = 0;
    long before = low;
    for (int i = start + 1; i < end; i++) {
      long value = values[i];
      long delta = value - before;
      low = Math.min(low, value);
      high = Math.max(high, value);
      lowDelta = Math.min(lowDelta, delta);
      highDelta = Math.max(highDelta, delta);
      changes += delta == 0 ? 0 : 1;
      before = value;
    }
    min[v] = low;
    range[v] = high - low;
    minDelta[v] = end - start == 1 ? 0 : lowDelta;
    deltaRange[v] = end - start == 1 ? 0 : highDelta - lowDelta;
    least = Math.min(least, low);
    greatest = Math.max(greatest, high);
    runs += changes;
  }

  boolean isConstant() {
    return least == greatest;
  }

  /** Returns the number of runs of equal values. */
  int runs() {
    return runs;
  }

  int width(int v) {
    return Bits.width(range[v]);
  }

  int deltaWidth(int v) {
    return Bits.width(deltaRange[v]);
  }

  /** Returns the bytes of each number in encoding plain. */
  int plainWidth() {
    return PlainInts.width(least, greatest);
  }

  /** Returns the size in bytes of encoding and payload as plain. */
  long plainSize() {
    return 2 + (long) n * plainWidth();
  }

  /** Returns the size in bytes of encoding and payload as packed. */
  long packedSize() {
    long size = 1L + min.length;
    for (int v = 0; v < min.length; v++) {
      size += svarintSize(min[v]) + Bits.bytes(Bits.vectorSize(n, v), width(v));
    }
    return size;
  }

  /**
   * Returns the size in bytes of encoding and payload as delta; {@code values[from..]} are the
   * measured values.
   */
  long deltaSize(long[] values, int from) {
    long size = 1L + min.length;
    for (int v = 0; v < min.length; v++) {
      size += svarintSize(values[from + v * Bits.VECTOR]) + svarintSize(minDelta[v]);
      size += Bits.bytes(Bits.vectorSize(n, v) - 1, deltaWidth(v));
    }
    return size;
  }

  private static int svarintSize(long value) {
    long zigzag = (value << 1) ^ (value >> 63);
    return (70 - Long.numberOfLeadingZeros(zigzag | 1)) / 7;
  }
}
