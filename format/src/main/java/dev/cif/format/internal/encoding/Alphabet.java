package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;

/** The letters that strings use, if so few that they take fewer than 8 bits each. */
final class Alphabet {
  private static final int MAX_LETTERS = 128;

  /** In ascending order; empty for all bytes below 128. */
  private final byte[] letters;

  private final int bits;

  /** Number of each letter, by byte. */
  private final byte[] numbers;

  private Alphabet(byte[] letters, int bits, byte[] numbers) {
    this.letters = letters;
    this.bits = bits;
    this.numbers = numbers;
  }

  /** The alphabet of the bytes, at least one, or null if it needs 8 bits. */
  static Alphabet of(byte[] bytes, int length) {
    boolean[] seen = new boolean[256];
    for (int i = 0; i < length; i++) {
      seen[bytes[i] & 0xFF] = true;
    }
    int count = 0;
    boolean ascii = true;
    for (int c = 0; c < 256; c++) {
      count += seen[c] ? 1 : 0;
      ascii &= !seen[c] || c < MAX_LETTERS;
    }
    if (count > MAX_LETTERS) {
      return null;
    }
    int bits = count == 1 ? 1 : Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
    boolean all = bits == 7 && ascii;
    byte[] letters = new byte[all ? 0 : count];
    byte[] numbers = new byte[256];
    int number = 0;
    for (int c = 0; c < 256; c++) {
      if (all) {
        numbers[c] = (byte) (c & 0x7F);
      } else if (seen[c]) {
        letters[number] = (byte) c;
        numbers[c] = (byte) number++;
      }
    }
    return new Alphabet(letters, bits, numbers);
  }

  byte[] letters() {
    return letters;
  }

  int bits() {
    return bits;
  }

  /** Bytes of so many packed letters. */
  long size(long count) {
    return (count * bits + 7) >>> 3;
  }

  /** Appends packed letters. */
  void pack(byte[] bytes, int length, Output out) {
    int size = (int) size(length);
    int at = out.extend(size + Long.BYTES);
    byte[] a = out.array();
    int p = at;
    int i = 0;
    for (; i < length - 7; i += 8) {
      long word = 0;
      for (int k = 0; k < 8; k++) {
        word |= (long) numbers[bytes[i + k] & 0xFF] << (k * bits);
      }
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
}
