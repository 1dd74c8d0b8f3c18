package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Output;
import java.util.Arrays;
import java.util.Set;

/**
 * Writes streams of integers, FORMAT.md section 6.1. Chooses for each the encoding whose size and
 * decoding time cost least. Deterministic.
 */
public final class IntsEncoder {
  /** Mean length of runs from which run-length encoding is tried. */
  private static final int RUN = 3;

  private final long[] values;
  private final int from;
  private final int n;
  private final Goal goal;
  private final int depth;

  /** Size in bytes of the floats or doubles whose bits the values are; 0 if they are integers. */
  private final int floatWidth;

  /** Cheapest candidate so far that nests other streams; null if the leaf is cheaper. */
  private Encoded best;

  /** Cost of the cheapest candidate so far, the leaf included. */
  private double cost;

  private IntsEncoder(long[] values, int from, int n, Goal goal, int depth, int floatWidth) {
    this.values = values;
    this.from = from;
    this.n = n;
    this.goal = goal;
    this.depth = depth;
    this.floatWidth = floatWidth;
  }

  /** Appends the stream of {@code values[from..from+n)}, n >= 1. */
  public static void encode(long[] values, int from, int n, Goal goal, Output out) {
    out.sized(content(values, from, n, goal, 1).content());
  }

  /**
   * Appends the stream of n >= 1 floats or doubles.
   *
   * @param bits bits of each number
   * @param width size of each number, 4 or 8 bytes
   * @return features that a reader must know for it
   */
  public static Set<StreamFeature> encodeFloats(
      long[] bits, int n, int width, Goal goal, Output out) {
    Encoded stream = new IntsEncoder(bits, 0, n, goal, 1, width).content(true);
    out.sized(stream.content());
    return stream.features();
  }

  /** Returns encoding and payload of a stream at this level of nesting. */
  static Encoded content(long[] values, int from, int n, Goal goal, int depth) {
    return new IntsEncoder(values, from, n, goal, depth, 0).content(true);
  }

  /**
   * Encodes as {@link #content(long[], int, int, Goal, int)} does, for ids, entries or lengths of
   * runs. Dictionaries and scaling are not tried.
   */
  static Encoded numbers(long[] values, int n, Goal goal, int depth) {
    return new IntsEncoder(values, 0, n, goal, depth, 0).content(false);
  }

  private Encoded content(boolean dictionaries) {
    VectorStats stats = VectorStats.of(values, from, n);
    if (stats.isConstant()) {
      Output out = new Output(16);
      ConstantInts.write(values[from], out);
      return new Encoded(out, n * DecodingTime.CONSTANT);
    }
    IntsLeaf leaf = IntsLeaf.of(values, from, n, stats, goal);
    cost = leaf.cost(goal);
    if (depth < Nesting.MAX_DEPTH) {
      if (floatWidth > 0 && goal.mayCompress()) {
        offer(new DigitsEncoder(values, from, n, floatWidth).encode(goal, depth));
      }
      if (stats.runs() <= n / RUN) {
        offer(runs(stats.runs()));
      }
      if (dictionaries) {
        offer(dictionary());
        if (best == null) {
          offer(scaled());
        }
      }
      if (goal.mayCompress()) {
        offer(compressed(stats.plainWidth()));
      }
    }
    return best == null ? leaf.write() : best;
  }

  private void offer(Encoded candidate) {
    if (candidate != null && candidate.cost(goal) < cost) {
      best = candidate;
      cost = candidate.cost(goal);
    }
  }

  private Encoded runs(int r) {
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
    Encoded each = new IntsEncoder(runs, 0, r, goal, depth + 1, floatWidth).content(true);
    Encoded counts = numbers(lengths, r, goal, depth + 1);
    Output out = new Output();
    RunLengthInts.write(r, each.content(), counts.content(), out);
    double repeating = DecodingTime.runs(n, r, counts.isConstant());
    return new Encoded(out, each.nanos() + counts.nanos() + repeating, each.features());
  }

  /** Returns the values as a dictionary, or null if that looks no cheaper than the best so far. */
  private Encoded dictionary() {
    if (!Repetition.ofLongs(values, from, n)) {
      return null;
    }
    long limit = (long) goal.affordableBytes(cost, DecodingTime.dictionary(n, 1));
    LongDictionary found = LongDictionary.of(values, from, n, limit);
    if (found == null) {
      return null;
    }
    int m = found.size();
    Encoded entries = numbers(found.values(), m, goal.withoutCodec(), depth + 1);
    Encoded ids = numbers(found.ids(), n, goal, depth + 1);
    Output out = new Output();
    DictionaryInts.write(m, entries.content(), ids.content(), out);
    return new Encoded(out, entries.nanos() + ids.nanos() + DecodingTime.dictionary(n, m));
  }

  /** Returns the values divided by their greatest common divisor, or null if that is 1. */
  private Encoded scaled() {
    long divisor = commonDivisor(values, from, n);
    if (divisor < 2) {
      return null;
    }
    long[] quotients = Arrays.copyOfRange(values, from, from + n);
    for (int i = 0; i < n; i++) {
      quotients[i] /= divisor;
    }
    Encoded leaf = IntsLeaf.of(quotients, 0, n, VectorStats.of(quotients, 0, n), goal).write();
    Output out = new Output();
    ScaledInts.write(divisor, leaf.content(), out);
    return new Encoded(out, leaf.nanos() + n * DecodingTime.SCALING);
  }

  /** Returns the greatest common divisor; 1 if one of the values has no absolute value. */
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

  /** Returns the values compressed, or null if that looks no cheaper than the best so far. */
  private Encoded compressed(int width) {
    double nanos = n * DecodingTime.PLAIN;
    long raw = (long) n * width;
    DecompressionTime time = DecompressionTime.ofNumbers(goal.codec());
    double target = goal.affordableCompressed(cost, raw, nanos, time);
    if (CompressionTrial.isHopeless(raw, target)
        || !CompressionTrial.ofLongs(goal, values, from, n, width, target)) {
      return null;
    }
    Output plain = new Output(n * width + 16);
    PlainInts.write(values, from, n, width, plain);
    return CompressionTrial.compress(CompressedInts.ID, goal, new Encoded(plain, nanos), time);
  }
}
