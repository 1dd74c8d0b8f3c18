package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;

/**
 * The distinct bytes of the strings of a stream, if few enough to pack each into fewer than 8 bits.
 */
final class Alphabet {
  private static final int MAX_LETTERS = 128;

  /** Number of bytes that are counted first; in most cases they contain all letters. */
  private static final int SAMPLE = 4096;

  private static final Alphabet ASCII = new Alphabet();

  /** Letters in ascending order; empty if the alphabet is all bytes below 128. */
  private final byte[] letters;

  private final int bits;

  /** Packed number of each letter, indexed by its byte. */
  private final byte[] numbers;

  private Alphabet(boolean[] seen, int count, int bits) {
    this.letters = new byte[count];
    this.bits = bits;
    this.numbers = new byte[256];
    int number = 0;
    for (int c = 0; c < 256; c++) {
      if (seen[c]) {
        letters[number] = (byte) c;
        numbers[c] = (byte) number++;
      }
    }
  }

  /** Creates the alphabet of all bytes below 128. */
  private Alphabet() {
    letters = new byte[0];
    bits = 7;
    numbers = new byte[256];
    for (int c = 0; c < MAX_LETTERS; c++) {
      numbers[c] = (byte) c;
    }
  }

  /**
   * Returns the alphabet of the first {@code length} bytes, at least one, or null if it needs 8
   * bits.
   */
  static Alphabet of(byte[] bytes, int length) {
    boolean[] seen = new boolean[256];
    int sample = Math.min(length, SAMPLE);
    int count = see(bytes, 0, sample, seen);
    if (count > MAX_LETTERS) {
      return null;
    }
    boolean ascii = isAscii(bytes, length);
    if (!ascii || count <= MAX_LETTERS / 2) {
      count = see(bytes, sample, length, seen);
    }
    if (count > MAX_LETTERS) {
      return null;
    }
    int bits = count == 1 ? 1 : Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
    return bits == 7 && ascii ? ASCII : new Alphabet(seen, count, bits);
  }

  /** Marks the bytes that occur and returns the number of marks. */
  private static int see(byte[] bytes, int from, int to, boolean[] seen) {
    for (int i = from; i < to; i++) {
      seen[bytes[i] & 0xFF] = true;
    }
    int count = 0;
    for (boolean s : seen) {
      count += s ? 1 : 0;
    }
    return count;
  }

  private static boolean isAscii(byte[] bytes, int length) {
    int all = 0;
    for (int i = 0; i < length; i++) {
      all |= bytes[i];
    }
    return all >= 0;
  }

  byte[] letters() {
    return letters;
  }

  int bits() {
    return bits;
  }

  /** Returns the estimated nanoseconds to unpack a letter. */
  double decodingTime() {
    boolean consecutive =
        letters.length == 0
            || (letters[letters.length - 1] & 0xFF) - (letters[0] & 0xFF) == letters.length - 1;
    return consecutive ? DecodingTime.CONSECUTIVE_LETTER : DecodingTime.LETTER;
  }

  /** Returns the size in bytes of {@code count} packed letters. */
  long size(long count) {
    return (count * bits + 7) >>> 3;
  }

  /** Appends the packed letters of the first {@code length} bytes. */
  void pack(byte[] bytes, int length, Output out) {
    int size = (int) size(length);
    int at = out.extend(size + Long.BYTES);
    byte[] a = out.array();
    int p = at;
    int i = 0;
    for (; i < length - 7; i += 8) {
      long word = this == ASCII ? gather7((long) Input.LONG.get(bytes, i)) : numbers(bytes, i);
      Input.LONG.set(a, p, word);
      p += bits;
    }
    long word = 0;
    for (int k = 0; i + k < length; k++) {
      word |= (long) numbers[bytes[i + k] & 0xFF] << (k * bits);
    }
    Input.LONG.set(a, p, word);
    out.truncate(at + size);
  }

  private long numbers(byte[] bytes, int i) {
    long word = 0;
    for (int k = 0; k < 8; k++) {
      word |= (long) numbers[bytes[i + k] & 0xFF] << (k * bits);
    }
    return word;
  }

  /** Moves the low seven bits of each byte together. */
  private static long gather7(long word) {
    long x = (word & 0x007F_007F_007F_007FL) | ((word & 0x7F00_7F00_7F00_7F00L) >>> 1);
    x = (x & 0x0000_3FFF_0000_3FFFL) | ((x & 0x3FFF_0000_3FFF_0000L) >>> 2);
    return (x & 0x0FFF_FFFFL) | ((x & 0x0FFF_FFFF_0000_0000L) >>> 4);
  }
}
