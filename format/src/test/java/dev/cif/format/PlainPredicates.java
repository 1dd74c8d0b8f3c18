package dev.cif.format;

import dev.cif.format.Predicate.Op;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Predicates made at random, and evaluated row by row in SQL's logic: the independent answer. */
final class PlainPredicates {
  private PlainPredicates() {}

  /** A predicate over the columns, with literals that are mostly values of theirs. */
  static Predicate random(CifSchema schema, List<List<Object>> columns, Random random, int depth) {
    int kind = random.nextInt(depth == 0 ? 6 : 9);
    if (kind >= 6) {
      List<Predicate> parts = new ArrayList<>();
      for (int i = random.nextInt(3); i >= 0; i--) {
        parts.add(random(schema, columns, random, depth - 1));
      }
      return kind == 6
          ? Predicate.and(parts)
          : kind == 7 ? Predicate.or(parts) : Predicate.not(parts.get(0));
    }
    int c = random.nextInt(schema.size());
    String name = random.nextInt(10) == 0 ? "missing" : schema.column(c).name();
    if (kind == 5 && random.nextInt(8) == 0) {
      return Predicate.unknown();
    }
    if (kind == 4 || !schema.column(c).type().kind().isPrimitive()) {
      return Predicate.isNull(name);
    }
    CifType type = schema.column(c).type();
    Object a = literal(type, columns.get(c), random);
    Object b = literal(type, columns.get(c), random);
    switch (kind) {
      case 0:
        return Predicate.in(name, List.of(a, b));
      case 1:
        return Predicate.between(name, a, b);
      default:
        boolean isNull = random.nextInt(10) == 0;
        Op op = Op.values()[random.nextInt(Op.values().length)];
        return Predicate.compare(name, op, isNull ? null : a);
    }
  }

  private static Object literal(CifType type, List<Object> values, Random random) {
    Object value = values.isEmpty() ? null : values.get(random.nextInt(values.size()));
    value = value == null || random.nextInt(4) == 0 ? Model.random(type, random, 0) : value;
    if (!(value instanceof ByteBuffer)) {
      return value;
    }
    byte[] bytes = ((ByteBuffer) value).array();
    boolean isText = type.kind() != CifType.Kind.BINARY;
    return isText ? new String(bytes, StandardCharsets.UTF_8) : bytes;
  }

  /** Whether the predicate is true of the row, whatever its unknown parts are. */
  static boolean mayBeTrue(
      Predicate predicate, CifSchema schema, List<List<Object>> columns, int row) {
    return Boolean.TRUE.equals(new Row(schema, columns, row, true).of(predicate))
        || Boolean.TRUE.equals(new Row(schema, columns, row, false).of(predicate));
  }

  private record Row(CifSchema schema, List<List<Object>> columns, int row, boolean unknown) {
    /** True, false or null. */
    Boolean of(Predicate p) {
      if (p instanceof Predicate.And and) {
        return all(and.conditions(), true);
      }
      if (p instanceof Predicate.Or or) {
        return not(all(or.conditions(), false));
      }
      if (p instanceof Predicate.Not not) {
        return not(of(not.condition()));
      }
      if (p instanceof Predicate.Compare c) {
        return compare(c.column(), c.op(), c.literal());
      }
      if (p instanceof Predicate.In in) {
        Boolean found = false;
        for (Object literal : in.literals()) {
          Boolean equal = compare(in.column(), Op.EQ, literal);
          if (Boolean.TRUE.equals(equal)) {
            return true;
          }
          found = equal == null ? null : found;
        }
        return found;
      }
      if (p instanceof Predicate.Between b) {
        Boolean low = compare(b.column(), Op.GE, b.low());
        Boolean high = compare(b.column(), Op.LE, b.high());
        return low == null ? null : low && high;
      }
      if (p instanceof Predicate.IsNull n) {
        return value(n.column()) == null;
      }
      return unknown;
    }

    private static Boolean not(Boolean b) {
      return b == null ? null : !b;
    }

    /** Whether all are true; or, to be negated, whether all are false. */
    private Boolean all(List<Predicate> conditions, boolean wanted) {
      Boolean result = true;
      for (Predicate condition : conditions) {
        Boolean b = of(condition);
        if (b != null && b != wanted) {
          return false;
        }
        result = b == null ? null : result;
      }
      return result;
    }

    private Object value(String column) {
      int c = schema.indexOf(column);
      return c < 0 ? null : columns.get(c).get(row);
    }

    private Boolean compare(String column, Op op, Object literal) {
      Object value = value(column);
      if (op == Op.EQ_NULLSAFE && (value == null || literal == null)) {
        return value == literal;
      }
      if (value == null || literal == null) {
        return null;
      }
      int c = compare(value, literal);
      switch (op) {
        case EQ:
        case EQ_NULLSAFE:
          return c == 0;
        case NE:
          return c != 0;
        case LT:
          return c < 0;
        case LE:
          return c <= 0;
        case GT:
          return c > 0;
        default:
          return c >= 0;
      }
    }

    private static int compare(Object value, Object literal) {
      if (value instanceof ByteBuffer) {
        byte[] other =
            literal instanceof String s ? s.getBytes(StandardCharsets.UTF_8) : (byte[]) literal;
        return Arrays.compareUnsigned(((ByteBuffer) value).array(), other);
      }
      if (value instanceof Double d) {
        // Adding 0.0 makes the two zeros one.
        return Double.compare(d + 0.0, (Double) literal + 0.0);
      }
      if (value instanceof BigDecimal d) {
        return d.compareTo((BigDecimal) literal);
      }
      if (value instanceof TimestampValue t) {
        return t.compareTo((TimestampValue) literal);
      }
      return Long.compare((Long) value, (Long) literal);
    }
  }
}
