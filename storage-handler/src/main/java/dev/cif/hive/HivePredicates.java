package dev.cif.hive;

import dev.cif.format.CifType;
import dev.cif.format.TimestampValue;
import dev.cif.format.scan.Predicate;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.hive.common.NoDynamicValuesException;
import org.apache.hadoop.hive.common.type.HiveChar;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.common.type.HiveVarchar;
import org.apache.hadoop.hive.ql.io.sarg.ExpressionTree;
import org.apache.hadoop.hive.ql.io.sarg.PredicateLeaf;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;

/**
 * Hive's search arguments as CIF's predicates. What cannot be said leaves nothing out.
 *
 * <p>Literals of the query come in one class a type (Long, Double, String, java.sql.Date ...).
 * Those that another part of the query computes (Tez's dynamic semi-join reduction) come in the
 * class that Hive has for the type (Integer, Float, HiveVarchar, Hive's own Date ...), or not yet.
 */
final class HivePredicates {
  private final Function<String, CifType> types;

  private HivePredicates(Function<String, CifType> types) {
    this.types = types;
  }

  /**
   * The predicate of a search argument, as far as its literals are known now.
   *
   * @param types the type of a column; null unless it is the table's own, and its values are what
   *     Hive compares with the literals of search arguments
   */
  static Predicate of(SearchArgument argument, Function<String, CifType> types) {
    return new HivePredicates(types).node(argument.getExpression());
  }

  /**
   * The part of a predicate that Hive decides as CIF does, whatever the value. To Hive's batches
   * the two zeros are equal, to its rows they are not; and CIF's NaN is above all.
   */
  static Predicate ofValues(Predicate predicate) {
    return predicate.mapLeaves(leaf -> isEdge(leaf) ? Predicate.unknown() : leaf);
  }

  private static boolean isEdge(Predicate.Leaf leaf) {
    if (leaf instanceof Predicate.Compare compare) {
      return isEdge(compare.literal());
    }
    return leaf instanceof Predicate.In in && in.literals().stream().anyMatch(v -> isEdge(v));
  }

  private static boolean isEdge(Object literal) {
    return literal instanceof Double d && (d == 0 || d.isNaN());
  }

  private Predicate node(ExpressionTree tree) {
    switch (tree.getOperator()) {
      case AND:
        return Predicate.and(children(tree));
      case OR:
        return Predicate.or(children(tree));
      case NOT:
        return Predicate.not(node(tree.getChildren().get(0)));
      case LEAF:
        return leaf(tree.getPredicateLeaf());
      default:
        return constant(tree.getConstant());
    }
  }

  private List<Predicate> children(ExpressionTree tree) {
    List<Predicate> children = new ArrayList<>();
    for (ExpressionTree child : tree.getChildren()) {
      children.add(node(child));
    }
    return children;
  }

  private static Predicate constant(SearchArgument.TruthValue value) {
    return value == SearchArgument.TruthValue.NO ? Predicate.or(List.of()) : Predicate.unknown();
  }

  private Predicate leaf(PredicateLeaf leaf) {
    CifType type = types.apply(leaf.getColumnName());
    if (type == null) {
      return Predicate.unknown();
    }
    try {
      return leaf(leaf, type);
    } catch (NoDynamicValuesException e) {
      // What computes the literal has not ended.
      return Predicate.unknown();
    }
  }

  private static Predicate leaf(PredicateLeaf leaf, CifType type) {
    String column = leaf.getColumnName();
    switch (leaf.getOperator()) {
      case EQUALS:
        return compare(column, type, Predicate.Op.EQ, leaf);
      case NULL_SAFE_EQUALS:
        return compare(column, type, Predicate.Op.EQ_NULLSAFE, leaf);
      case LESS_THAN:
        return compare(column, type, Predicate.Op.LT, leaf);
      case LESS_THAN_EQUALS:
        return compare(column, type, Predicate.Op.LE, leaf);
      case IS_NULL:
        return Predicate.isNull(column);
      case IN:
        List<Object> values = literals(type, leaf, 1);
        return values == null ? Predicate.unknown() : Predicate.in(column, values);
      case BETWEEN:
        List<Object> bounds = literals(type, leaf, 2);
        return bounds == null
            ? Predicate.unknown()
            : Predicate.between(column, bounds.get(0), bounds.get(1));
    }
    return Predicate.unknown();
  }

  private static Predicate compare(
      String column, CifType type, Predicate.Op op, PredicateLeaf leaf) {
    Object literal = literal(type, leaf.getLiteral());
    return literal == null ? Predicate.unknown() : Predicate.compare(column, op, literal);
  }

  /** All literals of a leaf; null if one is unknown, or if Hive has not all of them yet. */
  private static List<Object> literals(CifType type, PredicateLeaf leaf, int atLeast) {
    List<Object> literals = new ArrayList<>();
    for (Object value : leaf.getLiteralList()) {
      Object literal = literal(type, value);
      if (literal == null) {
        return null;
      }
      literals.add(literal);
    }
    return literals.size() < atLeast ? null : literals;
  }

  /** The literal in CIF's classes; null if there is none. */
  private static Object literal(CifType type, Object value) {
    if (value instanceof String || value instanceof HiveVarchar || value instanceof HiveChar) {
      return text(type, value.toString());
    }
    if (value instanceof Date date) {
      return days(date);
    }
    if (value instanceof org.apache.hadoop.hive.common.type.Date date) {
      return (long) date.toEpochDay();
    }
    if (value instanceof Timestamp time) {
      return new TimestampValue(Math.floorDiv(time.getTime(), 1000L), time.getNanos());
    }
    if (value instanceof org.apache.hadoop.hive.common.type.Timestamp time) {
      return new TimestampValue(time.toEpochSecond(), time.getNanos());
    }
    if (value instanceof HiveDecimalWritable decimal) {
      return decimal.getHiveDecimal().bigDecimalValue();
    }
    if (value instanceof HiveDecimal decimal) {
      return decimal.bigDecimalValue();
    }
    if (value instanceof Float || value instanceof Double) {
      return ((Number) value).doubleValue();
    }
    // The integers and Boolean are of CIF's classes.
    return value instanceof Number || value instanceof Boolean ? value : null;
  }

  /**
   * A text that ends in a space may be a CHAR's, which Hive pads when it makes the search argument,
   * but compares with STRING and VARCHAR without what it was padded with.
   */
  private static String text(CifType type, String text) {
    return type.kind() != CifType.Kind.CHAR && text.endsWith(" ") ? null : text;
  }

  /**
   * Days since 1970; null if the day is in doubt. To java.sql.Date ten days of October 1582 are the
   * same as ten later ones, and a day that a time zone skipped is the same as the next; years
   * before 1 lose their sign.
   */
  private static Long days(Date date) {
    LocalDate day;
    try {
      day = date.toLocalDate();
    } catch (DateTimeException e) {
      // 29 February of a year that has none without its sign.
      return null;
    }
    boolean sure =
        date.equals(Date.valueOf(day))
            && !date.equals(Date.valueOf(day.minusDays(1)))
            && !date.equals(Date.valueOf(day.minusDays(10)));
    return sure ? day.toEpochDay() : null;
  }
}
