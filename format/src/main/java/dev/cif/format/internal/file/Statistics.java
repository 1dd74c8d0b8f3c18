package dev.cif.format.internal.file;

import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.ColumnStatistics;
import dev.cif.format.schema.TimestampValue;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DecimalVector;
import dev.cif.format.vector.DoubleVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.TimestampVector;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Collects, writes and reads statistics, FORMAT.md section 8. */
final class Statistics {
  private static final int MAX_BYTES = 64;
  private static final int HAS_BOUNDS = 1;
  private static final int MIN_EXACT = 2;
  private static final int MAX_EXACT = 4;
  private static final int HAS_NAN = 8;
  private static final int ALL_FLAGS = 15;

  /** Greatest size in bytes of the unscaled value of 38 digits. */
  private static final int MAX_DECIMAL_BYTES = 16;

  private static final VarHandle HIGH_FIRST =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private Statistics() {}

  /** Returns the statistics of all values of a vector. */
  static ColumnStatistics of(ColumnVector vector) {
    return of(vector, null);
  }

  /**
   * Returns the statistics of all values of a vector.
   *
   * @param distinct rows that hold each distinct string; null if these are not known
   */
  static ColumnStatistics of(ColumnVector vector, int[] distinct) {
    int rows = vector.size();
    int nulls = vector.nullCount();
    if (nulls == rows || !vector.type().kind().isPrimitive()) {
      return new ColumnStatistics(rows, nulls, null, null, false, false, false);
    }
    return switch (vector.type().physical()) {
      case INT -> ofLongs((LongVector) vector, nulls);
      case FLOAT, DOUBLE -> ofDoubles((DoubleVector) vector, nulls);
      case DECIMAL -> ofDecimals((DecimalVector) vector, nulls);
      case BYTES -> ofBytes((BytesVector) vector, nulls, distinct);
      case TIMESTAMP -> ofTimestamps((TimestampVector) vector, nulls);
      case LIST, MAP, STRUCT, UNION -> throw new AssertionError(vector.type());
    };
  }

  private static ColumnStatistics exact(int rows, int nulls, Object min, Object max) {
    return new ColumnStatistics(rows, nulls, min, max, true, true, false);
  }

  private static ColumnStatistics ofLongs(LongVector v, int nulls) {
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int i = 0; i < v.size(); i++) {
      if (!v.isNull(i)) {
        min = Math.min(min, v.values[i]);
        max = Math.max(max, v.values[i]);
      }
    }
    return exact(v.size(), nulls, min, max);
  }

  private static ColumnStatistics ofDoubles(DoubleVector v, int nulls) {
    double min = Double.POSITIVE_INFINITY;
    double max = Double.NEGATIVE_INFINITY;
    boolean nan = false;
    boolean any = false;
    for (int i = 0; i < v.size(); i++) {
      if (!v.isNull(i)) {
        double d = v.values[i];
        nan |= Double.isNaN(d);
        any |= !Double.isNaN(d);
        min = d < min ? d : min;
        max = d > max ? d : max;
      }
    }
    if (!any) {
      return new ColumnStatistics(v.size(), nulls, null, null, false, false, nan);
    }
    // The order of -0.0 and 0.0 does not matter: the bounds include both.
    return new ColumnStatistics(
        v.size(), nulls, min == 0 ? -0.0 : min, max == 0 ? 0.0 : max, true, true, nan);
  }

  private static ColumnStatistics ofDecimals(DecimalVector v, int nulls) {
    int min = -1;
    int max = -1;
    for (int i = 0; i < v.size(); i++) {
      if (!v.isNull(i)) {
        min = min < 0 || compare(v, i, min) < 0 ? i : min;
        max = max < 0 || compare(v, i, max) > 0 ? i : max;
      }
    }
    return exact(v.size(), nulls, v.decimal(min), v.decimal(max));
  }

  private static int compare(DecimalVector v, int a, int b) {
    int c = Long.compare(v.high[a], v.high[b]);
    return c != 0 ? c : Long.compareUnsigned(v.low[a], v.low[b]);
  }

  private static ColumnStatistics ofTimestamps(TimestampVector v, int nulls) {
    TimestampValue min = null;
    TimestampValue max = null;
    for (int i = 0; i < v.size(); i++) {
      if (!v.isNull(i)) {
        TimestampValue t = new TimestampValue(v.seconds[i], v.nanos[i]);
        min = min == null || t.compareTo(min) < 0 ? t : min;
        max = max == null || t.compareTo(max) > 0 ? t : max;
      }
    }
    return exact(v.size(), nulls, min, max);
  }

  private static ColumnStatistics ofBytes(BytesVector v, int nulls, int[] distinct) {
    int min = -1;
    int max = -1;
    long minPrefix = 0;
    long maxPrefix = 0;
    int count = distinct == null ? v.size() : distinct.length;
    for (int k = 0; k < count; k++) {
      int i = distinct == null ? k : distinct[k];
      if (v.isNull(i)) {
        continue;
      }
      long prefix = prefix(v, i);
      int low = min < 0 ? -1 : Long.compareUnsigned(prefix, minPrefix);
      if (low < 0 || (low == 0 && compare(v, i, min) < 0)) {
        min = i;
        minPrefix = prefix;
      }
      int high = max < 0 ? 1 : Long.compareUnsigned(prefix, maxPrefix);
      if (high > 0 || (high == 0 && compare(v, i, max) > 0)) {
        max = i;
        maxPrefix = prefix;
      }
    }
    byte[] low = v.bytes(min);
    byte[] high = v.bytes(max);
    byte[] upper = upperBound(high);
    if (upper == null) {
      return new ColumnStatistics(v.size(), nulls, null, null, false, false, false);
    }
    return new ColumnStatistics(
        v.size(),
        nulls,
        low.length > MAX_BYTES ? Arrays.copyOf(low, MAX_BYTES) : low,
        upper,
        low.length <= MAX_BYTES,
        high.length <= MAX_BYTES,
        false);
  }

  /** Returns the first eight bytes of a value, high byte first, with zeros behind its end. */
  private static long prefix(BytesVector v, int i) {
    int start = v.starts[i];
    int length = v.lengths[i];
    if (start + Long.BYTES <= v.data.length) {
      long word = (long) HIGH_FIRST.get(v.data, start);
      return length >= Long.BYTES ? word : length == 0 ? 0 : word & -1L << (Long.SIZE - 8 * length);
    }
    long word = 0;
    for (int k = 0; k < Math.min(length, Long.BYTES); k++) {
      word |= (v.data[start + k] & 0xFFL) << (Long.SIZE - 8 * (k + 1));
    }
    return word;
  }

  private static int compare(BytesVector v, int a, int b) {
    return Arrays.compareUnsigned(
        v.data,
        v.starts[a],
        v.starts[a] + v.lengths[a],
        v.data,
        v.starts[b],
        v.starts[b] + v.lengths[b]);
  }

  /** Returns the value, or a short upper bound of it, or null if there is none. */
  private static byte[] upperBound(byte[] value) {
    if (value.length <= MAX_BYTES) {
      return value;
    }
    for (int i = MAX_BYTES - 1; i >= 0; i--) {
      if (value[i] != (byte) 0xFF) {
        byte[] bound = Arrays.copyOf(value, i + 1);
        bound[i]++;
        return bound;
      }
    }
    return null;
  }

  static void write(ColumnStatistics s, Output out) {
    out.uvarint(s.nulls());
    out.u8(
        (s.min() != null ? HAS_BOUNDS : 0)
            | (s.minExact() ? MIN_EXACT : 0)
            | (s.maxExact() ? MAX_EXACT : 0)
            | (s.hasNan() ? HAS_NAN : 0));
    if (s.min() != null) {
      writeBound(s.min(), out);
      writeBound(s.max(), out);
    }
  }

  private static void writeBound(Object bound, Output out) {
    Output bytes = new Output(16);
    if (bound instanceof Long l) {
      bytes.svarint(l);
    } else if (bound instanceof Double d) {
      bytes.i64(Double.doubleToRawLongBits(d));
    } else if (bound instanceof BigDecimal d) {
      byte[] unscaled = d.unscaledValue().toByteArray();
      bytes.raw(unscaled, 0, unscaled.length);
    } else if (bound instanceof TimestampValue t) {
      bytes.svarint(t.seconds());
      bytes.uvarint(t.nanos());
    } else {
      byte[] raw = (byte[]) bound;
      bytes.raw(raw, 0, raw.length);
    }
    out.sized(bytes);
  }

  static ColumnStatistics read(Input in, CifType type, long rows) {
    long nulls = in.uvarint();
    if (nulls < 0 || nulls > rows) {
      throw in.corrupt(nulls + " NULLs in " + rows + " rows");
    }
    int flags = in.u8();
    checkFlags(in, flags, type, nulls == rows);
    Object min = null;
    Object max = null;
    if ((flags & HAS_BOUNDS) != 0) {
      min = readBound(in, type);
      max = readBound(in, type);
      if (ColumnStatistics.compare(min, max) > 0) {
        throw in.corrupt("a minimum above the maximum");
      }
    }
    return new ColumnStatistics(
        rows,
        nulls,
        min,
        max,
        (flags & MIN_EXACT) != 0,
        (flags & MAX_EXACT) != 0,
        (flags & HAS_NAN) != 0);
  }

  private static void checkFlags(Input in, int flags, CifType type, boolean allNull) {
    boolean hasBounds = (flags & HAS_BOUNDS) != 0;
    boolean isFloating =
        type.physical() == CifType.Physical.FLOAT || type.physical() == CifType.Physical.DOUBLE;
    if ((flags & ~ALL_FLAGS) != 0
        || (!hasBounds && (flags & (MIN_EXACT | MAX_EXACT)) != 0)
        || ((flags & HAS_NAN) != 0 && !isFloating)) {
      throw in.corrupt("statistics with the flags " + flags);
    }
    if (flags != 0 && allNull) {
      throw in.corrupt("statistics of values where there is none");
    }
  }

  private static Object readBound(Input in, CifType type) {
    Input bound = in.sized("a bound");
    Object value =
        switch (type.physical()) {
          case INT -> bound.svarint();
          case FLOAT, DOUBLE -> {
            double number = Double.longBitsToDouble(bound.i64());
            if (Double.isNaN(number)) {
              throw bound.corrupt("a bound that is no number");
            }
            yield number;
          }
          case DECIMAL -> readDecimal(bound, type);
          case BYTES -> {
            if (bound.remaining() > MAX_BYTES) {
              throw bound.corrupt("a bound of " + bound.remaining() + " bytes");
            }
            yield rest(bound);
          }
          case TIMESTAMP ->
              new TimestampValue(bound.svarint(), bound.count("nanoseconds", 999_999_999));
          case LIST, MAP, STRUCT, UNION -> throw bound.corrupt("bounds of a complex type");
        };
    bound.expectEnd("a bound");
    return value;
  }

  private static BigDecimal readDecimal(Input bound, CifType type) {
    int length = bound.remaining();
    if (length < 1 || length > MAX_DECIMAL_BYTES) {
      throw bound.corrupt("a decimal of " + length + " bytes");
    }
    BigInteger unscaled = new BigInteger(rest(bound));
    if (unscaled.bitLength() / 8 + 1 < length) {
      throw bound.corrupt("a decimal that is longer than it must be");
    }
    return new BigDecimal(unscaled, type.scale());
  }

  private static byte[] rest(Input in) {
    int length = in.remaining();
    int start = in.skip(length);
    return Arrays.copyOfRange(in.array(), start, start + length);
  }
}
