package dev.cif.format.internal.row;

import dev.cif.format.internal.io.Input;

/** Searches the ids of a dcsl row for the last that equals. */
final class Ids {
  private static final long LOW = 0x0101010101010101L;
  private static final long LOW7 = 0x7F7F7F7F7F7F7F7FL;

  private Ids() {}

  /** Returns the index of the last id that equals {@code id}, or -1. Compares eight at a time. */
  static int lastByte(byte[] a, int at, int count, int id) {
    long wanted = LOW * id;
    for (int from = (count - 1) & ~7; from >= 0; from -= 8) {
      long x = (long) Input.LONG.get(a, at + from) ^ wanted;
      // The high bit of each byte that is 0 in x, exactly.
      long zeros = ~(((x & LOW7) + LOW7) | x | LOW7);
      int left = count - from;
      if (left < 8) {
        zeros &= (1L << (8 * left)) - 1;
      }
      if (zeros != 0) {
        return from + ((63 - Long.numberOfLeadingZeros(zeros)) >> 3);
      }
    }
    return -1;
  }

  static int lastShort(byte[] a, int at, int count, int id) {
    for (int k = count - 1; k >= 0; k--) {
      if (((short) Input.SHORT.get(a, at + 2 * k) & 0xFFFF) == id) {
        return k;
      }
    }
    return -1;
  }

  static int lastInt(byte[] a, int at, int count, int id) {
    for (int k = count - 1; k >= 0; k--) {
      if ((int) Input.INT.get(a, at + 4 * k) == id) {
        return k;
      }
    }
    return -1;
  }
}
