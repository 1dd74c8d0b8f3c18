package dev.cif.impala;

import dev.cif.format.CifException;
import dev.cif.format.Predicate;
import dev.cif.format.Predicate.Op;
import dev.cif.format.TimestampValue;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.impala.extdatasource.thrift.TBinaryPredicate;
import org.apache.impala.extdatasource.thrift.TComparisonOp;

/**
 * A condition {@code column op literal} that gives for every value what Impala's own gives.
 *
 * @param column its name in lower case
 * @param type its type
 * @param op the operator
 * @param literal of the class of the type's values; not null
 */
record Comparison(String column, ImpalaType type, TComparisonOp op, Object literal) {
  /**
   * The comparison, or null if it is not certain that Impala would compare in the same way.
   *
   * @throws CifException if the column is of no type that Impala's data sources have
   */
  static Comparison from(TBinaryPredicate predicate, Settings settings) throws CifException {
    boolean complete = predicate.isSetCol() && predicate.isSetOp() && predicate.isSetValue();
    // A name with a dot is that of a part of a column, which data source tables do not have.
    if (!complete
        || !predicate.getCol().isSetName()
        || predicate.getCol().getName().contains(".")) {
      return null;
    }
    String column = predicate.getCol().getName().toLowerCase(Locale.ROOT);
    ImpalaType type = ImpalaType.from(column, predicate.getCol().getType());
    Object literal = Literals.of(type, predicate.getValue(), settings);
    return literal == null ? null : new Comparison(column, type, predicate.getOp(), literal);
  }

  /** Whether the comparison is true, neither false nor unknown. */
  boolean isTrue(Object value) {
    if (value == null) {
      return op == TComparisonOp.DISTINCT_FROM;
    }
    if (value instanceof Double d) {
      // Not by compare(): NaN is unequal to all, 0.0 equals -0.0.
      double l = (Double) literal;
      return decide(d < l, d == l, d > l);
    }
    int c = compare(value);
    return decide(c < 0, c == 0, c > 0);
  }

  private int compare(Object value) {
    if (value instanceof byte[] bytes) {
      return Arrays.compareUnsigned(bytes, (byte[]) literal);
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.compareTo((BigDecimal) literal);
    }
    if (value instanceof TimestampValue timestamp) {
      return timestamp.compareTo((TimestampValue) literal);
    }
    return Long.compare((Long) value, (Long) literal);
  }

  private boolean decide(boolean less, boolean equal, boolean greater) {
    switch (op) {
      case LT:
        return less;
      case LE:
        return less || equal;
      case EQ:
      case NOT_DISTINCT:
        return equal;
      case NE:
      case DISTINCT_FROM:
        return !equal;
      case GE:
        return greater || equal;
      case GT:
        return greater;
    }
    throw new AssertionError(op);
  }

  /** The condition on a stored column by which blocks may be left out. */
  Predicate onStored(String storedColumn) {
    switch (op) {
      case LT:
        return Predicate.compare(storedColumn, Op.LT, literal);
      case LE:
        return Predicate.compare(storedColumn, Op.LE, literal);
      case EQ:
        return Predicate.compare(storedColumn, Op.EQ, literal);
      case NE:
        return Predicate.compare(storedColumn, Op.NE, literal);
      case GE:
        return Predicate.compare(storedColumn, Op.GE, literal);
      case GT:
        return Predicate.compare(storedColumn, Op.GT, literal);
      case DISTINCT_FROM:
        return Predicate.or(
            List.of(
                Predicate.compare(storedColumn, Op.NE, literal), Predicate.isNull(storedColumn)));
      case NOT_DISTINCT:
        return Predicate.compare(storedColumn, Op.EQ_NULLSAFE, literal);
    }
    throw new AssertionError(op);
  }
}
