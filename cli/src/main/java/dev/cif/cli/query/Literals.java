package dev.cif.cli.query;

import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Kind;
import dev.cif.format.schema.TimestampValue;
import dev.cif.format.value.TextValues;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** Converts the literals of conditions to those of predicates on columns of a type. */
final class Literals {
  private Literals() {}

  /**
   * Returns a literal in the form that is compared with values of a type; null for NULL.
   *
   * @throws IllegalArgumentException if it can't be compared with them
   */
  static Object of(CifType type, Object literal) {
    Object fitting = literal == null ? null : fitting(type, literal);
    if (literal != null && fitting == null) {
      throw new IllegalArgumentException("a value of type " + type + " cannot be compared with it");
    }
    return fitting;
  }

  private static Object fitting(CifType type, Object literal) {
    return switch (type.physical()) {
      case INT -> {
        if (type.kind() == Kind.DATE) {
          yield ofDate(literal);
        }
        yield type.kind() == Kind.BOOLEAN
            ? only(Boolean.class, literal)
            : only(BigDecimal.class, literal);
      }
      case FLOAT -> literal instanceof BigDecimal number ? (Object) number.floatValue() : null;
      case DOUBLE, DECIMAL -> only(BigDecimal.class, literal);
      case BYTES -> only(String.class, literal);
      case TIMESTAMP -> ofMoment(type, literal);
      case LIST, MAP, STRUCT, UNION -> null;
    };
  }

  private static Object only(Class<?> type, Object literal) {
    return type.isInstance(literal) ? literal : null;
  }

  private static Object ofDate(Object literal) {
    Object time = literal;
    if (literal instanceof String text) {
      time = text.trim().length() > 10 ? TextValues.timestamp(text) : TextValues.date(text);
    }
    return time instanceof LocalDate day
        ? (Object) day.toEpochDay()
        : only(TimestampValue.class, time);
  }

  private static Object ofMoment(CifType type, Object literal) {
    if (literal instanceof String text) {
      return type.kind() == Kind.TIMESTAMP ? TextValues.timestamp(text) : TextValues.instant(text);
    }
    return literal instanceof LocalDate day
        ? new TimestampValue(day.atStartOfDay().toEpochSecond(ZoneOffset.UTC), 0)
        : only(TimestampValue.class, literal);
  }
}
