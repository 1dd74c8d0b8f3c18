package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import java.util.Arrays;

/**
 * Encoding 8 of integers: floats or doubles that are decimals, stored as digits and one scale.
 * Corrections follow where the quotient is not the number. After Afroozeh, Kuffo and Boncz, "ALP:
 * Adaptive Lossless floating-Point Compression", SIGMOD 2023. A division replaces ALP's two
 * multiplications, since it gives the number that a parser of decimals gives.
 */
final class DigitInts extends Ints {
  static final int ID = 8;

  /** Greatest scale. 10 to this power is exactly a double, as are all lower powers. */
  static final int MAX_SCALE = 22;

  private static final double[] POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private final int width;
  private final double divisor;
  private final Ints digits;

  /** Positions of the numbers that have corrections; null if there are none. */
  private final Ints places;

  private final Ints corrections;
  private final long offset;

  /** Positions and corrections, decoded at first use. */
  private int[] placeList;

  private long[] correctionList;

  private DigitInts(
      int width, double divisor, Ints digits, Ints places, Ints corrections, long offset) {
    super(digits.size());
    this.width = width;
    this.divisor = divisor;
    this.digits = digits;
    this.places = places;
    this.corrections = corrections;
    this.offset = offset;
  }

  static DigitInts open(Input in, int n, Nesting nesting) {
    int width = in.u8();
    if (width != Float.BYTES && width != Double.BYTES) {
      throw in.corrupt("floating-point numbers of " + width + " bytes");
    }
    int scale = in.u8();
    if (scale > MAX_SCALE) {
      throw in.corrupt("a scale of " + scale + ": at most " + MAX_SCALE + " can be");
    }
    long offset = nesting.offset(in);
    Nesting inner = nesting.inner(in);
    Ints digits = IntsDecoder.decode(in, n, inner);
    int x = in.count("the number of corrections", n);
    Ints places = x == 0 ? null : IntsDecoder.decode(in, x, inner);
    Ints corrections = x == 0 ? null : IntsDecoder.decode(in, x, inner);
    in.expectEnd("digits");
    return new DigitInts(width, POWERS[scale], digits, places, corrections, offset);
  }

  /**
   * Appends encoding and payload; the outputs hold streams.
   *
   * @param places positions of the x corrections; null if there are none
   * @param corrections differences to the quotients' bits; null if there are none
   */
  static void write(
      int width, int scale, Output digits, int x, Output places, Output corrections, Output out) {
    out.u8(ID);
    out.u8(width);
    out.u8(scale);
    out.sized(digits);
    out.uvarint(x);
    if (x > 0) {
      out.sized(places);
      out.sized(corrections);
    }
  }

  static double power(int scale) {
    return POWERS[scale];
  }

  /** Returns the bits of the float or double of {@code width} bytes that the digits stand for. */
  static long bits(long digits, double divisor, int width) {
    double quotient = digits / divisor;
    return width == Double.BYTES
        ? Double.doubleToRawLongBits(quotient)
        : Float.floatToRawIntBits((float) quotient);
  }

  private void load() {
    if (placeList != null || places == null) {
      return;
    }
    int x = places.size();
    long[] some = new long[x];
    places.read(0, x, some, 0);
    int[] list = new int[x];
    long before = -1;
    for (int i = 0; i < x; i++) {
      if (some[i] <= before || some[i] >= size()) {
        throw new CorruptDataException(
            offset, "a correction of number " + some[i] + " behind " + before + ", of " + size());
      }
      before = some[i];
      list[i] = (int) before;
    }
    corrections.read(0, x, some, 0);
    correctionList = some;
    placeList = list;
  }

  @Override
  public long get(int i) {
    load();
    long bits = bits(digits.get(i), divisor, width);
    int at = placeList == null ? -1 : Arrays.binarySearch(placeList, i);
    return at < 0 ? bits : corrected(bits, correctionList[at]);
  }

  @Override
  public void read(int from, int count, long[] out, int at) {
    load();
    for (int done = 0; done < count; done += Bits.VECTOR) {
      int step = Math.min(Bits.VECTOR, count - done);
      int start = at + done;
      digits.read(from + done, step, out, start);
      if (width == Double.BYTES) {
        toDoubles(out, start, start + step, divisor);
      } else {
        toFloats(out, start, start + step, divisor);
      }
    }
    if (placeList != null) {
      correct(from, count, out, at - from);
    }
  }

  private static void toDoubles(long[] out, int at, int end, double divisor) {
    for (int i = at; i < end; i++) {
      out[i] = Double.doubleToRawLongBits(out[i] / divisor);
    }
  }

  private static void toFloats(long[] out, int at, int end, double divisor) {
    for (int i = at; i < end; i++) {
      out[i] = Float.floatToRawIntBits((float) (out[i] / divisor));
    }
  }

  private void correct(int from, int count, long[] out, int shift) {
    int i = Arrays.binarySearch(placeList, from);
    for (i = i < 0 ? -1 - i : i; i < placeList.length && placeList[i] - from < count; i++) {
      int at = placeList[i] + shift;
      out[at] = corrected(out[at], correctionList[i]);
    }
  }

  private long corrected(long bits, long correction) {
    long sum = bits + correction;
    return width == Double.BYTES ? sum : (int) sum;
  }

  @Override
  public int encoding() {
    return ID;
  }
}
