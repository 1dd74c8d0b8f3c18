package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Input;

/**
 * Loops that unpack bit-packed numbers, eight a step: eight numbers of any width start and end on a
 * byte. The first pass shifts each number to its place and leaves the bits above it. The second
 * pass masks these bits and adds the base; the compiler turns it into vector instructions.
 *
 * <p>The first pass is one load and one shift by a constant for each number. There is a loop for
 * each width up to 31. Above, there is a loop for each {@code width mod 8}, which decides the eight
 * shifts. No loop has a branch or a variable shift for a number.
 */
final class BitUnpacker {
  private BitUnpacker() {}

  static long word(byte[] a, int at) {
    return (long) Input.LONG.get(a, at);
  }

  /**
   * Unpacks numbers of 1 to 56 bits from byte {@code p} on, adds {@code base}, and stores them in
   * {@code out[at..end)}. The number of values must be a multiple of 8. Loads up to 8 bytes behind
   * the last number.
   */
  static void unpack(byte[] a, int p, int width, long base, long[] out, int at, int end) {
    shift(a, p, width, out, at, end);
    finish(out, at, end, (1L << width) - 1, base);
  }

  /** Runs the first pass: afterwards the low {@code width} bits of each value are the number. */
  static void shift(byte[] a, int p, int width, long[] out, int at, int end) {
    if ((width & 7) == 0) {
      bytes(a, p, width >>> 3, out, at, end);
    } else if (width < 16) {
      BitUnpackerTo15.shift(a, p, width, out, at, end);
    } else if (width < 32) {
      BitUnpackerTo31.shift(a, p, width, out, at, end);
    } else {
      shiftFrom33(a, p, width, out, at, end);
    }
  }

  private static void finish(long[] out, int at, int end, long mask, long base) {
    for (int i = at; i < end; i++) {
      out[i] = (out[i] & mask) + base;
    }
  }

  private static void shiftFrom33(byte[] a, int p, int width, long[] out, int at, int end) {
    switch (width & 7) {
      case 1:
        shiftMod1(a, p, width, out, at, end);
        break;
      case 2:
        shiftMod2(a, p, width, out, at, end);
        break;
      case 3:
        shiftMod3(a, p, width, out, at, end);
        break;
      case 4:
        shiftMod4(a, p, width, out, at, end);
        break;
      case 5:
        shiftMod5(a, p, width, out, at, end);
        break;
      case 6:
        shiftMod6(a, p, width, out, at, end);
        break;
      default:
        shiftMod7(a, p, width, out, at, end);
        break;
    }
  }

  /** Runs the first pass for numbers of whole bytes. */
  private static void bytes(byte[] a, int p, int step, long[] out, int at, int end) {
    if (step == 1) {
      for (int i = at, q = p; i < end; i++, q++) {
        out[i] = a[q];
      }
    } else if (step == 2) {
      for (int i = at, q = p; i < end; i++, q += 2) {
        out[i] = (short) Input.SHORT.get(a, q);
      }
    } else if (step == 4) {
      for (int i = at, q = p; i < end; i++, q += 4) {
        out[i] = (int) Input.INT.get(a, q);
      }
    } else {
      for (int i = at, q = p; i < end; i++, q += step) {
        out[i] = word(a, q);
      }
    }
  }

  private static void shiftMod1(byte[] a, int p, int width, long[] out, int at, int end) {
    int step = width >>> 3;
    for (int i = at, q = p; i < end; i += 8, q += width) {
      out[i] = word(a, q);
      out[i + 1] = word(a, q + step) >>> 1;
      out[i + 2] = word(a, q + 2 * step) >>> 2;
      out[i + 3] = word(a, q + 3 * step) >>> 3;
      out[i + 4] = word(a, q + 4 * step) >>> 4;
      out[i + 5] = word(a, q + 5 * step) >>> 5;
      out[i + 6] = word(a, q + 6 * step) >>> 6;
      out[i + 7] = word(a, q + 7 * step) >>> 7;
    }
  }

  private static void shiftMod2(byte[] a, int p, int width, long[] out, int at, int end) {
    int step = width >>> 3;
    for (int i = at, q = p; i < end; i += 8, q += width) {
      out[i] = word(a, q);
      out[i + 1] = word(a, q + step) >>> 2;
      out[i + 2] = word(a, q + 2 * step) >>> 4;
      out[i + 3] = word(a, q + 3 * step) >>> 6;
      out[i + 4] = word(a, q + 4 * step + 1);
      out[i + 5] = word(a, q + 5 * step + 1) >>> 2;
      out[i + 6] = word(a, q + 6 * step + 1) >>> 4;
      out[i + 7] = word(a, q + 7 * step + 1) >>> 6;
    }
  }

  private static void shiftMod3(byte[] a, int p, int width, long[] out, int at, int end) {
    int step = width >>> 3;
    for (int i = at, q = p; i < end; i += 8, q += width) {
      out[i] = word(a, q);
      out[i + 1] = word(a, q + step) >>> 3;
      out[i + 2] = word(a, q + 2 * step) >>> 6;
      out[i + 3] = word(a, q + 3 * step + 1) >>> 1;
      out[i + 4] = word(a, q + 4 * step + 1) >>> 4;
      out[i + 5] = word(a, q + 5 * step + 1) >>> 7;
      out[i + 6] = word(a, q + 6 * step + 2) >>> 2;
      out[i + 7] = word(a, q + 7 * step + 2) >>> 5;
    }
  }

  private static void shiftMod4(byte[] a, int p, int width, long[] out, int at, int end) {
    int step = width >>> 3;
    for (int i = at, q = p; i < end; i += 8, q += width) {
      out[i] = word(a, q);
      out[i + 1] = word(a, q + step) >>> 4;
      out[i + 2] = word(a, q + 2 * step + 1);
      out[i + 3] = word(a, q + 3 * step + 1) >>> 4;
      out[i + 4] = word(a, q + 4 * step + 2);
      out[i + 5] = word(a, q + 5 * step + 2) >>> 4;
      out[i + 6] = word(a, q + 6 * step + 3);
      out[i + 7] = word(a, q + 7 * step + 3) >>> 4;
    }
  }

  private static void shiftMod5(byte[] a, int p, int width, long[] out, int at, int end) {
    int step = width >>> 3;
    for (int i = at, q = p; i < end; i += 8, q += width) {
      out[i] = word(a, q);
      out[i + 1] = word(a, q + step) >>> 5;
      out[i + 2] = word(a, q + 2 * step + 1) >>> 2;
      out[i + 3] = word(a, q + 3 * step + 1) >>> 7;
      out[i + 4] = word(a, q + 4 * step + 2) >>> 4;
      out[i + 5] = word(a, q + 5 * step + 3) >>> 1;
      out[i + 6] = word(a, q + 6 * step + 3) >>> 6;
      out[i + 7] = word(a, q + 7 * step + 4) >>> 3;
    }
  }

  private static void shiftMod6(byte[] a, int p, int width, long[] out, int at, int end) {
    int step = width >>> 3;
    for (int i = at, q = p; i < end; i += 8, q += width) {
      out[i] = word(a, q);
      out[i + 1] = word(a, q + step) >>> 6;
      out[i + 2] = word(a, q + 2 * step + 1) >>> 4;
      out[i + 3] = word(a, q + 3 * step + 2) >>> 2;
      out[i + 4] = word(a, q + 4 * step + 3);
      out[i + 5] = word(a, q + 5 * step + 3) >>> 6;
      out[i + 6] = word(a, q + 6 * step + 4) >>> 4;
      out[i + 7] = word(a, q + 7 * step + 5) >>> 2;
    }
  }

  private static void shiftMod7(byte[] a, int p, int width, long[] out, int at, int end) {
    int step = width >>> 3;
    for (int i = at, q = p; i < end; i += 8, q += width) {
      out[i] = word(a, q);
      out[i + 1] = word(a, q + step) >>> 7;
      out[i + 2] = word(a, q + 2 * step + 1) >>> 6;
      out[i + 3] = word(a, q + 3 * step + 2) >>> 5;
      out[i + 4] = word(a, q + 4 * step + 3) >>> 4;
      out[i + 5] = word(a, q + 5 * step + 4) >>> 3;
      out[i + 6] = word(a, q + 6 * step + 5) >>> 2;
      out[i + 7] = word(a, q + 7 * step + 6) >>> 1;
    }
  }
}
