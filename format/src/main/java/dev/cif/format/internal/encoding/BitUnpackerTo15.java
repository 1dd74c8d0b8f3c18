package dev.cif.format.internal.encoding;

/** Loops of {@link BitUnpacker} for widths 1 to 15 except 8, one a width. */
final class BitUnpackerTo15 {
  private BitUnpackerTo15() {}

  /** Runs the first pass, {@link BitUnpacker#shift}. */
  static void shift(byte[] a, int p, int width, long[] out, int at, int end) {
    switch (width) {
      case 1:
        unpack1(a, p, out, at, end);
        break;
      case 2:
        unpack2(a, p, out, at, end);
        break;
      case 3:
        unpack3(a, p, out, at, end);
        break;
      case 4:
        unpack4(a, p, out, at, end);
        break;
      case 5:
        unpack5(a, p, out, at, end);
        break;
      case 6:
        unpack6(a, p, out, at, end);
        break;
      case 7:
        unpack7(a, p, out, at, end);
        break;
      case 9:
        unpack9(a, p, out, at, end);
        break;
      case 10:
        unpack10(a, p, out, at, end);
        break;
      case 11:
        unpack11(a, p, out, at, end);
        break;
      case 12:
        unpack12(a, p, out, at, end);
        break;
      case 13:
        unpack13(a, p, out, at, end);
        break;
      case 14:
        unpack14(a, p, out, at, end);
        break;
      case 15:
        unpack15(a, p, out, at, end);
        break;
      default:
        throw new IllegalArgumentException("width " + width);
    }
  }

  private static void unpack1(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 1) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 1;
      out[i + 2] = x >>> 2;
      out[i + 3] = x >>> 3;
      out[i + 4] = x >>> 4;
      out[i + 5] = x >>> 5;
      out[i + 6] = x >>> 6;
      out[i + 7] = x >>> 7;
    }
  }

  private static void unpack2(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 2) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 2;
      out[i + 2] = x >>> 4;
      out[i + 3] = x >>> 6;
      out[i + 4] = x >>> 8;
      out[i + 5] = x >>> 10;
      out[i + 6] = x >>> 12;
      out[i + 7] = x >>> 14;
    }
  }

  private static void unpack3(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 3) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 3;
      out[i + 2] = x >>> 6;
      out[i + 3] = x >>> 9;
      out[i + 4] = x >>> 12;
      out[i + 5] = x >>> 15;
      out[i + 6] = x >>> 18;
      out[i + 7] = x >>> 21;
    }
  }

  private static void unpack4(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 4) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 4;
      out[i + 2] = x >>> 8;
      out[i + 3] = x >>> 12;
      out[i + 4] = x >>> 16;
      out[i + 5] = x >>> 20;
      out[i + 6] = x >>> 24;
      out[i + 7] = x >>> 28;
    }
  }

  private static void unpack5(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 5) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 5;
      out[i + 2] = x >>> 10;
      out[i + 3] = x >>> 15;
      out[i + 4] = x >>> 20;
      out[i + 5] = x >>> 25;
      out[i + 6] = x >>> 30;
      out[i + 7] = x >>> 35;
    }
  }

  private static void unpack6(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 6) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 6;
      out[i + 2] = x >>> 12;
      out[i + 3] = x >>> 18;
      out[i + 4] = x >>> 24;
      out[i + 5] = x >>> 30;
      out[i + 6] = x >>> 36;
      out[i + 7] = x >>> 42;
    }
  }

  private static void unpack7(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 7) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 7;
      out[i + 2] = x >>> 14;
      out[i + 3] = x >>> 21;
      out[i + 4] = x >>> 28;
      out[i + 5] = x >>> 35;
      out[i + 6] = x >>> 42;
      out[i + 7] = x >>> 49;
    }
  }

  private static void unpack9(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 9) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 9;
      out[i + 2] = x >>> 18;
      out[i + 3] = x >>> 27;
      out[i + 4] = x >>> 36;
      out[i + 5] = x >>> 45;
      out[i + 6] = x >>> 54;
      x = BitUnpacker.word(a, q + 7);
      out[i + 7] = x >>> 7;
    }
  }

  private static void unpack10(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 10) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 10;
      out[i + 2] = x >>> 20;
      out[i + 3] = x >>> 30;
      out[i + 4] = x >>> 40;
      out[i + 5] = x >>> 50;
      x = BitUnpacker.word(a, q + 7);
      out[i + 6] = x >>> 4;
      out[i + 7] = x >>> 14;
    }
  }

  private static void unpack11(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 11) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 11;
      out[i + 2] = x >>> 22;
      out[i + 3] = x >>> 33;
      out[i + 4] = x >>> 44;
      x = BitUnpacker.word(a, q + 6);
      out[i + 5] = x >>> 7;
      out[i + 6] = x >>> 18;
      out[i + 7] = x >>> 29;
    }
  }

  private static void unpack12(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 12) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 12;
      out[i + 2] = x >>> 24;
      out[i + 3] = x >>> 36;
      out[i + 4] = x >>> 48;
      x = BitUnpacker.word(a, q + 7);
      out[i + 5] = x >>> 4;
      out[i + 6] = x >>> 16;
      out[i + 7] = x >>> 28;
    }
  }

  private static void unpack13(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 13) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 13;
      out[i + 2] = x >>> 26;
      out[i + 3] = x >>> 39;
      x = BitUnpacker.word(a, q + 6);
      out[i + 4] = x >>> 4;
      out[i + 5] = x >>> 17;
      out[i + 6] = x >>> 30;
      out[i + 7] = x >>> 43;
    }
  }

  private static void unpack14(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 14) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 14;
      out[i + 2] = x >>> 28;
      out[i + 3] = x >>> 42;
      x = BitUnpacker.word(a, q + 7);
      out[i + 4] = x;
      out[i + 5] = x >>> 14;
      out[i + 6] = x >>> 28;
      out[i + 7] = x >>> 42;
    }
  }

  private static void unpack15(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i += 8, q += 15) {
      long x = BitUnpacker.word(a, q);
      out[i] = x;
      out[i + 1] = x >>> 15;
      out[i + 2] = x >>> 30;
      out[i + 3] = x >>> 45;
      x = BitUnpacker.word(a, q + 7);
      out[i + 4] = x >>> 4;
      out[i + 5] = x >>> 19;
      out[i + 6] = x >>> 34;
      out[i + 7] = x >>> 49;
    }
  }
}
