package dev.cif.format.internal.encoding;

import dev.cif.format.CifType;
import dev.cif.format.internal.codec.Codec;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.vector.BytesVector;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.IntStream;

/** A text as the codes of symbols that were found for it. */
final class SymbolEncoder {
  private static final int LEAST_BYTES = 1 << 14;
  private static final int MOST_BYTES = SymbolStrings.MAX_CODES;

  private static final int LEAST_PART = 6;

  private static final int MOST_SYMBOLS = 1 << 12;
  private static final int LEAST_SYMBOLS = 1 << 9;

  /** What is learnt from: a part of the text, within bounds. */
  private static final int SAMPLE_PART = 8;

  private static final int LEAST_SAMPLE = 1 << 16;
  private static final int MOST_SAMPLE = 1 << 19;

  /** What tells how many symbols are best. */
  private static final int TEST = 1 << 13;

  private static final int SLICE = 1024;

  private final byte[] bytes;
  private final int length;

  private SymbolTable table;

  /** The symbols that are taken. */
  private SymbolTable.Prefix prefix;

  /** Estimated. */
  private long size = Long.MAX_VALUE;

  private long codes;

  private SymbolEncoder(byte[] bytes, int length) {
    this.bytes = bytes;
    this.length = length;
  }

  /**
   * Looks for symbols.
   *
   * @param bytes the text; {@link Input#SLACK} more are there
   */
  static SymbolEncoder of(byte[] bytes, int length) {
    SymbolEncoder encoder = new SymbolEncoder(bytes, length);
    encoder.train();
    return encoder;
  }

  /** Whether a text of this length may have symbols. */
  static boolean fits(int length) {
    return length >= LEAST_BYTES && length <= MOST_BYTES;
  }

  /** A text hardly takes fewer. */
  static long leastBytes(long length) {
    return length / LEAST_PART;
  }

  private void train() {
    int sampleLength = Math.max(LEAST_SAMPLE, Math.min(length / SAMPLE_PART, MOST_SAMPLE));
    byte[] sample = slices(sampleLength, 0);
    table = SymbolTraining.train(bytes, length, sample, sample.length - Input.SLACK, MOST_SYMBOLS);
    // Between the slices that were learnt from, lest the symbols look better than they are.
    byte[] test = slices(TEST, SLICE);
    int m = LEAST_SYMBOLS / 2;
    do {
      m = Math.min(2 * m, table.size());
      offer(table.new Prefix(m), test, test.length - Input.SLACK);
    } while (m < table.size());
  }

  /** Slices of the text at equal distances, or all of it if that is no more. */
  private byte[] slices(int wanted, int shift) {
    if (length <= 2 * wanted) {
      return Arrays.copyOf(bytes, length + Input.SLACK);
    }
    int count = wanted / SLICE;
    byte[] slices = new byte[count * SLICE + Input.SLACK];
    for (int i = 0; i < count; i++) {
      long from = (long) i * (length - SLICE - shift) / (count - 1) + shift;
      System.arraycopy(bytes, (int) from, slices, i * SLICE, SLICE);
    }
    return slices;
  }

  private void offer(SymbolTable.Prefix some, byte[] test, int testLength) {
    int count = some.encode(test, testLength, new short[testLength]);
    long all = (long) count * length / testLength;
    // The table can be compressed, to half or so.
    long bytes = all * Bits.width(some.size() - 1) / Byte.SIZE + (some.bytes() + some.size()) / 2;
    if (bytes < size) {
      prefix = some;
      size = bytes;
      codes = all;
    }
  }

  /** Estimated bytes of symbols and codes. */
  long size() {
    return size;
  }

  /** Estimated time to decode them. */
  double nanos() {
    return DecodingTime.symbols(prefix.size(), codes, length);
  }

  /**
   * The stream, or null if it gives more bytes than a reader accepts of so few.
   *
   * @param lengths of the values, a stream
   * @param places time to find out where each value is
   */
  Encoded write(Encoded lengths, double places, Goal goal, int depth) {
    short[] found = new short[length];
    int c = prefix.encode(bytes, length, found);
    int[] used = used(found, c);
    int m = used.length;
    Encoded symbols = StringsEncoder.symbols(symbols(used), m, goal, depth + 1);
    Encoded numbers =
        IntsEncoder.numbers(renumbered(found, c, used), c, goal.withoutCodec(), depth + 1);
    if (!Codec.isLengthAllowed(length, numbers.content().size())) {
      return null;
    }
    Output out = new Output(symbols.content().size() + numbers.content().size() + 64);
    SymbolStrings.write(lengths.content(), m, symbols.content(), length, c, numbers.content(), out);
    double nanos = places + symbols.nanos() + numbers.nanos();
    return new Encoded(
        out, nanos + DecodingTime.symbols(m, c, length), Set.of(StreamFeature.SYMBOLS));
  }

  /** The symbols that codes have, in their order, which helps a codec. */
  private int[] used(short[] found, int count) {
    boolean[] isUsed = new boolean[prefix.size()];
    for (int i = 0; i < count; i++) {
      isUsed[found[i]] = true;
    }
    return IntStream.range(0, isUsed.length)
        .filter(symbol -> isUsed[symbol])
        .boxed()
        .sorted(table::compare)
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private BytesVector symbols(int[] used) {
    BytesVector symbols = new BytesVector(CifType.BINARY);
    for (int s : used) {
      table.append(s, symbols);
    }
    return symbols;
  }

  private long[] renumbered(short[] found, int count, int[] used) {
    int[] numbers = new int[prefix.size()];
    for (int i = 0; i < used.length; i++) {
      numbers[used[i]] = i;
    }
    long[] renumbered = new long[count];
    for (int i = 0; i < count; i++) {
      renumbered[i] = numbers[found[i]];
    }
    return renumbered;
  }
}
