package dev.cif.format;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;

/**
 * A condition on columns, used to leave out blocks by their statistics. SQL's three-valued logic: a
 * row is wanted where the condition is true. Immutable.
 *
 * <p>Literals: Long for class INT (boolean 0 and 1, date in days), Double, BigDecimal, String or
 * byte[], {@link TimestampValue}. A literal of a class that does not fit the column is not an
 * error: such a condition leaves nothing out.
 */
public sealed interface Predicate {
  /** Comparison operators; EQ_NULLSAFE is SQL's {@code IS NOT DISTINCT FROM}. */
  enum Op {
    EQ,
    EQ_NULLSAFE,
    NE,
    LT,
    LE,
    GT,
    GE
  }

  /** {@code column op literal}. */
  record Compare(String column, Op op, Object literal) implements Predicate {
    public Compare {
      Objects.requireNonNull(column);
    }
  }

  /** {@code column IN (literals)}. */
  record In(String column, List<Object> literals) implements Predicate {}

  /** {@code column BETWEEN low AND high}, both included. */
  record Between(String column, Object low, Object high) implements Predicate {}

  /** {@code column IS NULL}. */
  record IsNull(String column) implements Predicate {}

  /** True where all are; of no conditions: always. */
  record And(List<Predicate> conditions) implements Predicate {}

  /** True where one is; of no conditions: never. */
  record Or(List<Predicate> conditions) implements Predicate {}

  /** True where the condition is false. */
  record Not(Predicate condition) implements Predicate {}

  /** Nothing is known of the condition: it leaves nothing out. */
  record Unknown() implements Predicate {}

  static Predicate compare(String column, Op op, Object literal) {
    return new Compare(column, op, literal);
  }

  static Predicate in(String column, List<Object> literals) {
    return new In(column, List.copyOf(literals));
  }

  static Predicate between(String column, Object low, Object high) {
    return new Between(column, low, high);
  }

  static Predicate isNull(String column) {
    return new IsNull(column);
  }

  static Predicate and(List<Predicate> conditions) {
    return new And(List.copyOf(conditions));
  }

  static Predicate or(List<Predicate> conditions) {
    return new Or(List.copyOf(conditions));
  }

  static Predicate not(Predicate condition) {
    return new Not(condition);
  }

  static Predicate unknown() {
    return new Unknown();
  }

  /** The literal in the class that the column's bounds have, or null if it does not fit. */
  static Object literalFor(CifType type, Object literal) {
    switch (type.physical()) {
      case INT:
        return integer(literal);
      case FLOAT:
      case DOUBLE:
        return literal instanceof Number n && !(literal instanceof BigDecimal)
            ? n.doubleValue()
            : null;
      case DECIMAL:
        return decimal(literal);
      case BYTES:
        if (type.kind() == CifType.Kind.CHAR) {
          return literal instanceof String s ? bytes(s.replaceAll(" +$", "")) : null;
        }
        return literal instanceof String s ? bytes(s) : literal instanceof byte[] b ? b : null;
      case TIMESTAMP:
        return literal instanceof TimestampValue ? literal : null;
      default:
        return null;
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  private static Long integer(Object literal) {
    if (literal instanceof Boolean b) {
      return b ? 1L : 0L;
    }
    boolean integral =
        literal instanceof Long
            || literal instanceof Integer
            || literal instanceof Short
            || literal instanceof Byte;
    return integral ? Long.valueOf(((Number) literal).longValue()) : null;
  }

  private static BigDecimal decimal(Object literal) {
    Long integer = integer(literal);
    return integer != null
        ? BigDecimal.valueOf(integer)
        : literal instanceof BigDecimal d ? d : null;
  }
}
