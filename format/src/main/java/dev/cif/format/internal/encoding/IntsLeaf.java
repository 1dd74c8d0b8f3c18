package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Output;

/**
 * Candidate for a stream of integers in an encoding that nests no other: plain, packed or delta.
 */
final class IntsLeaf {
  private final long[] values;
  private final int from;
  private final int n;
  private final VectorStats stats;
  private final int encoding;

  /** Size of encoding and payload in bytes. */
  private final long size;

  private final double nanos;

  private IntsLeaf(
      long[] values, int from, int n, VectorStats stats, int encoding, long size, double nanos) {
    this.values = values;
    this.from = from;
    this.n = n;
    this.stats = stats;
    this.encoding = encoding;
    this.size = size;
    this.nanos = nanos;
  }

  /** Returns the cheapest leaf for {@code values[from..from+n)}; {@code stats} describes them. */
  static IntsLeaf of(long[] values, int from, int n, VectorStats stats, Goal goal) {
    IntsLeaf plain =
        new IntsLeaf(
            values, from, n, stats, PlainInts.ID, stats.plainSize(), n * DecodingTime.PLAIN);
    IntsLeaf packed = plain.other(PackedInts.ID, stats.packedSize(), n * DecodingTime.PACKED);
    IntsLeaf delta =
        plain.other(DeltaInts.ID, stats.deltaSize(values, from), n * DecodingTime.DELTA);
    IntsLeaf best = packed.cost(goal) < plain.cost(goal) ? packed : plain;
    return delta.cost(goal) < best.cost(goal) ? delta : best;
  }

  private IntsLeaf other(int otherEncoding, long otherSize, double otherNanos) {
    return new IntsLeaf(values, from, n, stats, otherEncoding, otherSize, otherNanos);
  }

  double cost(Goal goal) {
    return goal.cost(size, nanos);
  }

  Encoded write() {
    Output out = new Output((int) Math.min(size + 16, 1 << 28));
    switch (encoding) {
      case DeltaInts.ID:
        DeltaInts.write(values, from, n, stats, out);
        break;
      case PlainInts.ID:
        PlainInts.write(values, from, n, stats.plainWidth(), out);
        break;
      default:
        PackedInts.write(values, from, n, stats, out);
        break;
    }
    return new Encoded(out, nanos);
  }
}
