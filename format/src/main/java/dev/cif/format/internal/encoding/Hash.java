package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Input;

/** Hash functions for the encoders' tables; files hold no hashes. */
final class Hash {
  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  /**
   * Length in bytes up to which two strings of one length and one hash are equal: each step of the
   * hash of a single word can be undone.
   */
  static final int EXACT = Long.BYTES;

  private Hash() {}

  static long mix(long key) {
    long h = key * FACTOR;
    return (h ^ (h >>> 32)) * FACTOR;
  }

  static long of(byte[] a, int start, int length) {
    long h = length * FACTOR;
    int p = start;
    int end = start + length;
    for (; p <= end - 8; p += 8) {
      h = (h ^ (long) Input.LONG.get(a, p)) * FACTOR;
      h ^= h >>> 32;
    }
    if (p < end) {
      long tail = 0;
      if (p <= a.length - 8) {
        tail = (long) Input.LONG.get(a, p) & (-1L >>> (64 - 8 * (end - p)));
      } else {
        for (int i = p; i < end; i++) {
          tail |= (a[i] & 0xFFL) << (8 * (i - p));
        }
      }
      h = (h ^ tail) * FACTOR;
    }
    return mix(h);
  }
}
