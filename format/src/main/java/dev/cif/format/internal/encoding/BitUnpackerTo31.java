package dev.cif.format.internal.encoding;

/** Loops of {@link BitUnpacker} for widths 17 to 31 except 24, one a width. */
final class BitUnpackerTo31 {
  private BitUnpackerTo31() {}

  /** Runs the first pass, {@link BitUnpacker#shift}. */
  static void shift(byte[] a, int p, int width, long[] out, int at, int end) {
    switch (width) {
      case 17:
        unpack17(a, p, out, at, end);
        break;
      case 18:
        unpack18(a, p, out, at, end);
        break;
      case 19:
        unpack19(a, p, out, at, end);
        break;
      case 20:
        unpack20(a, p, out, at, end);
        break;
      case 21:
        unpack21(a, p, out, at, end);
        break;
      case 22:
        unpack22(a, p, out, at, end);
        break;
      case 23:
        unpack23(a, p, out, at, end);
        break;
      case 25:
        unpack25(a, p, out, at, end);
        break;
      case 26:
        unpack26(a, p, out, at, end);
        break;
      case 27:
        unpack27(a, p, out, at, end);
        break;
      case 28:
        unpack28(a, p, out, at, end);
        break;
      case 29:
        unpack29(a, p, out, at, end);
        break;
      case 30:
        unpack30(a, p, out, at, end);
        break;
      case 31:
        unpack31(a, p, out, at, end);
        break;
      default:
        throw new IllegalArgumentException("width " + width);
    }
  }

  private static void unpack17(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 17) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 17;
      out[i + 2] = x >>> 34;
      x = BitUnpacker.word(a, q + 6);
      out[i + 3] = x >>> 3;
      out[i + 4] = x >>> 20;
      out[i + 5] = x >>> 37;
      x = BitUnpacker.word(a, q + 12);
      out[i + 6] = x >>> 6;
      out[i + 7] = x >>> 23;
    }
  }

  private static void unpack18(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 18) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 18;
      out[i + 2] = x >>> 36;
      x = BitUnpacker.word(a, q + 6);
      out[i + 3] = x >>> 6;
      out[i + 4] = x >>> 24;
      out[i + 5] = x >>> 42;
      x = BitUnpacker.word(a, q + 13);
      out[i + 6] = x >>> 4;
      out[i + 7] = x >>> 22;
    }
  }

  private static void unpack19(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 19) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 19;
      out[i + 2] = x >>> 38;
      x = BitUnpacker.word(a, q + 7);
      out[i + 3] = x >>> 1;
      out[i + 4] = x >>> 20;
      out[i + 5] = x >>> 39;
      x = BitUnpacker.word(a, q + 14);
      out[i + 6] = x >>> 2;
      out[i + 7] = x >>> 21;
    }
  }

  private static void unpack20(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 20) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 20;
      out[i + 2] = x >>> 40;
      x = BitUnpacker.word(a, q + 7);
      out[i + 3] = x >>> 4;
      out[i + 4] = x >>> 24;
      out[i + 5] = x >>> 44;
      x = BitUnpacker.word(a, q + 15);
      out[i + 6] = x;
      out[i + 7] = x >>> 20;
    }
  }

  private static void unpack21(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 21) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 21;
      out[i + 2] = x >>> 42;
      x = BitUnpacker.word(a, q + 7);
      out[i + 3] = x >>> 7;
      out[i + 4] = x >>> 28;
      x = BitUnpacker.word(a, q + 13);
      out[i + 5] = x >>> 1;
      out[i + 6] = x >>> 22;
      out[i + 7] = x >>> 43;
    }
  }

  private static void unpack22(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 22) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 22;
      x = BitUnpacker.word(a, q + 5);
      out[i + 2] = x >>> 4;
      out[i + 3] = x >>> 26;
      x = BitUnpacker.word(a, q + 11);
      out[i + 4] = x;
      out[i + 5] = x >>> 22;
      x = BitUnpacker.word(a, q + 16);
      out[i + 6] = x >>> 4;
      out[i + 7] = x >>> 26;
    }
  }

  private static void unpack23(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 23) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 23;
      x = BitUnpacker.word(a, q + 5);
      out[i + 2] = x >>> 6;
      out[i + 3] = x >>> 29;
      x = BitUnpacker.word(a, q + 11);
      out[i + 4] = x >>> 4;
      out[i + 5] = x >>> 27;
      x = BitUnpacker.word(a, q + 17);
      out[i + 6] = x >>> 2;
      out[i + 7] = x >>> 25;
    }
  }

  private static void unpack25(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 25) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 25;
      x = BitUnpacker.word(a, q + 6);
      out[i + 2] = x >>> 2;
      out[i + 3] = x >>> 27;
      x = BitUnpacker.word(a, q + 12);
      out[i + 4] = x >>> 4;
      out[i + 5] = x >>> 29;
      x = BitUnpacker.word(a, q + 18);
      out[i + 6] = x >>> 6;
      out[i + 7] = x >>> 31;
    }
  }

  private static void unpack26(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 26) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 26;
      x = BitUnpacker.word(a, q + 6);
      out[i + 2] = x >>> 4;
      out[i + 3] = x >>> 30;
      x = BitUnpacker.word(a, q + 13);
      out[i + 4] = x;
      out[i + 5] = x >>> 26;
      x = BitUnpacker.word(a, q + 19);
      out[i + 6] = x >>> 4;
      out[i + 7] = x >>> 30;
    }
  }

  private static void unpack27(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 27) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 27;
      x = BitUnpacker.word(a, q + 6);
      out[i + 2] = x >>> 6;
      out[i + 3] = x >>> 33;
      x = BitUnpacker.word(a, q + 13);
      out[i + 4] = x >>> 4;
      out[i + 5] = x >>> 31;
      x = BitUnpacker.word(a, q + 20);
      out[i + 6] = x >>> 2;
      out[i + 7] = x >>> 29;
    }
  }

  private static void unpack28(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 28) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 28;
      x = BitUnpacker.word(a, q + 7);
      out[i + 2] = x;
      out[i + 3] = x >>> 28;
      x = BitUnpacker.word(a, q + 14);
      out[i + 4] = x;
      out[i + 5] = x >>> 28;
      x = BitUnpacker.word(a, q + 21);
      out[i + 6] = x;
      out[i + 7] = x >>> 28;
    }
  }

  private static void unpack29(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 29) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 29;
      x = BitUnpacker.word(a, q + 7);
      out[i + 2] = x >>> 2;
      out[i + 3] = x >>> 31;
      x = BitUnpacker.word(a, q + 14);
      out[i + 4] = x >>> 4;
      out[i + 5] = x >>> 33;
      x = BitUnpacker.word(a, q + 21);
      out[i + 6] = x >>> 6;
      out[i + 7] = x >>> 35;
    }
  }

  private static void unpack30(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 30) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 30;
      x = BitUnpacker.word(a, q + 7);
      out[i + 2] = x >>> 4;
      out[i + 3] = x >>> 34;
      x = BitUnpacker.word(a, q + 15);
      out[i + 4] = x;
      out[i + 5] = x >>> 30;
      x = BitUnpacker.word(a, q + 22);
      out[i + 6] = x >>> 4;
      out[i + 7] = x >>> 34;
    }
  }

  private static void unpack31(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 31) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 31;
      x = BitUnpacker.word(a, q + 7);
      out[i + 2] = x >>> 6;
      x = BitUnpacker.word(a, q + 11);
      out[i + 3] = x >>> 5;
      x = BitUnpacker.word(a, q + 15);
      out[i + 4] = x >>> 4;
      x = BitUnpacker.word(a, q + 19);
      out[i + 5] = x >>> 3;
      x = BitUnpacker.word(a, q + 23);
      out[i + 6] = x >>> 2;
      out[i + 7] = x >>> 33;
    }
  }
}
