package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Input;
import java.util.Arrays;

/** Symbols, of at most 16 bytes each, and which of them a text begins with. */
final class SymbolTable {
  /** Bytes by which symbols are found; shorter ones have tables of their own. */
  private static final int PREFIX = 3;

  private static final int BUCKET_BITS = 12;
  static final int MAX_LENGTH = 16;

  private static final int NONE = -1;

  /** Of so many low bytes of a word. */
  private static final long[] MASKS = new long[Long.BYTES + 1];

  static {
    for (int n = 1; n <= Long.BYTES; n++) {
      MASKS[n] = -1L >>> (Long.SIZE - Byte.SIZE * n);
    }
  }

  private final long[] low;
  private final long[] high;
  private final byte[] lengths;
  private int size;

  /** By the bytes of the symbol. */
  private final short[] ofOne = new short[1 << 8];

  private final short[] ofTwo = new short[1 << 16];

  /** By the first bytes of longer symbols: the longest of a chain, linked to shorter ones. */
  private final short[] first = new short[1 << BUCKET_BITS];

  private final short[] next;

  /** At most 2^15 symbols. */
  SymbolTable(int capacity) {
    low = new long[capacity];
    high = new long[capacity];
    lengths = new byte[capacity];
    next = new short[capacity];
    Arrays.fill(ofOne, (short) NONE);
    Arrays.fill(ofTwo, (short) NONE);
    Arrays.fill(first, (short) NONE);
  }

  int size() {
    return size;
  }

  boolean isFull() {
    return size == low.length;
  }

  int length(int symbol) {
    return lengths[symbol];
  }

  /** Copies a symbol to the array, which has room for 16 bytes. */
  void copy(int symbol, byte[] out, int at) {
    Input.LONG.set(out, at, low[symbol]);
    Input.LONG.set(out, at + Long.BYTES, high[symbol]);
  }

  /** Orders symbols by their bytes. */
  int compare(int a, int b) {
    int order = Long.compareUnsigned(Long.reverseBytes(low[a]), Long.reverseBytes(low[b]));
    if (order == 0) {
      order = Long.compareUnsigned(Long.reverseBytes(high[a]), Long.reverseBytes(high[b]));
    }
    return order == 0 ? Integer.compare(lengths[a], lengths[b]) : order;
  }

  /** Adds a byte that is not there. */
  void addByte(int value) {
    add(value, 0, 1);
  }

  /** Adds a symbol followed by another, which together are new and have at most 16 bytes. */
  int addPair(int a, int b) {
    int n = lengths[a];
    int shift = Byte.SIZE * (n % Long.BYTES);
    long carry = shift == 0 ? 0 : low[b] >>> (Long.SIZE - shift);
    return n < Long.BYTES
        ? add(low[a] | low[b] << shift, carry | high[b] << shift, n + lengths[b])
        : add(low[a], high[a] | low[b] << shift, n + lengths[b]);
  }

  private int add(long lowWord, long highWord, int length) {
    int symbol = size++;
    low[symbol] = lowWord;
    high[symbol] = highWord;
    lengths[symbol] = (byte) length;
    if (length == 1) {
      ofOne[(int) lowWord] = (short) symbol;
    } else if (length < PREFIX) {
      ofTwo[(int) lowWord] = (short) symbol;
    } else {
      link(symbol, bucket(lowWord));
    }
    return symbol;
  }

  private void link(int symbol, int bucket) {
    int before = NONE;
    int after = first[bucket];
    while (after != NONE && lengths[after] > lengths[symbol]) {
      before = after;
      after = next[after];
    }
    next[symbol] = (short) after;
    if (before == NONE) {
      first[bucket] = (short) symbol;
    } else {
      next[before] = (short) symbol;
    }
  }

  private static int bucket(long word) {
    return ((int) (word & MASKS[PREFIX]) * 0x9E3779B1) >>> (Integer.SIZE - BUCKET_BITS);
  }

  /**
   * The longest symbol with which the bytes from {@code at} to {@code end} begin, at least one.
   * Each of them is a symbol by itself; the array has {@link Input#SLACK} more.
   */
  int longest(byte[] bytes, int at, int end) {
    long word = (long) Input.LONG.get(bytes, at);
    for (int s = first[bucket(word)]; s != NONE; s = next[s]) {
      if (isAt(low[s], high[s], lengths[s], word, bytes, at, end)) {
        return s;
      }
    }
    return shortest(word, end - at, size);
  }

  /** Whether a symbol stands at a place of a text, where this word is. */
  private static boolean isAt(
      long lowWord, long highWord, int length, long word, byte[] bytes, int at, int end) {
    if (length <= Long.BYTES) {
      return ((word ^ lowWord) & MASKS[length]) == 0 && length <= end - at;
    }
    if (word != lowWord || length > end - at) {
      return false;
    }
    long rest = (long) Input.LONG.get(bytes, at + Long.BYTES);
    return ((rest ^ highWord) & MASKS[length - Long.BYTES]) == 0;
  }

  /** The longest of the symbols below {@code limit} that are shorter than the prefix. */
  private int shortest(long word, int left, int limit) {
    int two = ofTwo[(int) word & 0xFFFF];
    return two != NONE && two < limit && left > 1 ? two : ofOne[(int) word & 0xFF];
  }

  /**
   * The first symbols of a table, to which none are added, so that those of a bucket stand
   * together: a third faster than a chain.
   */
  final class Prefix {
    private final int limit;
    private final short[] starts = new short[first.length];

    /** Of each bucket the longest first, and behind the last the empty one. */
    private final long[] lows;

    private final long[] highs;
    private final byte[] sizes;
    private final short[] symbols;

    /** All bytes of the text are among them. */
    Prefix(int limit) {
      this.limit = limit;
      lows = new long[limit + first.length];
      highs = new long[lows.length];
      sizes = new byte[lows.length];
      symbols = new short[lows.length];
      int at = 0;
      for (int bucket = 0; bucket < first.length; bucket++) {
        starts[bucket] = (short) at;
        for (int s = first[bucket]; s != NONE; s = next[s]) {
          if (s < limit) {
            lows[at] = low[s];
            highs[at] = high[s];
            sizes[at] = lengths[s];
            symbols[at++] = (short) s;
          }
        }
        at++;
      }
    }

    int size() {
      return limit;
    }

    /** Bytes of all symbols. */
    int bytes() {
      int bytes = 0;
      for (int s = 0; s < limit; s++) {
        bytes += lengths[s];
      }
      return bytes;
    }

    /** Sets {@code codes} to the symbols of all bytes, and returns how many there are. */
    int encode(byte[] bytes, int length, short[] codes) {
      int count = 0;
      for (int at = 0; at < length; count++) {
        long word = (long) Input.LONG.get(bytes, at);
        int i = starts[bucket(word)];
        while (!isAt(lows[i], highs[i], sizes[i], word, bytes, at, length)) {
          i++;
        }
        int symbol = sizes[i] == 0 ? shortest(word, length - at, limit) : symbols[i];
        codes[count] = (short) symbol;
        at += lengths[symbol];
      }
      return count;
    }
  }
}
