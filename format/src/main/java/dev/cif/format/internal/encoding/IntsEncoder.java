package dev.cif.format.internal.encoding;

import dev.cif.format.Compression;
import dev.cif.format.internal.io.Output;
import java.util.Arrays;

/**
 * Writes streams of integers, FORMAT.md section 6.1, each in the encoding that takes the least
 * room; those that cost more to decode must take clearly less. Deterministic.
 */
public final class IntsEncoder {
  /** A dearer encoding is worth it below this share of the size of a cheaper one. */
  private static final double WORTH = 0.9;

  /** Compressed integers are many times dearer to decode than packed ones. */
  private static final double COMPRESSION_WORTH = 0.75;

  /** Values in an average run that make run lengths worth a try. */
  private static final int RUN = 3;

  private final Compression codec;
  private final int depth;
  private final boolean dictionaries;

  private IntsEncoder(Compression codec, int depth, boolean dictionaries) {
    this.codec = codec;
    this.depth = depth;
    this.dictionaries = dictionaries;
  }

  /**
   * Appends the stream of {@code values[from..from+n)}, n >= 1; compresses with {@code codec} where
   * that saves much.
   */
  public static void encode(long[] values, int from, int n, Compression codec, Output out) {
    out.sized(content(values, from, n, codec, 1));
  }

  /** Encoding and payload of a stream at this level of nesting. */
  static Output content(long[] values, int from, int n, Compression codec, int depth) {
    return new IntsEncoder(codec, depth, true).content(values, from, n);
  }

  /** As {@link #content(long[], int, int, Compression, int)} for ids or lengths of runs. */
  static Output numbers(long[] values, int n, Compression codec, int depth) {
    return new IntsEncoder(codec, depth, false).content(values, 0, n);
  }

  private Output content(long[] values, int from, int n) {
    VectorStats stats = VectorStats.of(values, from, n);
    if (stats.isConstant()) {
      Output out = new Output(16);
      ConstantInts.write(values[from], out);
      return out;
    }
    Leaf leaf = new Leaf(values, from, n, stats);
    Output best = null;
    long size = leaf.size;
    if (depth < Nesting.MAX_DEPTH) {
      if (stats.runs() <= n / RUN) {
        best = smaller(runs(values, from, n, stats.runs()), best, size);
        size = best == null ? size : best.size();
      }
      if (dictionaries) {
        best = smaller(dictionary(values, from, n, size), best, size);
        size = best == null ? size : best.size();
        if (best == null) {
          best = smaller(scaled(values, from, n), null, size);
          size = best == null ? size : best.size();
        }
      }
      if (codec != Compression.NONE) {
        Output compressed = compressed(values, from, n, stats.plainWidth(), size);
        best = compressed == null ? best : compressed;
      }
    }
    return best == null ? leaf.write() : best;
  }

  private static Output smaller(Output candidate, Output best, long size) {
    return candidate != null && candidate.size() < WORTH * size ? candidate : best;
  }

  /** The best of the encodings that contain no other: packed, plain or delta. */
  private static final class Leaf {
    private final long[] values;
    private final int from;
    private final int n;
    private final VectorStats stats;
    private final int encoding;
    private final long size;

    Leaf(long[] values, int from, int n, VectorStats stats) {
      this.values = values;
      this.from = from;
      this.n = n;
      this.stats = stats;
      long packed = stats.packedSize();
      long plain = stats.plainSize();
      long delta = stats.deltaSize(values, from);
      if (delta < WORTH * Math.min(packed, plain)) {
        encoding = DeltaInts.ID;
        size = delta;
      } else if (plain <= packed) {
        encoding = PlainInts.ID;
        size = plain;
      } else {
        encoding = PackedInts.ID;
        size = packed;
      }
    }

    Output write() {
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
      return out;
    }
  }

  private Output runs(long[] values, int from, int n, int r) {
    long[] runs = new long[r];
    long[] lengths = new long[r];
    int run = 0;
    runs[0] = values[from];
    int start = from;
    for (int i = from + 1; i < from + n; i++) {
      if (values[i] != runs[run]) {
        lengths[run] = (long) i - start;
        start = i;
        runs[++run] = values[i];
      }
    }
    lengths[run] = (long) from + n - start;
    Output out = new Output();
    RunLengthInts.write(
        r, content(runs, 0, r, codec, depth + 1), numbers(lengths, r, codec, depth + 1), out);
    return out;
  }

  /** The values as a dictionary, or null if that looks no smaller than {@code size}. */
  private Output dictionary(long[] values, int from, int n, long size) {
    if (!Repetition.ofLongs(values, from, n)) {
      return null;
    }
    LongDictionary found = LongDictionary.of(values, from, n, (long) (WORTH * size));
    if (found == null) {
      return null;
    }
    Output entries =
        new IntsEncoder(Compression.NONE, depth + 1, false)
            .content(found.values(), 0, found.size());
    Output out = new Output();
    DictionaryInts.write(found.size(), entries, numbers(found.ids(), n, codec, depth + 1), out);
    return out;
  }

  /** The values divided by their greatest common divisor, or null if that is 1. */
  private static Output scaled(long[] values, int from, int n) {
    long divisor = commonDivisor(values, from, n);
    if (divisor < 2) {
      return null;
    }
    long[] quotients = Arrays.copyOfRange(values, from, from + n);
    for (int i = 0; i < n; i++) {
      quotients[i] /= divisor;
    }
    Output out = new Output();
    Output leaf = new Leaf(quotients, 0, n, VectorStats.of(quotients, 0, n)).write();
    ScaledInts.write(divisor, leaf, out);
    return out;
  }

  /** The greatest common divisor; 1 if there is a value of which no absolute value exists. */
  private static long commonDivisor(long[] values, int from, int n) {
    long divisor = 0;
    for (int i = from; i < from + n && divisor != 1; i++) {
      long value = values[i];
      if (divisor == 0 ? value != 0 : value % divisor != 0) {
        if (value == Long.MIN_VALUE) {
          return 1;
        }
        long a = Math.abs(value);
        while (a != 0) {
          long rest = divisor % a;
          divisor = a;
          a = rest;
        }
      }
    }
    return divisor;
  }

  /** The values compressed, or null if that saves too little. */
  private Output compressed(long[] values, int from, int n, int width, long size) {
    if (size < Trial.LEAST_BYTES
        || !Trial.ofLongs(codec, values, from, n, width, COMPRESSION_WORTH * size)) {
      return null;
    }
    Output plain = new Output(n * width + 16);
    PlainInts.write(values, from, n, width, plain);
    return Trial.compress(CompressedInts.ID, codec, plain, COMPRESSION_WORTH * size);
  }
}
