package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.Input;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;

/** Buffer to which the symbols of codes are appended, FORMAT.md section 6.2. */
final class SymbolExpansion {
  static final int MAX_LENGTH = 32;

  /** Greatest length of symbols that need only the first two words. */
  private static final int SHORT_LENGTH = 2 * Long.BYTES;

  /**
   * Bytes of each symbol as words, so that a symbol of any length is copied at once. The array
   * length is a power of two, so that the compiler need not check the codes.
   */
  private final long[][] words = new long[MAX_LENGTH / Long.BYTES][];

  private final byte[] lengths;
  private final boolean areShort;

  private final byte[] bytes;
  private final int end;
  private final long offset;
  private int at;

  /**
   * Creates an empty buffer and loads the symbols.
   *
   * @param rawLength number of bytes of all values
   * @param offset offset that errors name
   */
  SymbolExpansion(Strings symbols, int rawLength, long offset) {
    this.offset = offset;
    int count = symbols.size();
    BytesVector read = new BytesVector(CifType.BINARY);
    read.addSlots(count);
    symbols.read(0, count, read, 0);
    int room = 2 * Integer.highestOneBit(count);
    for (int w = 0; w < words.length; w++) {
      words[w] = new long[room];
    }
    lengths = new byte[room];
    int longest = 0;
    byte[] symbol = new byte[MAX_LENGTH];
    for (int i = 0; i < count; i++) {
      longest = Math.max(longest, read.lengths[i]);
      set(i, read.data, read.starts[i], read.lengths[i], symbol);
    }
    areShort = longest <= SHORT_LENGTH;
    end = rawLength;
    bytes = new byte[rawLength + MAX_LENGTH];
  }

  private void set(int i, byte[] data, int start, int length, byte[] symbol) {
    if (length < 1 || length > MAX_LENGTH) {
      throw new CorruptDataException(
          offset, "a symbol of " + length + " bytes: 1 to " + MAX_LENGTH + " can be");
    }
    System.arraycopy(data, start, symbol, 0, length);
    for (int w = 0; w < words.length; w++) {
      words[w][i] = (long) Input.LONG.get(symbol, w * Long.BYTES);
    }
    lengths[i] = (byte) length;
  }

  /** Appends the symbols of n codes; each code must have one. */
  void append(long[] codes, int n) {
    if (end - at >= n * MAX_LENGTH) {
      copy(codes, 0, n);
      return;
    }
    for (int i = 0; i < n; i++) {
      if (lengths[(int) codes[i]] > end - at) {
        throw new CorruptDataException(offset, "symbols of more bytes than were announced");
      }
      copy(codes, i, i + 1);
    }
  }

  private void copy(long[] codes, int from, int to) {
    if (areShort) {
      copyShort(codes, from, to);
      return;
    }
    for (int i = from; i < to; i++) {
      int code = (int) codes[i];
      for (int w = 0; w < words.length; w++) {
        Input.LONG.set(bytes, at + w * Long.BYTES, words[w][code]);
      }
      at += lengths[code];
    }
  }

  private void copyShort(long[] codes, int from, int to) {
    byte[] out = bytes;
    long[] low = words[0];
    long[] high = words[1];
    byte[] sizes = lengths;
    int p = at;
    for (int i = from; i < to; i++) {
      int code = (int) codes[i];
      Input.LONG.set(out, p, low[code & (low.length - 1)]);
      Input.LONG.set(out, p + Long.BYTES, high[code & (high.length - 1)]);
      p += sizes[code & (sizes.length - 1)];
    }
    at = p;
  }

  /** Returns all bytes, with room for {@link Input#SLACK} more. */
  byte[] bytes() {
    if (at != end) {
      throw new CorruptDataException(
          offset, "symbols of " + at + " bytes, " + end + " were announced");
    }
    return bytes;
  }
}
