package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Input;

/**
 * Loops that unpack bit-packed numbers, eight a step: eight numbers of {@code width} bits start and
 * end on a byte. What a loop needs as a constant, so that it has no variable shift and no branch
 * per value, is only the shift of each of the eight, which {@code width mod 8} decides; widths
 * below 8 find all eight numbers in one word.
 */
final class BitUnpacker {
  private BitUnpacker() {}

  private static long word(byte[] a, int at) {
    return (long) Input.LONG.get(a, at);
  }

  /**
   * Unpacks numbers of 1 to 56 bits from byte {@code p} on and adds {@code base}: {@code
   * out[at..end)}, a multiple of 8 values. Loads up to 8 bytes behind the last number.
   */
  static void unpack(byte[] a, int p, int width, long base, long[] out, int at, int end) {
    if (width < 8) {
      unpackBelow8(a, p, width, base, out, at, end);
      return;
    }
    switch (width & 7) {
      case 0:
        unpackMod0(a, p, width, base, out, at, end);
        break;
      case 1:
        unpackMod1(a, p, width, base, out, at, end);
        break;
      case 2:
        unpackMod2(a, p, width, base, out, at, end);
        break;
      case 3:
        unpackMod3(a, p, width, base, out, at, end);
        break;
      case 4:
        unpackMod4(a, p, width, base, out, at, end);
        break;
      case 5:
        unpackMod5(a, p, width, base, out, at, end);
        break;
      case 6:
        unpackMod6(a, p, width, base, out, at, end);
        break;
      default:
        unpackMod7(a, p, width, base, out, at, end);
        break;
    }
  }

  private static void unpackBelow8(
      byte[] a, int p, int width, long base, long[] out, int at, int end) {
    switch (width) {
      case 1:
        unpack1(a, p, base, out, at, end);
        break;
      case 2:
        unpack2(a, p, base, out, at, end);
        break;
      case 3:
        unpack3(a, p, base, out, at, end);
        break;
      case 4:
        unpack4(a, p, base, out, at, end);
        break;
      case 5:
        unpack5(a, p, base, out, at, end);
        break;
      case 6:
        unpack6(a, p, base, out, at, end);
        break;
      default:
        unpack7(a, p, base, out, at, end);
        break;
    }
  }

  private static void unpack1(byte[] a, int p, long base, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 1) {
      long x = word(a, q);
      out[i] = base + (x & 0x1);
      out[i + 1] = base + ((x >>> 1) & 0x1);
      out[i + 2] = base + ((x >>> 2) & 0x1);
      out[i + 3] = base + ((x >>> 3) & 0x1);
      out[i + 4] = base + ((x >>> 4) & 0x1);
      out[i + 5] = base + ((x >>> 5) & 0x1);
      out[i + 6] = base + ((x >>> 6) & 0x1);
      out[i + 7] = base + ((x >>> 7) & 0x1);
    }
  }

  private static void unpack2(byte[] a, int p, long base, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 2) {
      long x = word(a, q);
      out[i] = base + (x & 0x3);
      out[i + 1] = base + ((x >>> 2) & 0x3);
      out[i + 2] = base + ((x >>> 4) & 0x3);
      out[i + 3] = base + ((x >>> 6) & 0x3);
      out[i + 4] = base + ((x >>> 8) & 0x3);
      out[i + 5] = base + ((x >>> 10) & 0x3);
      out[i + 6] = base + ((x >>> 12) & 0x3);
      out[i + 7] = base + ((x >>> 14) & 0x3);
    }
  }

  private static void unpack3(byte[] a, int p, long base, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 3) {
      long x = word(a, q);
      out[i] = base + (x & 0x7);
      out[i + 1] = base + ((x >>> 3) & 0x7);
      out[i + 2] = base + ((x >>> 6) & 0x7);
      out[i + 3] = base + ((x >>> 9) & 0x7);
      out[i + 4] = base + ((x >>> 12) & 0x7);
      out[i + 5] = base + ((x >>> 15) & 0x7);
      out[i + 6] = base + ((x >>> 18) & 0x7);
      out[i + 7] = base + ((x >>> 21) & 0x7);
    }
  }

  private static void unpack4(byte[] a, int p, long base, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 4) {
      long x = word(a, q);
      out[i] = base + (x & 0xf);
      out[i + 1] = base + ((x >>> 4) & 0xf);
      out[i + 2] = base + ((x >>> 8) & 0xf);
      out[i + 3] = base + ((x >>> 12) & 0xf);
      out[i + 4] = base + ((x >>> 16) & 0xf);
      out[i + 5] = base + ((x >>> 20) & 0xf);
      out[i + 6] = base + ((x >>> 24) & 0xf);
      out[i + 7] = base + ((x >>> 28) & 0xf);
    }
  }

  private static void unpack5(byte[] a, int p, long base, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 5) {
      long x = word(a, q);
      out[i] = base + (x & 0x1f);
      out[i + 1] = base + ((x >>> 5) & 0x1f);
      out[i + 2] = base + ((x >>> 10) & 0x1f);
      out[i + 3] = base + ((x >>> 15) & 0x1f);
      out[i + 4] = base + ((x >>> 20) & 0x1f);
      out[i + 5] = base + ((x >>> 25) & 0x1f);
      out[i + 6] = base + ((x >>> 30) & 0x1f);
      out[i + 7] = base + ((x >>> 35) & 0x1f);
    }
  }

  private static void unpack6(byte[] a, int p, long base, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 6) {
      long x = word(a, q);
      out[i] = base + (x & 0x3f);
      out[i + 1] = base + ((x >>> 6) & 0x3f);
      out[i + 2] = base + ((x >>> 12) & 0x3f);
      out[i + 3] = base + ((x >>> 18) & 0x3f);
      out[i + 4] = base + ((x >>> 24) & 0x3f);
      out[i + 5] = base + ((x >>> 30) & 0x3f);
      out[i + 6] = base + ((x >>> 36) & 0x3f);
      out[i + 7] = base + ((x >>> 42) & 0x3f);
    }
  }

  private static void unpack7(byte[] a, int p, long base, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 7) {
      long x = word(a, q);
      out[i] = base + (x & 0x7f);
      out[i + 1] = base + ((x >>> 7) & 0x7f);
      out[i + 2] = base + ((x >>> 14) & 0x7f);
      out[i + 3] = base + ((x >>> 21) & 0x7f);
      out[i + 4] = base + ((x >>> 28) & 0x7f);
      out[i + 5] = base + ((x >>> 35) & 0x7f);
      out[i + 6] = base + ((x >>> 42) & 0x7f);
      out[i + 7] = base + ((x >>> 49) & 0x7f);
    }
  }

  private static void unpackMod0(
      byte[] a, int p, int width, long base, long[] out, int at, int end) {
    long mask = (1L << width) - 1;
    int step = width >>> 3;
    for (int i = at, q = p; i < end; i += 8, q += width) {
      out[i] = base + (word(a, q) & mask);
      out[i + 1] = base + (word(a, q + step) & mask);
      out[i + 2] = base + (word(a, q + 2 * step) & mask);
      out[i + 3] = base + (word(a, q + 3 * step) & mask);
      out[i + 4] = base + (word(a, q + 4 * step) & mask);
      out[i + 5] = base + (word(a, q + 5 * step) & mask);
      out[i + 6] = base + (word(a, q + 6 * step) & mask);
      out[i + 7] = base + (word(a, q + 7 * step) & mask);
    }
  }

  private static void unpackMod1(
      byte[] a, int p, int width, long base, long[] out, int at, int end) {
    long mask = (1L << width) - 1;
    int step = width >>> 3;
    for (int i = at, q = p; i < end; i += 8, q += width) {
      out[i] = base + (word(a, q) & mask);
      out[i + 1] = base + ((word(a, q + step) >>> 1) & mask);
      out[i + 2] = base + ((word(a, q + 2 * step) >>> 2) & mask);
      out[i + 3] = base + ((word(a, q + 3 * step) >>> 3) & mask);
      out[i + 4] = base + ((word(a, q + 4 * step) >>> 4) & mask);
      out[i + 5] = base + ((word(a, q + 5 * step) >>> 5) & mask);
      out[i + 6] = base + ((word(a, q + 6 * step) >>> 6) & mask);
      out[i + 7] = base + ((word(a, q + 7 * step) >>> 7) & mask);
    }
  }

  private static void unpackMod2(
      byte[] a, int p, int width, long base, long[] out, int at, int end) {
    long mask = (1L << width) - 1;
    int step = width >>> 3;
    for (int i = at, q = p; i < end; i += 8, q += width) {
      out[i] = base + (word(a, q) & mask);
      out[i + 1] = base + ((word(a, q + step) >>> 2) & mask);
      out[i + 2] = base + ((word(a, q + 2 * step) >>> 4) & mask);
      out[i + 3] = base + ((word(a, q + 3 * step) >>> 6) & mask);
      out[i + 4] = base + (word(a, q + 4 * step + 1) & mask);
      out[i + 5] = base + ((word(a, q + 5 * step + 1) >>> 2) & mask);
      out[i + 6] = base + ((word(a, q + 6 * step + 1) >>> 4) & mask);
      out[i + 7] = base + ((word(a, q + 7 * step + 1) >>> 6) & mask);
    }
  }

  private static void unpackMod3(
      byte[] a, int p, int width, long base, long[] out, int at, int end) {
    long mask = (1L << width) - 1;
    int step = width >>> 3;
    for (int i = at, q = p; i < end; i += 8, q += width) {
      out[i] = base + (word(a, q) & mask);
      out[i + 1] = base + ((word(a, q + step) >>> 3) & mask);
      out[i + 2] = base + ((word(a, q + 2 * step) >>> 6) & mask);
      out[i + 3] = base + ((word(a, q + 3 * step + 1) >>> 1) & mask);
      out[i + 4] = base + ((word(a, q + 4 * step + 1) >>> 4) & mask);
      out[i + 5] = base + ((word(a, q + 5 * step + 1) >>> 7) & mask);
      out[i + 6] = base + ((word(a, q + 6 * step + 2) >>> 2) & mask);
      out[i + 7] = base + ((word(a, q + 7 * step + 2) >>> 5) & mask);
    }
  }

  private static void unpackMod4(
      byte[] a, int p, int width, long base, long[] out, int at, int end) {
    long mask = (1L << width) - 1;
    int step = width >>> 3;
    for (int i = at, q = p; i < end; i += 8, q += width) {
      out[i] = base + (word(a, q) & mask);
      out[i + 1] = base + ((word(a, q + step) >>> 4) & mask);
      out[i + 2] = base + (word(a, q + 2 * step + 1) & mask);
      out[i + 3] = base + ((word(a, q + 3 * step + 1) >>> 4) & mask);
      out[i + 4] = base + (word(a, q + 4 * step + 2) & mask);
      out[i + 5] = base + ((word(a, q + 5 * step + 2) >>> 4) & mask);
      out[i + 6] = base + (word(a, q + 6 * step + 3) & mask);
      out[i + 7] = base + ((word(a, q + 7 * step + 3) >>> 4) & mask);
    }
  }

  private static void unpackMod5(
      byte[] a, int p, int width, long base, long[] out, int at, int end) {
    long mask = (1L << width) - 1;
    int step = width >>> 3;
    for (int i = at, q = p; i < end; i += 8, q += width) {
      out[i] = base + (word(a, q) & mask);
      out[i + 1] = base + ((word(a, q + step) >>> 5) & mask);
      out[i + 2] = base + ((word(a, q + 2 * step + 1) >>> 2) & mask);
      out[i + 3] = base + ((word(a, q + 3 * step + 1) >>> 7) & mask);
      out[i + 4] = base + ((word(a, q + 4 * step + 2) >>> 4) & mask);
      out[i + 5] = base + ((word(a, q + 5 * step + 3) >>> 1) & mask);
      out[i + 6] = base + ((word(a, q + 6 * step + 3) >>> 6) & mask);
      out[i + 7] = base + ((word(a, q + 7 * step + 4) >>> 3) & mask);
    }
  }

  private static void unpackMod6(
      byte[] a, int p, int width, long base, long[] out, int at, int end) {
    long mask = (1L << width) - 1;
    int step = width >>> 3;
    for (int i = at, q = p; i < end; i += 8, q += width) {
      out[i] = base + (word(a, q) & mask);
      out[i + 1] = base + ((word(a, q + step) >>> 6) & mask);
      out[i + 2] = base + ((word(a, q + 2 * step + 1) >>> 4) & mask);
      out[i + 3] = base + ((word(a, q + 3 * step + 2) >>> 2) & mask);
      out[i + 4] = base + (word(a, q + 4 * step + 3) & mask);
      out[i + 5] = base + ((word(a, q + 5 * step + 3) >>> 6) & mask);
      out[i + 6] = base + ((word(a, q + 6 * step + 4) >>> 4) & mask);
      out[i + 7] = base + ((word(a, q + 7 * step + 5) >>> 2) & mask);
    }
  }

  private static void unpackMod7(
      byte[] a, int p, int width, long base, long[] out, int at, int end) {
    long mask = (1L << width) - 1;
    int step = width >>> 3;
    for (int i = at, q = p; i < end; i += 8, q += width) {
      out[i] = base + (word(a, q) & mask);
      out[i + 1] = base + ((word(a, q + step) >>> 7) & mask);
      out[i + 2] = base + ((word(a, q + 2 * step + 1) >>> 6) & mask);
      out[i + 3] = base + ((word(a, q + 3 * step + 2) >>> 5) & mask);
      out[i + 4] = base + ((word(a, q + 4 * step + 3) >>> 4) & mask);
      out[i + 5] = base + ((word(a, q + 5 * step + 4) >>> 3) & mask);
      out[i + 6] = base + ((word(a, q + 6 * step + 5) >>> 2) & mask);
      out[i + 7] = base + ((word(a, q + 7 * step + 6) >>> 1) & mask);
    }
  }
}
