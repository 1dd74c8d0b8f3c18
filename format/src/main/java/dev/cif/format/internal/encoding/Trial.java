package dev.cif.format.internal.encoding;

import dev.cif.format.Compression;
import dev.cif.format.internal.codec.Codec;
import dev.cif.format.internal.io.Output;

/** Says from a sample whether compressing pays, so that hopeless data cost little. */
final class Trial {
  /** Smaller streams are not compressed. */
  static final int LEAST_BYTES = 128;

  private static final int SLICES = 4;
  private static final int SLICE_BYTES = 4096;

  /** A sample compresses worse than the whole: by so much it may miss the mark. */
  private static final double MARGIN = 1.1;

  private Trial() {}

  /** Whether numbers of {@code width} bytes may compress to {@code target} bytes. */
  static boolean ofLongs(
      Compression codec, long[] values, int from, int n, int width, double target) {
    int slice = SLICE_BYTES / width;
    if (n <= SLICES * slice) {
      return true;
    }
    Output sample = new Output(SLICES * SLICE_BYTES + 16);
    for (int s = 0; s < SLICES; s++) {
      int start = (int) ((long) s * (n - slice) / (SLICES - 1));
      PlainInts.numbers(values, from + start, slice, width, sample);
    }
    return ratio(codec, sample) * n * width <= MARGIN * target;
  }

  /** Whether bytes may compress to {@code target} bytes. */
  static boolean ofBytes(Compression codec, byte[] bytes, int length, double target) {
    if (length <= SLICES * SLICE_BYTES) {
      return true;
    }
    Output sample = new Output(SLICES * SLICE_BYTES);
    for (int s = 0; s < SLICES; s++) {
      int start = (int) ((long) s * (length - SLICE_BYTES) / (SLICES - 1));
      sample.raw(bytes, start, SLICE_BYTES);
    }
    return ratio(codec, sample) * length <= MARGIN * target;
  }

  private static double ratio(Compression codec, Output sample) {
    Output compressed = new Output(sample.size());
    Codec.of(codec).compress(sample.array(), 0, sample.size(), compressed);
    return (double) compressed.size() / sample.size();
  }

  /** The content as a compressed stream, or null if it takes more than {@code target} bytes. */
  static Output compress(int encoding, Compression codec, Output content, double target) {
    Output out = new Output(content.size());
    int compressed = Compressed.write(encoding, codec, content, out);
    return out.size() <= target && Codec.isLengthAllowed(content.size(), compressed) ? out : null;
  }
}
