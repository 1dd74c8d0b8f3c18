package dev.cif.cli.query;

import dev.cif.cli.text.TextValues;
import dev.cif.format.CifType;
import dev.cif.format.CifType.Kind;
import dev.cif.format.TimestampValue;
import dev.cif.format.value.Value;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;

/**
 * Primitive values as Java objects that compare with each other: Boolean, Long, Double, BigDecimal,
 * String, byte[], LocalDate, TimestampValue.
 */
final class Scalars {
  private enum Family {
    BOOLEAN,
    NUMBER,
    TEXT,
    TIME
  }

  private Scalars() {}

  /** The object of a primitive value; null if it is NULL. */
  static Object of(Value value) {
    if (value == null || value.isNull()) {
      return null;
    }
    switch (value.type().physical()) {
      case INT:
        long number = value.asLong();
        Kind kind = value.type().kind();
        if (kind == Kind.BOOLEAN) {
          return number != 0;
        }
        return kind == Kind.DATE ? LocalDate.ofEpochDay(number) : (Object) number;
      case FLOAT:
      case DOUBLE:
        return value.asDouble();
      case DECIMAL:
        return value.asDecimal();
      case BYTES:
        return value.type().kind() == Kind.BINARY ? value.asBytes() : value.asString();
      case TIMESTAMP:
        return new TimestampValue(value.seconds(), value.nanos());
      default:
        throw new IllegalArgumentException(value.type().toString());
    }
  }

  private static Family family(CifType type) {
    switch (type.physical()) {
      case INT:
        return type.kind() == Kind.BOOLEAN
            ? Family.BOOLEAN
            : type.kind() == Kind.DATE ? Family.TIME : Family.NUMBER;
      case FLOAT:
      case DOUBLE:
      case DECIMAL:
        return Family.NUMBER;
      case BYTES:
        return Family.TEXT;
      case TIMESTAMP:
        return Family.TIME;
      default:
        return null;
    }
  }

  static boolean comparable(CifType a, CifType b) {
    return family(a) != null && family(a) == family(b);
  }

  /**
   * A literal as it is compared with values of a type.
   *
   * @throws IllegalArgumentException if it does not compare with them
   */
  static Object literalFor(CifType type, Object literal) {
    if (literal == null) {
      return null;
    }
    Family family = family(type);
    if (family == Family.BOOLEAN && literal instanceof Boolean) {
      return literal;
    }
    if (family == Family.NUMBER && literal instanceof BigDecimal number) {
      return numberFor(type, number);
    }
    if (family == Family.TEXT && literal instanceof String text) {
      switch (type.kind()) {
        case BINARY:
          return text.getBytes(StandardCharsets.UTF_8);
        case CHAR:
          return text.replaceAll(" +$", "");
        default:
          return text;
      }
    }
    if (family == Family.TIME) {
      return timeFor(type, literal);
    }
    throw new IllegalArgumentException("a value of type " + type + " cannot be compared with it");
  }

  private static Object numberFor(CifType type, BigDecimal number) {
    switch (type.physical()) {
      case FLOAT:
        return (double) number.floatValue();
      case DOUBLE:
        return number.doubleValue();
      case INT:
        // Digits before the point are bounded first: 1e999999999 is a legal literal.
        boolean small = number.precision() - (long) number.scale() <= 20 && number.scale() < 1000;
        BigDecimal plain = small ? number.stripTrailingZeros() : number;
        boolean whole = small && plain.scale() <= 0 && plain.toBigInteger().bitLength() < Long.SIZE;
        return whole ? (Object) plain.longValueExact() : number;
      default:
        return number;
    }
  }

  private static Object timeFor(CifType type, Object literal) {
    if (literal instanceof String text) {
      switch (type.kind()) {
        case DATE:
          return text.trim().length() > 10 ? TextValues.timestamp(text) : TextValues.date(text);
        case TIMESTAMP:
          return TextValues.timestamp(text);
        default:
          return TextValues.instant(text);
      }
    }
    if (literal instanceof LocalDate || literal instanceof TimestampValue) {
      return type.kind() == Kind.DATE ? literal : midnight(literal);
    }
    throw new IllegalArgumentException("a value of type " + type + " cannot be compared with it");
  }

  private static TimestampValue midnight(Object time) {
    return time instanceof LocalDate day
        ? new TimestampValue(day.atStartOfDay().toEpochSecond(ZoneOffset.UTC), 0)
        : (TimestampValue) time;
  }

  /** Compares two objects of comparable types; NaN is above all numbers, -0.0 equals 0.0. */
  static int compare(Object a, Object b) {
    if (a instanceof Long x && b instanceof Long y) {
      return Long.compare(x, y);
    }
    if (a instanceof Number x && b instanceof Number y) {
      return compareNumbers(x, y);
    }
    if (a instanceof Boolean x && b instanceof Boolean y) {
      return Boolean.compare(x, y);
    }
    if (a instanceof LocalDate x && b instanceof LocalDate y) {
      return x.compareTo(y);
    }
    if (a instanceof LocalDate || a instanceof TimestampValue) {
      return midnight(a).compareTo(midnight(b));
    }
    return Arrays.compareUnsigned(bytes(a), bytes(b));
  }

  private static int compareNumbers(Number a, Number b) {
    if (a instanceof Double || b instanceof Double) {
      // Adding 0.0 turns -0.0 into 0.0.
      return Double.compare(a.doubleValue() + 0.0, b.doubleValue() + 0.0);
    }
    return decimal(a).compareTo(decimal(b));
  }

  private static BigDecimal decimal(Number number) {
    return number instanceof BigDecimal d ? d : BigDecimal.valueOf(number.longValue());
  }

  private static byte[] bytes(Object text) {
    return text instanceof byte[] b ? b : ((String) text).getBytes(StandardCharsets.UTF_8);
  }

  /** The literal as a predicate on a column takes it, or null if it has no such form. */
  static Object pushable(CifType type, Object literal) {
    if (literal instanceof LocalDate day) {
      return type.kind() == Kind.DATE ? (Object) day.toEpochDay() : null;
    }
    return literal;
  }
}
