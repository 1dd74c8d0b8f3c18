package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Input;
import dev.cif.format.vector.BytesVector;
import java.util.Arrays;

/**
 * Table of symbols of at most 32 bytes each, which finds the longest symbol that a text begins
 * with.
 */
final class SymbolTable {
  /** Number of bytes by which symbols are hashed; shorter symbols have tables of their own. */
  private static final int PREFIX = 3;

  private static final int BUCKET_BITS = 12;
  static final int MAX_LENGTH = SymbolExpansion.MAX_LENGTH;

  /** Number of bytes of a symbol that are compared as words. */
  private static final int WORDS = 2 * Long.BYTES;

  private static final int NONE = -1;

  /** Masks of the low n bytes of a word, indexed by n. */
  private static final long[] MASKS = new long[Long.BYTES + 1];

  static {
    for (int n = 1; n <= Long.BYTES; n++) {
      MASKS[n] = -1L >>> (Long.SIZE - Byte.SIZE * n);
    }
  }

  /** Bytes of the symbols, MAX_LENGTH for each. */
  private final byte[] texts;

  /** First two words of each symbol. */
  private final long[] low;

  private final long[] high;
  private final byte[] lengths;
  private int size;

  /** Symbols of one and of two bytes, indexed by these bytes. */
  private final short[] ofOne = new short[1 << 8];

  private final short[] ofTwo = new short[1 << 16];

  /** Hash buckets of longer symbols: the longest of a chain, which links to shorter ones. */
  private final short[] first = new short[1 << BUCKET_BITS];

  private final short[] next;

  /** Creates an empty table of at most 2^15 symbols. */
  SymbolTable(int capacity) {
    texts = new byte[capacity * MAX_LENGTH];
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

  /** Appends a symbol to the vector. */
  void append(int symbol, BytesVector out) {
    out.append(texts, symbol * MAX_LENGTH, lengths[symbol]);
  }

  /** Compares symbols by their bytes, unsigned. */
  int compare(int a, int b) {
    int i = a * MAX_LENGTH;
    int j = b * MAX_LENGTH;
    return Arrays.compareUnsigned(texts, i, i + lengths[a], texts, j, j + lengths[b]);
  }

  /** Adds the symbol of one byte, which must be new. */
  void addByte(int value) {
    texts[size * MAX_LENGTH] = (byte) value;
    add(1);
  }

  /** Adds the concatenation of two symbols, which must be new and have at most 32 bytes. */
  int addPair(int a, int b) {
    int at = size * MAX_LENGTH;
    int n = lengths[a];
    System.arraycopy(texts, a * MAX_LENGTH, texts, at, n);
    System.arraycopy(texts, b * MAX_LENGTH, texts, at + n, lengths[b]);
    return add(n + lengths[b]);
  }

  /** Adds the symbol whose bytes are in {@link #texts} already. */
  private int add(int length) {
    int symbol = size++;
    int at = symbol * MAX_LENGTH;
    long word = (long) Input.LONG.get(texts, at);
    low[symbol] = word;
    high[symbol] = (long) Input.LONG.get(texts, at + Long.BYTES);
    lengths[symbol] = (byte) length;
    if (length == 1) {
      ofOne[(int) word] = (short) symbol;
    } else if (length < PREFIX) {
      ofTwo[(int) word] = (short) symbol;
    } else {
      link(symbol, bucket(word));
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
   * Returns the longest symbol that the bytes from {@code at} to {@code end}, at least one, begin
   * with. Each byte must be a symbol by itself. The array must have {@link Input#SLACK} more bytes.
   */
  int longest(byte[] bytes, int at, int end) {
    long word = (long) Input.LONG.get(bytes, at);
    for (int s = first[bucket(word)]; s != NONE; s = next[s]) {
      if (isAt(s, low[s], high[s], lengths[s], word, bytes, at, end)) {
        return s;
      }
    }
    return shortest(word, end - at, size);
  }

  /** Returns true if the symbol occurs at position {@code at} of a text, where {@code word} is. */
  private boolean isAt(
      int symbol,
      long lowWord,
      long highWord,
      int length,
      long word,
      byte[] bytes,
      int at,
      int end) {
    if (length <= Long.BYTES) {
      return ((word ^ lowWord) & MASKS[length]) == 0 && length <= end - at;
    }
    if (word != lowWord || length > end - at) {
      return false;
    }
    long rest = (long) Input.LONG.get(bytes, at + Long.BYTES) ^ highWord;
    return length <= WORDS
        ? (rest & MASKS[length - Long.BYTES]) == 0
        : rest == 0 && isRestAt(symbol, length, bytes, at);
  }

  /** Returns true if the bytes of the symbol behind its words occur there in the text, too. */
  private boolean isRestAt(int symbol, int length, byte[] bytes, int at) {
    int text = symbol * MAX_LENGTH + WORDS;
    int left = length - WORDS;
    long third = (long) Input.LONG.get(texts, text) ^ (long) Input.LONG.get(bytes, at + WORDS);
    if (left <= Long.BYTES) {
      return (third & MASKS[left]) == 0;
    }
    return third == 0
        && (((long) Input.LONG.get(texts, text + Long.BYTES)
                    ^ (long) Input.LONG.get(bytes, at + WORDS + Long.BYTES))
                & MASKS[left - Long.BYTES])
            == 0;
  }

  /** Returns the longest of the symbols below {@code limit} that are shorter than the prefix. */
  private int shortest(long word, int left, int limit) {
    int two = ofTwo[(int) word & 0xFFFF];
    return two != NONE && two < limit && left > 1 ? two : ofOne[(int) word & 0xFF];
  }

  /**
   * Index of the first symbols of a table to which none are added any more. The symbols of a bucket
   * are neighbours, which is a third faster than a chain.
   */
  final class Prefix {
    private final int limit;
    private final short[] starts = new short[first.length];

    /**
     * First word of each symbol, and the mask of its bytes there: symbols by buckets, the longest
     * of each first. The mask of an empty one, at which each search ends, ends each bucket.
     */
    private final long[] words;

    /** Second word, length and number of each symbol in the same order. */
    private final long[] highs;

    private final byte[] sizes;
    private final short[] symbols;

    /**
     * Creates the index of the symbols below {@code limit}, which must include all bytes of the
     * text.
     */
    Prefix(int limit) {
      this.limit = limit;
      highs = new long[limit + first.length];
      words = new long[2 * highs.length];
      sizes = new byte[highs.length];
      symbols = new short[highs.length];
      int at = 0;
      for (int bucket = 0; bucket < first.length; bucket++) {
        starts[bucket] = (short) at;
        for (int s = first[bucket]; s != NONE; s = next[s]) {
          if (s < limit) {
            words[2 * at] = low[s];
            words[2 * at + 1] = MASKS[Math.min(lengths[s], Long.BYTES)];
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

    /** Returns the number of bytes of all symbols. */
    int bytes() {
      int bytes = 0;
      for (int s = 0; s < limit; s++) {
        bytes += lengths[s];
      }
      return bytes;
    }

    /** Sets {@code codes} to the symbols of the text, and returns their number. */
    int encode(byte[] bytes, int length, short[] codes) {
      int count = 0;
      for (int at = 0; at < length; count++) {
        long word = (long) Input.LONG.get(bytes, at);
        int i = next(starts[bucket(word)], word);
        while (sizes[i] > 0
            && !isAt(symbols[i], word, highs[i], sizes[i], word, bytes, at, length)) {
          i = next(i + 1, word);
        }
        int symbol = sizes[i] == 0 ? shortest(word, length - at, limit) : symbols[i];
        codes[count] = (short) symbol;
        at += lengths[symbol];
      }
      return count;
    }

    /** Returns the first place from {@code i} on whose symbol has the first word of the text. */
    private int next(int i, long word) {
      int place = i;
      while (((word ^ words[2 * place]) & words[2 * place + 1]) != 0) {
        place++;
      }
      return place;
    }
  }
}
