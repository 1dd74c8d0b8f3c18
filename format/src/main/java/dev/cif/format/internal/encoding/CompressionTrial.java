package dev.cif.format.internal.encoding;

import dev.cif.format.internal.codec.Codec;
import dev.cif.format.internal.io.Output;

/** Decides from a sample if compression pays, so that incompressible data cost little. */
final class CompressionTrial {
  /** Least size in bytes of streams that are compressed. */
  private static final int LEAST_BYTES = 128;

  private static final int SLICES = 4;
  private static final int SLICE_BYTES = 4096;

  /** Factor by which the sample may miss the target, since it compresses worse than the whole. */
  private static final double MARGIN = 1.1;

  /** Compression ratio of a sample up to which much repeats, and more so in the whole. */
  private static final double REPETITIVE = 0.4;

  private static final double QUARTER = 0.25;

  private static final double MARGIN_OF_REPETITIVE = 2;

  private final Goal goal;
  private final byte[] bytes;
  private final int length;

  /** Compression ratio of the sample; NaN until it is known. */
  private double ratio = Double.NaN;

  /**
   * Creates a trial of the first {@code length} bytes. It compresses their sample once, when asked.
   */
  CompressionTrial(Goal goal, byte[] bytes, int length) {
    this.goal = goal;
    this.bytes = bytes;
    this.length = length;
  }

  /** Returns true if compression can't reach the target, so that a sample is not worth its time. */
  static boolean isHopeless(long raw, double target) {
    return raw < LEAST_BYTES || target <= 0;
  }

  /** Returns true if numbers of {@code width} bytes may compress to {@code target} bytes. */
  static boolean ofLongs(Goal goal, long[] values, int from, int n, int width, double target) {
    int slice = SLICE_BYTES / width;
    if (n <= SLICES * slice) {
      return true;
    }
    Output sample = new Output(SLICES * SLICE_BYTES + 16);
    for (int s = 0; s < SLICES; s++) {
      int start = (int) ((long) s * (n - slice) / (SLICES - 1));
      PlainInts.numbers(values, from + start, slice, width, sample);
    }
    return isPromising(ratio(goal, sample), (double) n * width, target);
  }

  /** Returns true if the bytes may compress to {@code target} bytes. */
  boolean mayShrinkTo(double target) {
    return isShort() || isPromising(ratio(), length, target);
  }

  /** Returns true if the sample shrinks to a quarter. */
  boolean isRepetitive() {
    return !isShort() && ratio() <= QUARTER;
  }

  /** Returns true if there are no more bytes than a sample has. */
  private boolean isShort() {
    return length <= SLICES * SLICE_BYTES;
  }

  private double ratio() {
    if (Double.isNaN(ratio)) {
      Output sample = new Output(SLICES * SLICE_BYTES);
      for (int s = 0; s < SLICES; s++) {
        int start = (int) ((long) s * (length - SLICE_BYTES) / (SLICES - 1));
        sample.raw(bytes, start, SLICE_BYTES);
      }
      ratio = ratio(goal, sample);
    }
    return ratio;
  }

  private static double ratio(Goal goal, Output sample) {
    Output compressed = new Output(sample.size());
    goal.compressor().compress(sample.array(), 0, sample.size(), compressed);
    return (double) compressed.size() / sample.size();
  }

  private static boolean isPromising(double ratio, double raw, double target) {
    return ratio * raw <= (ratio <= REPETITIVE ? MARGIN_OF_REPETITIVE : MARGIN) * target;
  }

  /**
   * Returns the content as a compressed stream, or null if it compresses more than a reader
   * accepts.
   */
  static Encoded compress(int encoding, Goal goal, Encoded content, DecompressionTime time) {
    int raw = content.content().size();
    Output out = new Output(raw);
    int compressed = CompressedPayload.write(encoding, goal, content.content(), out);
    double nanos = content.nanos() + time.nanos(raw, compressed);
    return Codec.isLengthAllowed(raw, compressed) ? new Encoded(out, nanos) : null;
  }
}
