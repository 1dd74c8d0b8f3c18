package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.vector.BytesVector;
import java.util.Arrays;
import java.util.Set;

/**
 * Writes streams of byte strings, FORMAT.md section 6.2. Chooses for each the encoding whose size
 * and decoding time cost least. Deterministic.
 */
public final class StringsEncoder {
  private final BytesVector values;
  private final int[] rows;
  private final int n;
  private final Goal goal;
  private final int depth;

  /** True if the values are symbols themselves, in which no symbols are looked for again. */
  private final boolean areSymbols;

  /** Rows that hold each distinct value; null if these are not known. */
  private int[] distinct;

  private Set<StreamFeature> features = Set.of();

  private StringsEncoder(
      BytesVector values, int[] rows, int n, Goal goal, int depth, boolean areSymbols) {
    this.values = values;
    this.rows = rows;
    this.n = n;
    this.goal = goal;
    this.depth = depth;
    this.areSymbols = areSymbols;
  }

  /**
   * Appends the stream of n >= 1 values.
   *
   * @param rows rows of the vector that are the values, none of them NULL; null for the first n
   * @return encoder, with the features and the distinct values of the stream
   */
  public static StringsEncoder encode(
      BytesVector values, int[] rows, int n, Goal goal, Output out) {
    StringsEncoder encoder = new StringsEncoder(values, rows, n, goal, 1, false);
    Encoded stream = encoder.content(true);
    out.sized(stream.content());
    encoder.features = stream.features();
    return encoder;
  }

  /** Returns the features that a reader must know. */
  public Set<StreamFeature> features() {
    return features;
  }

  /** Returns rows of the vector that hold each distinct value; null if these are not known. */
  public int[] distinct() {
    return distinct;
  }

  /** Returns encoding and payload of the first n values, which are the symbols of a stream. */
  static Encoded symbols(BytesVector values, int n, Goal goal, int depth) {
    return new StringsEncoder(values, null, n, goal, depth, true).content(false);
  }

  private int row(int i) {
    return rows == null ? i : rows[i];
  }

  private Encoded content(boolean dictionaries) {
    if (isConstant()) {
      distinct = new int[] {row(0)};
      Output out = new Output();
      ConstantStrings.write(values.data, values.starts[row(0)], values.lengths[row(0)], out);
      return new Encoded(out, DecodingTime.places(n, true));
    }
    long[] lengths = new long[n];
    long total = 0;
    for (int i = 0; i < n; i++) {
      lengths[i] = values.lengths[row(i)];
      total += lengths[i];
    }
    boolean nests = depth < Nesting.MAX_DEPTH - 1;
    Encoded best = dictionaries && nests ? dictionary(total + n) : null;
    if (best != null && best.cost(goal) <= leastCost(total)) {
      return best;
    }
    Plain plain = new Plain(lengths, Math.toIntExact(total));
    if (best != null && best.cost(goal) > plain.cost()) {
      best = null;
    }
    if (goal.mayCompress() && nests) {
      Encoded shorter = plain.shorter(best == null ? plain.cost() : best.cost(goal));
      if (shorter != null) {
        return shorter;
      }
    }
    return best == null ? plain.write() : best;
  }

  /** Returns a lower bound of the cost of all encodings but a dictionary. */
  private double leastCost(long total) {
    double places = DecodingTime.places(n, true);
    double packed = goal.cost(total / 8, places + total * DecodingTime.CONSECUTIVE_LETTER);
    double plain = goal.cost(total, places);
    double other = Math.min(packed, plain);
    return goal.mayCompress()
        ? Math.min(other, places + DecompressionTime.ofText(goal.codec()).nanos(total, 0))
        : other;
  }

  private boolean isConstant() {
    int first = row(0);
    int start = values.starts[first];
    int length = values.lengths[first];
    for (int i = 1; i < n; i++) {
      int row = row(i);
      int other = values.starts[row];
      if (values.lengths[row] != length
          || !Arrays.equals(
              values.data, start, start + length, values.data, other, other + length)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the values as a dictionary, or null if that looks no smaller than {@code size}. */
  private Encoded dictionary(long size) {
    byte[] data = values.data;
    boolean repeats =
        Repetition.of(n, i -> Hash.of(data, values.starts[row(i)], values.lengths[row(i)]));
    if (!repeats) {
      return null;
    }
    BytesDictionary found = BytesDictionary.of(values, rows, n, size);
    if (found == null) {
      return null;
    }
    int m = found.size();
    distinct = Arrays.copyOf(found.rows(), m);
    Encoded entries =
        new StringsEncoder(values, found.rows(), m, goal, depth + 1, false).content(false);
    Encoded ids = IntsEncoder.numbers(found.ids(), n, goal, depth + 1);
    Output out = new Output(entries.content().size() + ids.content().size() + 32);
    DictionaryStrings.write(m, entries.content(), ids.content(), out);
    double places = DecodingTime.placesOfEntries(n, m);
    return new Encoded(out, entries.nanos() + ids.nanos() + places, entries.features());
  }

  /** Candidate with the values one after another: plain, or packed where that is cheaper. */
  private final class Plain {
    private final Encoded lengths;
    private final byte[] bytes;
    private final int total;

    /** Alphabet of the packed letters; null for plain. */
    private final Alphabet alphabet;

    /** Estimated time to locate the values. */
    private final double places;

    /** Size of encoding and payload in bytes. */
    private final long size;

    private final double nanos;

    Plain(long[] each, int total) {
      this.total = total;
      // The plain form lies one level deeper if it is compressed.
      int deeper = goal.mayCompress() ? 2 : 1;
      lengths = IntsEncoder.content(each, 0, n, goal.withoutCodec(), depth + deeper);
      places = lengths.nanos() + DecodingTime.places(n, lengths.isConstant());
      bytes = new byte[total + Input.SLACK];
      gather();
      Alphabet letters = total == 0 ? null : Alphabet.of(bytes, total);
      long head = 6L + lengths.content().size();
      long plain = head + total;
      long packed = letters == null ? 0 : head + letters.letters().length + 2 + letters.size(total);
      double unpacking = letters == null ? 0 : total * letters.decodingTime();
      boolean packs =
          letters != null && goal.cost(packed, places + unpacking) < goal.cost(plain, places);
      alphabet = packs ? letters : null;
      size = packs ? packed : plain;
      nanos = packs ? places + unpacking : places;
    }

    /** Copies the values; neighbours in one go. */
    private void gather() {
      int at = 0;
      int i = 0;
      while (i < n) {
        int start = values.starts[row(i)];
        int end = start;
        while (i < n && values.starts[row(i)] == end) {
          end += values.lengths[row(i)];
          i++;
        }
        System.arraycopy(values.data, start, bytes, at, end - start);
        at += end - start;
      }
    }

    double cost() {
      return goal.cost(size, nanos);
    }

    Encoded write() {
      Output out = new Output((int) Math.min(size + 16, 1 << 28));
      if (alphabet == null) {
        PlainStrings.writeHead(lengths.content(), out);
        out.raw(bytes, 0, total);
      } else {
        PackedStrings.writeHead(lengths.content(), alphabet, out);
        alphabet.pack(bytes, total, out);
      }
      return new Encoded(out, nanos);
    }

    /** Returns the values compressed or as symbols if one costs less than {@code cost}, or null. */
    Encoded shorter(double cost) {
      Encoded best = null;
      double least = cost;
      CompressionTrial trial = new CompressionTrial(goal, bytes, total);
      // If much repeats within a few bytes, symbols hardly capture all of it: the codec goes first.
      boolean repeats = trial.isRepetitive();
      if (repeats) {
        best = compressed(trial, least);
        least = best == null ? least : best.cost(goal);
      }
      SymbolEncoder symbols = symbols(least);
      if (!repeats) {
        best = compressed(trial, symbols == null ? least : symbolsCost(symbols));
        least = best == null ? least : best.cost(goal);
      }
      if (symbols != null && symbolsCost(symbols) < least) {
        Encoded written = symbols.write(lengths, places, goal, depth);
        best = written != null && written.cost(goal) < least ? written : best;
      }
      return best;
    }

    /** Returns the symbols of the values, or null if they look no cheaper than {@code cost}. */
    private SymbolEncoder symbols(double cost) {
      double least =
          goal.cost(SymbolEncoder.leastBytes(total), places + total * DecodingTime.EXPANDED);
      if (areSymbols || !SymbolEncoder.fits(total) || least >= cost) {
        return null;
      }
      SymbolEncoder symbols = SymbolEncoder.of(bytes, total);
      return symbolsCost(symbols) < cost ? symbols : null;
    }

    private double symbolsCost(SymbolEncoder symbols) {
      return goal.cost(lengths.content().size() + symbols.size(), places + symbols.nanos());
    }

    /** Returns the plain form compressed if that costs less than {@code cost}, or null. */
    private Encoded compressed(CompressionTrial trial, double cost) {
      long raw = (long) total + lengths.content().size();
      DecompressionTime time = DecompressionTime.ofText(goal.codec());
      double target = goal.affordableCompressed(cost, raw, places, time) - lengths.content().size();
      if (CompressionTrial.isHopeless(raw, target) || !trial.mayShrinkTo(target)) {
        return null;
      }
      Output content = new Output((int) raw + 16);
      PlainStrings.writeHead(lengths.content(), content);
      content.raw(bytes, 0, total);
      Encoded found =
          CompressionTrial.compress(CompressedStrings.ID, goal, new Encoded(content, places), time);
      return found != null && found.cost(goal) < cost ? found : null;
    }
  }
}
