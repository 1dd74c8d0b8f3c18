package dev.cif.format.internal.encoding;

import dev.cif.format.internal.codec.Codec;
import dev.cif.format.internal.io.Output;

/** Says from a sample whether compressing pays, so that hopeless data cost little. */
final class Trial {
  /** Smaller streams are not compressed. */
  private static final int LEAST_BYTES = 128;

  private static final int SLICES = 4;
  private static final int SLICE_BYTES = 4096;

  /** A sample compresses worse than the whole: by so much it may miss the mark. */
  private static final double MARGIN = 1.1;

  /** Where a sample shrinks to this share, much repeats, and more of it in the whole. */
  private static final double REPETITIVE = 0.4;

  private static final double QUARTER = 0.25;

  private static final double MARGIN_OF_REPETITIVE = 2;

  private Trial() {}

  /** Whether there is no point in a look at a sample. */
  static boolean isHopeless(long raw, double target) {
    return raw < LEAST_BYTES || target <= 0;
  }

  /** Whether numbers of {@code width} bytes may compress to {@code target} bytes. */
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
    return isPromising(goal, sample, (double) n * width, target);
  }

  /** Whether bytes may compress to {@code target} bytes. */
  static boolean ofBytes(Goal goal, byte[] bytes, int length, double target) {
    return length <= SLICES * SLICE_BYTES
        || isPromising(goal, sample(bytes, length), length, target);
  }

  /** Whether a sample of bytes shrinks to a quarter. */
  static boolean isRepetitive(Goal goal, byte[] bytes, int length) {
    return length > SLICES * SLICE_BYTES && ratio(goal, sample(bytes, length)) <= QUARTER;
  }

  private static Output sample(byte[] bytes, int length) {
    Output sample = new Output(SLICES * SLICE_BYTES);
    for (int s = 0; s < SLICES; s++) {
      int start = (int) ((long) s * (length - SLICE_BYTES) / (SLICES - 1));
      sample.raw(bytes, start, SLICE_BYTES);
    }
    return sample;
  }

  private static double ratio(Goal goal, Output sample) {
    Output compressed = new Output(sample.size());
    goal.compressor().compress(sample.array(), 0, sample.size(), compressed);
    return (double) compressed.size() / sample.size();
  }

  private static boolean isPromising(Goal goal, Output sample, double raw, double target) {
    double ratio = ratio(goal, sample);
    return ratio * raw <= (ratio <= REPETITIVE ? MARGIN_OF_REPETITIVE : MARGIN) * target;
  }

  /** The content as a compressed stream, or null if it compresses more than a reader accepts. */
  static Encoded compress(int encoding, Goal goal, Encoded content, Decompression time) {
    int raw = content.content().size();
    Output out = new Output(raw);
    int compressed = Compressed.write(encoding, goal, content.content(), out);
    double nanos = content.nanos() + time.nanos(raw, compressed);
    return Codec.isLengthAllowed(raw, compressed) ? new Encoded(out, nanos) : null;
  }
}
