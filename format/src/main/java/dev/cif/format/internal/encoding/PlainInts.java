package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;

/** Encoding 5 of integers: numbers of 1, 2, 4 or 8 bytes. */
final class PlainInts extends Ints {
  static final int ID = 5;

  private final byte[] array;
  private final int start;
  private final int width;

  private PlainInts(int size, byte[] array, int start, int width) {
    super(size);
    this.array = array;
    this.start = start;
    this.width = width;
  }

  static PlainInts open(Input in, int n) {
    int width = in.u8();
    if (width != 1 && width != 2 && width != 4 && width != 8) {
      throw in.corrupt("plain numbers of " + width + " bytes: 1, 2, 4 or 8 can be");
    }
    if ((long) n * width != in.remaining()) {
      throw in.corrupt(n + " numbers of " + width + " bytes in " + in.remaining() + " bytes");
    }
    return new PlainInts(n, in.array(), in.position(), width);
  }

  /** Returns the least width in bytes that holds all signed numbers from min to max. */
  static int width(long min, long max) {
    if (min == (byte) min && max == (byte) max) {
      return 1;
    }
    if (min == (short) min && max == (short) max) {
      return 2;
    }
    return min == (int) min && max == (int) max ? 4 : 8;
  }

  static void write(long[] values, int from, int n, int width, Output out) {
    out.u8(ID);
    out.u8(width);
    numbers(values, from, n, width, out);
  }

  /** Appends the numbers without a header. */
  static void numbers(long[] values, int from, int n, int width, Output out) {
    int size = Math.multiplyExact(n, width);
    int at = out.extend(Math.addExact(size, Long.BYTES));
    byte[] a = out.array();
    for (int i = from, p = at; i < from + n; i++, p += width) {
      Input.LONG.set(a, p, values[i]);
    }
    out.truncate(at + size);
  }

  @Override
  public long get(int i) {
    int p = start + i * width;
    switch (width) {
      case 1:
        return array[p];
      case 2:
        return (short) Input.SHORT.get(array, p);
      case 4:
        return (int) Input.INT.get(array, p);
      default:
        return (long) Input.LONG.get(array, p);
    }
  }

  @Override
  public void read(int from, int count, long[] out, int at) {
    int p = start + from * width;
    int end = at + count;
    switch (width) {
      case 1:
        read1(array, p, out, at, end);
        break;
      case 2:
        read2(array, p, out, at, end);
        break;
      case 4:
        read4(array, p, out, at, end);
        break;
      default:
        read8(array, p, out, at, end);
        break;
    }
  }

  private static void read1(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i++, q++) {
      out[i] = a[q];
    }
  }

  private static void read2(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i++, q += 2) {
      out[i] = (short) Input.SHORT.get(a, q);
    }
  }

  private static void read4(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i++, q += 4) {
      out[i] = (int) Input.INT.get(a, q);
    }
  }

  private static void read8(byte[] a, int p, long[] out, int at, int end) {
    for (int i = at, q = p; i < end; i++, q += 8) {
      out[i] = (long) Input.LONG.get(a, q);
    }
  }

  @Override
  public int encoding() {
    return ID;
  }
}
