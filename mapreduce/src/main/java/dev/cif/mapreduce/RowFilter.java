package dev.cif.mapreduce;

import dev.cif.format.CifException;
import dev.cif.format.CifType;
import dev.cif.format.ColumnReader;
import dev.cif.format.Predicate;
import dev.cif.format.SplitReader;
import dev.cif.format.TimestampValue;
import dev.cif.format.value.Value;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides a predicate on the rows of one split-directory, by SQL's three-valued logic: only rows
 * where it is true pass. Values are taken as they are stored.
 */
final class RowFilter {
  private final SplitReader split;
  private final Predicate predicate;
  private final Map<String, ColumnReader> readers = new HashMap<>();

  RowFilter(SplitReader split, Predicate predicate) {
    this.split = split;
    this.predicate = predicate;
  }

  boolean passes(long row) throws IOException {
    return Boolean.TRUE.equals(test(predicate, row));
  }

  /** True, false, or null for unknown. */
  private Boolean test(Predicate p, long row) throws IOException {
    if (p instanceof Predicate.And and) {
      return all(and.conditions(), row, true);
    }
    if (p instanceof Predicate.Or or) {
      return all(or.conditions(), row, false);
    }
    if (p instanceof Predicate.Not not) {
      Boolean inner = test(not.condition(), row);
      return inner == null ? null : !inner;
    }
    String column = Predicates.column(p);
    if (column == null) {
      throw new CifException(
          "a condition of which nothing is known cannot filter rows; set the predicate without"
              + " filtering");
    }
    Value value = value(column, row);
    boolean isNull = value == null || value.isNull();
    if (p instanceof Predicate.IsNull) {
      return isNull;
    }
    if (p instanceof Predicate.Compare c) {
      return compare(column, c.op(), isNull ? null : value, c.literal());
    }
    if (p instanceof Predicate.Between b) {
      Boolean low = compare(column, Predicate.Op.GE, isNull ? null : value, b.low());
      Boolean high = compare(column, Predicate.Op.LE, isNull ? null : value, b.high());
      return and(low, high);
    }
    Boolean found = false;
    for (Object literal : ((Predicate.In) p).literals()) {
      Boolean equal = compare(column, Predicate.Op.EQ, isNull ? null : value, literal);
      found = not(and(not(found), not(equal)));
    }
    return found;
  }

  /** AND ({@code neutral} true) or OR (false) of conditions. */
  private Boolean all(List<Predicate> conditions, long row, boolean neutral) throws IOException {
    Boolean result = neutral;
    for (Predicate condition : conditions) {
      Boolean one = test(condition, row);
      if (one == null) {
        result = null;
      } else if (one != neutral) {
        return one;
      }
    }
    return result;
  }

  private static Boolean and(Boolean a, Boolean b) {
    if (Boolean.FALSE.equals(a) || Boolean.FALSE.equals(b)) {
      return false;
    }
    return (a == null || b == null) ? null : Boolean.TRUE;
  }

  private static Boolean not(Boolean a) {
    return a == null ? null : !a;
  }

  /** The value of a column in a row; null if the split lacks the column. */
  private Value value(String column, long row) throws IOException {
    ColumnReader reader = readers.get(column);
    if (reader == null) {
      if (split.schema().indexOf(column) < 0) {
        return null;
      }
      reader = split.column(column);
      readers.put(column, reader);
    }
    return reader.value(row);
  }

  private Boolean compare(String column, Predicate.Op op, Value value, Object literal)
      throws CifException {
    if (op == Predicate.Op.EQ_NULLSAFE && (value == null || literal == null)) {
      return value == null && literal == null;
    }
    if (value == null || literal == null) {
      return null;
    }
    int order = order(column, value, literal);
    switch (op) {
      case EQ:
      case EQ_NULLSAFE:
        return order == 0;
      case NE:
        return order != 0;
      case LT:
        return order < 0;
      case LE:
        return order <= 0;
      case GT:
        return order > 0;
      case GE:
        return order >= 0;
    }
    throw new AssertionError(op);
  }

  private int order(String column, Value value, Object literal) throws CifException {
    switch (value.type().physical()) {
      case INT:
        if (literal instanceof Boolean b) {
          return Long.compare(value.asLong(), b ? 1 : 0);
        }
        if (literal instanceof Number n) {
          return order(BigDecimal.valueOf(value.asLong()), n);
        }
        break;
      case FLOAT:
      case DOUBLE:
        if (literal instanceof Number n) {
          // -0.0 and 0.0 are equal in SQL.
          return Double.compare(value.asDouble() + 0.0, n.doubleValue() + 0.0);
        }
        break;
      case DECIMAL:
        if (literal instanceof Number n) {
          return order(value.asDecimal(), n);
        }
        break;
      case BYTES:
        byte[] bytes = bytes(value.type(), literal);
        if (bytes != null) {
          return Arrays.compareUnsigned(value.asBytes(), bytes);
        }
        break;
      case TIMESTAMP:
        if (literal instanceof TimestampValue t) {
          return new TimestampValue(value.seconds(), value.nanos()).compareTo(t);
        }
        break;
      default:
        break;
    }
    throw CifException.at(
        split.directory(),
        column,
        -1,
        "of type "
            + value.type()
            + ", which cannot be compared with "
            + literal
            + " ("
            + literal.getClass().getSimpleName()
            + "); give the predicate a literal of the column's type");
  }

  private static int order(BigDecimal value, Number literal) {
    if (literal instanceof BigDecimal d) {
      return value.compareTo(d);
    }
    if (!(literal instanceof Double) && !(literal instanceof Float)) {
      return value.compareTo(BigDecimal.valueOf(literal.longValue()));
    }
    double number = literal.doubleValue();
    return Double.isFinite(number)
        ? value.compareTo(new BigDecimal(number))
        : Double.compare(0, number);
  }

  private static byte[] bytes(CifType type, Object literal) {
    if (literal instanceof byte[] b) {
      return b;
    }
    if (!(literal instanceof CharSequence s)) {
      return null;
    }
    boolean padded = type.kind() == CifType.Kind.CHAR;
    String text = padded ? s.toString().replaceAll(" +$", "") : s.toString();
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
