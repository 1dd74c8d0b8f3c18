package dev.cif.format.internal.filter;

import dev.cif.format.internal.io.Output;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DecimalVector;
import dev.cif.format.vector.DoubleVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.TimestampVector;
import java.math.BigInteger;

/**
 * Canonical bytes of a value, which filters hash and list. Equal values have equal bytes, and
 * different values of a type have different bytes.
 */
public final class ValueBytes {
  private static final long NAN = 0x7FF8000000000000L;

  private ValueBytes() {}

  /** Appends the bytes of a value that is not NULL. */
  public static void write(ColumnVector values, int i, Output out) {
    if (values instanceof LongVector v) {
      out.i64(v.values[i]);
    } else if (values instanceof DoubleVector v) {
      out.i64(bits(v.values[i]));
    } else if (values instanceof DecimalVector v) {
      writeDecimal(v, i, out);
    } else if (values instanceof TimestampVector v) {
      out.i64(v.seconds[i]);
      out.u32(v.nanos[i]);
    } else {
      BytesVector v = (BytesVector) values;
      out.raw(v.data, v.starts[i], v.lengths[i]);
    }
  }

  /** Returns the bits of a double, with -0.0 as 0.0 and one pattern for every NaN. */
  private static long bits(double value) {
    return Double.isNaN(value) ? NAN : Double.doubleToRawLongBits(value + 0.0);
  }

  /** Returns the bytes of an integer, a boolean or a date. */
  public static byte[] ofLong(long value) {
    Output out = new Output(Long.BYTES);
    out.i64(value);
    return out.toByteArray();
  }

  /** Returns the bytes of a float or double. */
  public static byte[] ofDouble(double value) {
    return ofLong(bits(value));
  }

  /** Returns the bytes of a timestamp. */
  public static byte[] ofTimestamp(long seconds, int nanos) {
    Output out = new Output(Long.BYTES + Integer.BYTES);
    out.i64(seconds);
    out.u32(nanos);
    return out.toByteArray();
  }

  /** Returns the bytes of a decimal, given by its unscaled value at the column's scale. */
  public static byte[] ofDecimal(BigInteger unscaled) {
    return unscaled.toByteArray();
  }

  private static void writeDecimal(DecimalVector v, int i, Output out) {
    long low = v.low[i];
    if (v.high[i] != low >> 63) {
      byte[] bytes = ofDecimal(v.unscaled(i));
      out.raw(bytes, 0, bytes.length);
      return;
    }
    int sign = (int) (low >> 63);
    int count = Long.BYTES - 1;
    // A leading byte is redundant if it only repeats the sign bit of the next.
    while (count > 0 && low >> (8 * count - 1) == sign) {
      count--;
    }
    for (int k = count; k >= 0; k--) {
      out.u8((int) (low >> (8 * k)));
    }
  }

  /**
   * Returns the hash of a value that is not NULL.
   *
   * @param scratch buffer that is overwritten
   */
  public static long hash(ColumnVector values, int i, Output scratch) {
    if (values instanceof LongVector v) {
      return Xxh64.of(v.values[i]);
    }
    if (values instanceof BytesVector v) {
      return Xxh64.of(v.data, v.starts[i], v.lengths[i]);
    }
    scratch.reset();
    write(values, i, scratch);
    return Xxh64.of(scratch.array(), 0, scratch.size());
  }
}
