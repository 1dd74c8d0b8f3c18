package dev.cif.format.internal.encoding;

import dev.cif.format.internal.codec.Codec;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.IntStream;

/** Encodes a text as the codes of symbols that were found for it. */
final class SymbolEncoder {
  private static final int LEAST_BYTES = 1 << 14;
  private static final int MOST_BYTES = SymbolStrings.MAX_CODES;

  private static final int LEAST_PART = 6;

  private static final int MOST_SYMBOLS = 1 << 12;
  private static final int LEAST_SYMBOLS = 1 << 9;

  /** Share and bounds, in bytes, of the part of the text that training reads. */
  private static final int SAMPLE_PART = 8;

  private static final int LEAST_SAMPLE = 1 << 16;
  private static final int MOST_SAMPLE = 1 << 19;

  /** Bytes of the text that decide the number of symbols. */
  private static final int TEST = 1 << 13;

  private static final int SLICE = 1024;

  private final byte[] bytes;
  private final int length;

  private SymbolTable table;

  /** Symbols that are chosen. */
  private SymbolTable.Prefix prefix;

  /** Estimated bytes of symbols and codes. */
  private long size = Long.MAX_VALUE;

  private long codes;

  private SymbolEncoder(byte[] bytes, int length) {
    this.bytes = bytes;
    this.length = length;
  }

  /**
   * Creates an encoder and finds its symbols.
   *
   * @param bytes text, with {@link Input#SLACK} more bytes behind it
   */
  static SymbolEncoder of(byte[] bytes, int length) {
    SymbolEncoder encoder = new SymbolEncoder(bytes, length);
    encoder.train();
    return encoder;
  }

  /** Returns true if a text of this length may have symbols. */
  static boolean fits(int length) {
    return length >= LEAST_BYTES && length <= MOST_BYTES;
  }

  /** Returns a size in bytes that a text of this length hardly falls below. */
  static long leastBytes(long length) {
    return length / LEAST_PART;
  }

  private void train() {
    int sampleLength = Math.max(LEAST_SAMPLE, Math.min(length / SAMPLE_PART, MOST_SAMPLE));
    byte[] sample = slices(sampleLength, 0);
    table = SymbolTraining.train(bytes, length, sample, sample.length - Input.SLACK, MOST_SYMBOLS);
    // The test lies between the slices of the training, lest the symbols look better than they are.
    byte[] test = slices(TEST, SLICE);
    int m = LEAST_SYMBOLS / 2;
    do {
      m = Math.min(2 * m, table.size());
      offer(table.new Prefix(m), test, test.length - Input.SLACK);
    } while (m < table.size());
  }

  /** Returns slices of the text at equal distances, or all of it if that is little more. */
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
    // A codec may compress the table to about half.
    long bytes = all * Bits.width(some.size() - 1) / Byte.SIZE + (some.bytes() + some.size()) / 2;
    if (bytes < size) {
      prefix = some;
      size = bytes;
      codes = all;
    }
  }

  /** Returns the estimated bytes of symbols and codes. */
  long size() {
    return size;
  }

  /** Returns the estimated time to decode symbols and codes. */
  double nanos() {
    return DecodingTime.symbols(prefix.size(), codes, length);
  }

  /**
   * Returns the stream, or null if it expands to more bytes than a reader accepts of its size.
   *
   * @param lengths stream of the values' lengths
   * @param places estimated time to locate the values
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

  /** Returns the symbols that have codes, ordered by their bytes, which helps a codec. */
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
