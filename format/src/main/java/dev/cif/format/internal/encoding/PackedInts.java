package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;

/** Encoding 1 of integers: frame of reference with bit-packing, by vectors. */
final class PackedInts extends Ints {
  static final int ID = 1;

  private final PackedVectors vectors;
  private final long[] bases;

  private PackedInts(int size, PackedVectors vectors, long[] bases) {
    super(size);
    this.vectors = vectors;
    this.bases = bases;
  }

  static PackedInts open(Input in, int n) {
    int count = Bits.vectors(n);
    int widths = in.skip(count);
    long[] bases = PackedVectors.svarints(in, count);
    return new PackedInts(n, PackedVectors.open(in, n, 0, widths), bases);
  }

  /** Writes {@code values[from..from+n)}; {@code stats} holds their frames of reference. */
  static void write(long[] values, int from, int n, VectorStats stats, Output out) {
    out.u8(ID);
    int count = Bits.vectors(n);
    for (int v = 0; v < count; v++) {
      out.u8(stats.width(v));
    }
    for (int v = 0; v < count; v++) {
      out.svarint(stats.min[v]);
    }
    for (int v = 0; v < count; v++) {
      int start = from + v * Bits.VECTOR;
      Bits.pack(values, start, Bits.vectorSize(n, v), stats.min[v], stats.width(v), out);
    }
  }

  @Override
  public long get(int i) {
    int v = i >>> 10;
    return bases[v] + vectors.get(v, i & (Bits.VECTOR - 1));
  }

  @Override
  public void read(int from, int count, long[] out, int at) {
    int i = from;
    int end = from + count;
    int to = at;
    while (i < end) {
      int v = i >>> 10;
      int first = i & (Bits.VECTOR - 1);
      int step = Math.min(Bits.VECTOR - first, end - i);
      vectors.unpack(v, bases[v], first, step, out, to);
      i += step;
      to += step;
    }
  }

  @Override
  public int encoding() {
    return ID;
  }
}
