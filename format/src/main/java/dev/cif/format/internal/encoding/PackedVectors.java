package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Input;

/** Bit-packed vectors of a stream, each with its own width. */
final class PackedVectors {
  private final byte[] array;
  private final int widths;
  private final int[] starts;

  private PackedVectors(byte[] array, int widths, int[] starts) {
    this.array = array;
    this.widths = widths;
    this.starts = starts;
  }

  static long[] svarints(Input in, int count) {
    long[] numbers = new long[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = in.svarint();
    }
    return numbers;
  }

  /**
   * Locates the vectors of n values in the rest of the input, which they must fill.
   *
   * @param unpacked number of values of each vector that are not among its packed numbers
   * @param widths position of the widths in the input's array
   */
  static PackedVectors open(Input in, int n, int unpacked, int widths) {
    byte[] array = in.array();
    int[] starts = new int[Bits.vectors(n)];
    for (int v = 0; v < starts.length; v++) {
      int width = array[widths + v] & 0xFF;
      if (!Bits.isWidth(width)) {
        throw in.corrupt("vector " + v + " is of " + width + " bits: 0 to 56 or 64 can be");
      }
      starts[v] = in.skip(Bits.bytes(Bits.vectorSize(n, v) - unpacked, width));
    }
    in.expectEnd("packed vectors");
    return new PackedVectors(array, widths, starts);
  }

  /** Returns number {@code i} of vector {@code v}. */
  long get(int v, int i) {
    return Bits.get(array, starts[v], array[widths + v], i);
  }

  /** Unpacks numbers {@code from} to {@code from + count - 1} of vector {@code v} and adds base. */
  void unpack(int v, long base, int from, int count, long[] out, int at) {
    Bits.unpack(array, starts[v], array[widths + v], base, from, count, out, at);
  }
}
