package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;

/** Encoding 2 of integers: bit-packed differences of neighbours, by vectors. */
final class DeltaInts extends Ints {
  static final int ID = 2;

  private final PackedVectors vectors;
  private final long[] firsts;
  private final long[] minDeltas;

  /** Values of vector {@link #cached}. */
  private long[] cache;

  private int cached = -1;

  private DeltaInts(int size, PackedVectors vectors, long[] firsts, long[] minDeltas) {
    super(size);
    this.vectors = vectors;
    this.firsts = firsts;
    this.minDeltas = minDeltas;
  }

  static DeltaInts open(Input in, int n) {
    int count = Bits.vectors(n);
    int widths = in.skip(count);
    long[] firsts = PackedVectors.svarints(in, count);
    long[] minDeltas = PackedVectors.svarints(in, count);
    return new DeltaInts(n, PackedVectors.open(in, n, 1, widths), firsts, minDeltas);
  }

  /** Writes {@code values[from..from+n)}; {@code stats} holds their differences. */
  static void write(long[] values, int from, int n, VectorStats stats, Output out) {
    out.u8(ID);
    int count = Bits.vectors(n);
    for (int v = 0; v < count; v++) {
      out.u8(stats.deltaWidth(v));
    }
    for (int v = 0; v < count; v++) {
      out.svarint(values[from + v * Bits.VECTOR]);
    }
    for (int v = 0; v < count; v++) {
      out.svarint(stats.minDelta[v]);
    }
    long[] deltas = new long[Bits.VECTOR];
    for (int v = 0; v < count; v++) {
      int start = from + v * Bits.VECTOR;
      int k = Bits.vectorSize(n, v) - 1;
      for (int i = 0; i < k; i++) {
        deltas[i] = values[start + i + 1] - values[start + i];
      }
      Bits.pack(deltas, 0, k, stats.minDelta[v], stats.deltaWidth(v), out);
    }
  }

  @Override
  public long get(int i) {
    return vector(i >>> 10)[i & (Bits.VECTOR - 1)];
  }

  @Override
  public void read(int from, int count, long[] out, int at) {
    int i = from;
    int end = from + count;
    int to = at;
    while (i < end) {
      int v = i >>> 10;
      int first = i & (Bits.VECTOR - 1);
      int size = Bits.vectorSize(size(), v);
      int step = Math.min(size - first, end - i);
      if (step == size && v != cached) {
        decode(v, out, to);
      } else {
        System.arraycopy(vector(v), first, out, to, step);
      }
      i += step;
      to += step;
    }
  }

  private long[] vector(int v) {
    if (v != cached) {
      if (cache == null) {
        cache = new long[Math.min(Bits.VECTOR, size())];
      }
      decode(v, cache, 0);
      cached = v;
    }
    return cache;
  }

  private void decode(int v, long[] out, int at) {
    int k = Bits.vectorSize(size(), v);
    vectors.unpack(v, minDeltas[v], 0, k - 1, out, at + 1);
    out[at] = firsts[v];
    sum(out, at, at + k);
  }

  /** Replaces each number by the sum of the numbers up to and including it. */
  private static void sum(long[] a, int at, int end) {
    long sum = 0;
    int i = at;
    // Four a step: only one addition a step, in place of four, waits for the step before.
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

  @Override
  public int encoding() {
    return ID;
  }
}
