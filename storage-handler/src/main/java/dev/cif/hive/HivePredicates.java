package dev.cif.hive;

import dev.cif.format.Predicate;
import dev.cif.format.TimestampValue;
import java.sql.Date;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.ql.io.sarg.ExpressionTree;
import org.apache.hadoop.hive.ql.io.sarg.PredicateLeaf;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;

/** Hive's search arguments as CIF's predicates. What cannot be said leaves nothing out. */
final class HivePredicates {
  private final java.util.function.Predicate<String> prunable;

  private HivePredicates(java.util.function.Predicate<String> prunable) {
    this.prunable = prunable;
  }

  /**
   * The predicate of a search argument.
   *
   * @param prunable whether the bounds of a column's stored values say something of the values that
   *     Hive sees: the column is the table's own and stored with the type that the table has
   */
  static Predicate of(SearchArgument argument, java.util.function.Predicate<String> prunable) {
    return new HivePredicates(prunable).node(argument.getExpression());
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
    String column = leaf.getColumnName();
    if (!prunable.test(column)) {
      return Predicate.unknown();
    }
    switch (leaf.getOperator()) {
      case EQUALS:
        return compare(column, Predicate.Op.EQ, leaf);
      case NULL_SAFE_EQUALS:
        return compare(column, Predicate.Op.EQ_NULLSAFE, leaf);
      case LESS_THAN:
        return compare(column, Predicate.Op.LT, leaf);
      case LESS_THAN_EQUALS:
        return compare(column, Predicate.Op.LE, leaf);
      case IS_NULL:
        return Predicate.isNull(column);
      case IN:
        return in(column, leaf.getLiteralList());
      case BETWEEN:
        return between(column, leaf.getLiteralList());
    }
    return Predicate.unknown();
  }

  private static Predicate compare(String column, Predicate.Op op, PredicateLeaf leaf) {
    Object literal = literal(leaf.getLiteral());
    return literal == null ? Predicate.unknown() : Predicate.compare(column, op, literal);
  }

  private static Predicate in(String column, List<Object> values) {
    List<Object> literals = new ArrayList<>();
    for (Object value : values) {
      Object literal = literal(value);
      if (literal == null) {
        return Predicate.unknown();
      }
      literals.add(literal);
    }
    return Predicate.in(column, literals);
  }

  private static Predicate between(String column, List<Object> bounds) {
    Object low = literal(bounds.get(0));
    Object high = literal(bounds.get(1));
    return low == null || high == null ? Predicate.unknown() : Predicate.between(column, low, high);
  }

  /** The literal in CIF's classes; null if there is none. */
  private static Object literal(Object value) {
    if (value instanceof Date date) {
      return date.toLocalDate().toEpochDay();
    }
    if (value instanceof Timestamp time) {
      return new TimestampValue(Math.floorDiv(time.getTime(), 1000L), time.getNanos());
    }
    if (value instanceof HiveDecimalWritable decimal) {
      return decimal.getHiveDecimal().bigDecimalValue();
    }
    if (value instanceof HiveDecimal decimal) {
      return decimal.bigDecimalValue();
    }
    boolean known =
        value instanceof Long
            || value instanceof Double
            || value instanceof String
            || value instanceof Boolean;
    return known ? value : null;
  }
}
