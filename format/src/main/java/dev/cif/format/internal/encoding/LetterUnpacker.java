package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.Input;

/**
 * Unpacks letters of 1 to 7 bits, eight a step. Eight letters are the low {@code 8 * bits} bits of
 * a word, wherever they start in their first byte. Three shifts spread them to one letter a byte.
 */
final class LetterUnpacker {
  /** Marker of a number that stands for no letter. */
  private static final short NONE = -1;

  private final byte[] array;
  private final int start;
  private final int bits;
  private final long offset;

  /** Byte of each number, or {@link #NONE}. */
  private final short[] letters;

  /** True if each number c below {@link #size} stands for the byte first + c. */
  private final boolean consecutive;

  /** True if every number has 7 bits and stands for the byte of the same value. */
  private final boolean itself;

  private final int first;
  private final int size;

  /** Table from two numbers to their two bytes, negative if one is unknown; made at first use. */
  private int[] pairs;

  /** Number of letters asked for so far. */
  private long asked;

  /**
   * Creates an unpacker of the letters that start at byte {@code start}. Their alphabet has {@code
   * a} letters and starts at byte {@code alphabet}. An empty one, with 7 bits, is all bytes below
   * 128.
   */
  LetterUnpacker(byte[] array, int start, int bits, int alphabet, int a, long offset) {
    this.array = array;
    this.start = start;
    this.bits = bits;
    this.offset = offset;
    this.letters = new short[1 << bits];
    this.size = a == 0 ? 1 << bits : a;
    this.first = a == 0 ? 0 : array[alphabet] & 0xFF;
    boolean inSequence = true;
    for (int c = 0; c < letters.length; c++) {
      if (c >= size) {
        letters[c] = NONE;
      } else {
        letters[c] = (short) (a == 0 ? c : array[alphabet + c] & 0xFF);
        inSequence &= letters[c] == first + c;
      }
    }
    this.consecutive = inSequence;
    this.itself = inSequence && first == 0 && bits == 7 && size == 1 << 7;
  }

  int bits() {
    return bits;
  }

  /** Returns letter {@code i}. */
  byte get(int i) {
    long bit = (long) i * bits;
    int at = start + (int) (bit >>> 3);
    int word = (short) Input.SHORT.get(array, at) & 0xFFFF;
    short letter = letters[(word >>> ((int) bit & 7)) & ((1 << bits) - 1)];
    if (letter == NONE) {
      throw unknown();
    }
    return (byte) letter;
  }

  /** Unpacks letters {@code from} to {@code from + count - 1}. */
  void unpack(int from, int count, byte[] out, int at) {
    long bit = (long) from * bits;
    int p = start + (int) (bit >>> 3);
    int shift = (int) bit & 7;
    int end = at + (count & -8);
    long bad;
    if (itself) {
      bad = 0;
      spread7(array, p, shift, out, at, end);
    } else if (consecutive) {
      bad = spread(p, shift, out, at, end);
    } else if (bits < 7 && worthPairs(count)) {
      bad = look(p, shift, out, at, end);
    } else {
      bad = 0;
      end = at;
    }
    if (bad < 0) {
      throw unknown();
    }
    for (int i = end - at; i < count; i++) {
      out[at + i] = get(from + i);
    }
  }

  /** Unpacks letters that stand for themselves. */
  private static void spread7(byte[] array, int p, int shift, byte[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 7) {
      long x = (long) Input.LONG.get(array, q) >>> shift;
      x = (x & 0x0FFF_FFFFL) | ((x << 4) & 0x0FFF_FFFF_0000_0000L);
      x = (x & 0x0000_3FFF_0000_3FFFL) | ((x << 2) & 0x3FFF_0000_3FFF_0000L);
      x = (x & 0x007F_007F_007F_007FL) | ((x << 1) & 0x7F00_7F00_7F00_7F00L);
      Input.LONG.set(out, i, x);
    }
  }

  /** Unpacks consecutive letters; returns a negative number if one is unknown. */
  private long spread(int p, int shift, byte[] out, int at, int end) {
    long ones = 0x0101010101010101L;
    int s4 = 32 - 4 * bits;
    int s2 = 16 - 2 * bits;
    int s1 = 8 - bits;
    long low = (1L << bits) - 1;
    long m1 = low * 0x0001000100010001L;
    long m2 = ((1L << (2 * bits)) - 1) * 0x0000000100000001L;
    long m4 = (1L << (4 * bits)) - 1;
    long base = first * ones;
    long test = (0x80 - size) * ones;
    long bad = 0;
    for (int i = at, q = p; i < end; i += 8, q += bits) {
      long x = (long) Input.LONG.get(array, q) >>> shift;
      x = (x & m4) | ((x << s4) & (m4 << 32));
      x = (x & m2) | ((x << s2) & (m2 << 16));
      x = (x & m1) | ((x << s1) & (m1 << 8));
      bad |= x + test;
      Input.LONG.set(out, i, x + base);
    }
    return (bad & 0x80 * ones) == 0 ? 0 : -1;
  }

  /**
   * Unpacks any letters of at most 6 bits by pairs; returns a negative number if one is unknown.
   */
  private long look(int p, int shift, byte[] out, int at, int end) {
    int[] table = pairs();
    int two = 2 * bits;
    int mask = (1 << two) - 1;
    int bad = 0;
    for (int i = at, q = p; i < end; i += 8, q += bits) {
      long x = (long) Input.LONG.get(array, q) >>> shift;
      int a = table[(int) x & mask];
      int b = table[(int) (x >>> two) & mask];
      int c = table[(int) (x >>> (2 * two)) & mask];
      int d = table[(int) (x >>> (3 * two)) & mask];
      bad |= a | b | c | d;
      Input.INT.set(out, i, a | (b << 16));
      Input.INT.set(out, i + 4, c | (d << 16));
    }
    return bad;
  }

  /** Returns true if enough letters were asked for to pay for the table of pairs. */
  private boolean worthPairs(int count) {
    asked += count;
    return pairs != null || asked >> bits >= letters.length / 4;
  }

  private int[] pairs() {
    if (pairs == null) {
      int[] table = new int[1 << (2 * bits)];
      for (int i = 0; i < table.length; i++) {
        short low = letters[i & (letters.length - 1)];
        short high = letters[i >>> bits];
        table[i] = low == NONE || high == NONE ? Integer.MIN_VALUE : low | (high << 8);
      }
      pairs = table;
    }
    return pairs;
  }

  private CorruptDataException unknown() {
    return new CorruptDataException(offset, "a letter outside the alphabet of " + size);
  }
}
