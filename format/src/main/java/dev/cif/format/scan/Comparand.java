package dev.cif.format.scan;

import dev.cif.format.internal.filter.ValueBytes;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Kind;
import dev.cif.format.schema.CifType.Physical;
import dev.cif.format.schema.TimestampValue;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DecimalVector;
import dev.cif.format.vector.DoubleVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.TimestampVector;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Literal in the form in which it is compared with the values of a type. It implements the rules
 * that {@link Predicate} states, for values and for bounds of blocks. An order is that of the value
 * relative to the literal: below, equal to or above 0.
 */
abstract class Comparand {
  private static final BigDecimal MIN = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);
  private static final long DAY = 86_400;

  /** Greatest number of digits that a decimal has before its point. */
  private static final int MOST_DIGITS = 38;

  /** Returns the order of a value that is not NULL. */
  abstract int order(ColumnVector values, int i);

  /** Returns the order of a bound, which has the column's type, or a narrower one. */
  abstract int order(Object bound);

  /**
   * Returns the bytes, as filters know them, of the value that equals the literal.
   *
   * @param stored type of the stored values, which is the type as which the column is read, or a
   *     narrower one
   * @return null if no value equals it
   */
  abstract byte[] equal(CifType stored);

  /**
   * Returns the comparand of a literal that is not null; null if it can't be compared with the
   * type.
   */
  static Comparand of(CifType type, Object literal) {
    return switch (type.physical()) {
      case INT -> integer(type, literal);
      case FLOAT, DOUBLE -> literal instanceof Number n ? new OfDouble(n.doubleValue()) : null;
      case DECIMAL -> decimal(type, literal);
      case BYTES -> {
        byte[] bytes = bytes(literal);
        yield bytes == null ? null : new OfBytes(type.kind() == Kind.CHAR ? cut(bytes) : bytes);
      }
      case TIMESTAMP -> literal instanceof TimestampValue t ? new OfTimestamp(t) : null;
      case LIST, MAP, STRUCT, UNION -> null;
    };
  }

  private static Comparand integer(CifType type, Object literal) {
    if (literal instanceof Boolean b) {
      return new OfLong(b ? 1 : 0, false);
    }
    if (literal instanceof TimestampValue t && type.kind() == Kind.DATE) {
      boolean behind = t.nanos() > 0 || Math.floorMod(t.seconds(), DAY) > 0;
      return new OfLong(Math.floorDiv(t.seconds(), DAY), behind);
    }
    return literal instanceof Number n ? number(n) : null;
  }

  private static Comparand decimal(CifType type, Object literal) {
    if (!(literal instanceof Number n)) {
      return null;
    }
    BigDecimal exact = exact(n);
    if (exact == null) {
      return beyond(n.doubleValue());
    }
    boolean isHuge = exact.precision() - (long) exact.scale() > MOST_DIGITS;
    Comparand unscaled = isHuge ? null : number(exact.scaleByPowerOfTen(type.scale()));
    return new OfDecimal(exact, unscaled instanceof OfLong l ? l : null);
  }

  /** Returns the comparand of a number for integers. */
  private static Comparand number(Number n) {
    if (n instanceof Long || n instanceof Integer || n instanceof Short || n instanceof Byte) {
      return new OfLong(n.longValue(), false);
    }
    BigDecimal exact = exact(n);
    if (exact == null) {
      return beyond(n.doubleValue());
    }
    if (exact.compareTo(MIN) < 0 || exact.compareTo(MAX) > 0) {
      return beyond(exact.signum());
    }
    if (exact.precision() - (long) exact.scale() <= 0) {
      // Between -1 and 1, and perhaps with a scale that is too large to expand.
      return new OfLong(exact.signum() < 0 ? -1 : 0, exact.signum() != 0);
    }
    BigDecimal floor = exact.setScale(0, RoundingMode.FLOOR);
    return new OfLong(floor.longValueExact(), floor.compareTo(exact) != 0);
  }

  /** Returns the number as a decimal; null for NaN and the infinities. */
  private static BigDecimal exact(Number n) {
    if (n instanceof BigDecimal d) {
      return d;
    }
    if (n instanceof Double || n instanceof Float) {
      double d = n.doubleValue();
      return Double.isFinite(d) ? new BigDecimal(d) : null;
    }
    return BigDecimal.valueOf(n.longValue());
  }

  /** Returns a literal below all values, if it is negative, or else above all. */
  private static Comparand beyond(double literal) {
    return new Beyond(literal < 0 ? 1 : -1);
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] bytes(Object literal) {
    return literal instanceof byte[] b
        ? b
        : literal instanceof CharSequence s ? utf8(s.toString()) : null;
  }

  private static byte[] cut(byte[] text) {
    int length = text.length;
    while (length > 0 && text[length - 1] == ' ') {
      length--;
    }
    return Arrays.copyOf(text, length);
  }

  /**
   * Returns the order of values of two columns, neither NULL, whose types are {@link
   * #areComparable}.
   */
  static int order(ColumnVector a, int i, ColumnVector b, int k) {
    return of(a.type(), literal(b, k)).order(a, i);
  }

  /**
   * Returns true if comparing two columns with {@link #order} needs them swapped to follow the
   * rules of literals.
   */
  static boolean areSwapped(CifType a, CifType b) {
    // A double turns the other number into a double, a moment turns a date into its midnight, and
    // char would cut the other side.
    return (isFloating(b) && !isFloating(a))
        || (a.physical() == Physical.TIMESTAMP && b.kind() == Kind.DATE)
        || a.kind() == Kind.CHAR;
  }

  private static boolean isFloating(CifType type) {
    return type.physical() == Physical.FLOAT || type.physical() == Physical.DOUBLE;
  }

  /** Returns true if columns of the two types can be compared. */
  static boolean areComparable(CifType a, CifType b) {
    return family(a) != null && family(a).equals(family(b));
  }

  private static String family(CifType type) {
    return switch (type.physical()) {
      case INT ->
          type.kind() == Kind.BOOLEAN ? "boolean" : type.kind() == Kind.DATE ? "time" : "number";
      case FLOAT, DOUBLE, DECIMAL -> "number";
      case BYTES -> "bytes";
      case TIMESTAMP -> "time";
      case LIST, MAP, STRUCT, UNION -> null;
    };
  }

  static Object literal(ColumnVector vector, int i) {
    if (vector instanceof LongVector v) {
      return v.values[i];
    }
    if (vector instanceof DoubleVector v) {
      return v.values[i];
    }
    if (vector instanceof DecimalVector v) {
      return v.decimal(i);
    }
    if (vector instanceof TimestampVector v) {
      return new TimestampValue(v.seconds[i], v.nanos[i]);
    }
    return ((BytesVector) vector).bytes(i);
  }

  /** Literal for integers: the whole number {@code floor}, or one between that and the next. */
  static final class OfLong extends Comparand {
    final long floor;
    final boolean isAbove;

    OfLong(long floor, boolean isAbove) {
      this.floor = floor;
      this.isAbove = isAbove;
    }

    int order(long value) {
      return value > floor ? 1 : value < floor || isAbove ? -1 : 0;
    }

    @Override
    byte[] equal(CifType stored) {
      return isAbove ? null : ValueBytes.ofLong(floor);
    }

    @Override
    int order(ColumnVector values, int i) {
      return order(((LongVector) values).values[i]);
    }

    @Override
    int order(Object bound) {
      return order((long) (Long) bound);
    }
  }

  /** Literal below or above all values. */
  private static final class Beyond extends Comparand {
    private final int order;

    Beyond(int order) {
      this.order = order;
    }

    @Override
    byte[] equal(CifType stored) {
      return null;
    }

    @Override
    int order(ColumnVector values, int i) {
      return order;
    }

    @Override
    int order(Object bound) {
      return order;
    }
  }

  private static final class OfDouble extends Comparand {
    private final double literal;

    OfDouble(double literal) {
      // Adding 0.0 turns -0.0 into 0.0.
      this.literal = literal + 0.0;
    }

    @Override
    byte[] equal(CifType stored) {
      return ValueBytes.ofDouble(literal);
    }

    @Override
    int order(ColumnVector values, int i) {
      return Double.compare(((DoubleVector) values).values[i] + 0.0, literal);
    }

    @Override
    int order(Object bound) {
      return Double.compare(((Number) bound).doubleValue() + 0.0, literal);
    }
  }

  private static final class OfDecimal extends Comparand {
    private final BigDecimal literal;

    /** Literal for unscaled values; null if it is beyond 64 bits. */
    private final OfLong unscaled;

    OfDecimal(BigDecimal literal, OfLong unscaled) {
      this.literal = literal;
      this.unscaled = unscaled;
    }

    @Override
    byte[] equal(CifType stored) {
      BigDecimal shortest = literal.stripTrailingZeros();
      boolean isOf =
          shortest.scale() <= stored.scale()
              && (long) shortest.precision() - shortest.scale() <= MOST_DIGITS;
      return isOf ? ValueBytes.ofDecimal(shortest.setScale(stored.scale()).unscaledValue()) : null;
    }

    @Override
    int order(ColumnVector values, int i) {
      DecimalVector v = (DecimalVector) values;
      boolean isLong = unscaled != null && v.high[i] == v.low[i] >> 63;
      return isLong ? unscaled.order(v.low[i]) : v.decimal(i).compareTo(literal);
    }

    @Override
    int order(Object bound) {
      BigDecimal value = bound instanceof Long n ? BigDecimal.valueOf(n) : (BigDecimal) bound;
      return value.compareTo(literal);
    }
  }

  private static final class OfBytes extends Comparand {
    private final byte[] literal;

    OfBytes(byte[] literal) {
      this.literal = literal;
    }

    @Override
    byte[] equal(CifType stored) {
      return literal;
    }

    @Override
    int order(ColumnVector values, int i) {
      BytesVector v = (BytesVector) values;
      int start = v.starts[i];
      return Arrays.compareUnsigned(
          v.data, start, start + v.lengths[i], literal, 0, literal.length);
    }

    @Override
    int order(Object bound) {
      return Arrays.compareUnsigned((byte[]) bound, literal);
    }
  }

  private static final class OfTimestamp extends Comparand {
    private final TimestampValue literal;

    OfTimestamp(TimestampValue literal) {
      this.literal = literal;
    }

    @Override
    byte[] equal(CifType stored) {
      return ValueBytes.ofTimestamp(literal.seconds(), literal.nanos());
    }

    @Override
    int order(ColumnVector values, int i) {
      TimestampVector v = (TimestampVector) values;
      int c = Long.compare(v.seconds[i], literal.seconds());
      return c != 0 ? c : Integer.compare(v.nanos[i], literal.nanos());
    }

    @Override
    int order(Object bound) {
      return ((TimestampValue) bound).compareTo(literal);
    }
  }
}
