package dev.cif.hive.filter;

import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Predicate.Op;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Kind;
import dev.cif.hive.filter.ColumnParts.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.plan.ExprNodeConstantDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeGenericFuncDesc;
import org.apache.hadoop.hive.ql.udf.UDFLike;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDF;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFBetween;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFBridge;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFIn;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPAnd;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPEqual;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPEqualNS;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPEqualOrGreaterThan;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPEqualOrLessThan;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPFalse;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPGreaterThan;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPLessThan;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPNot;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPNotEqual;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPNotEqualNS;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPNotFalse;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPNotNull;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPNotTrue;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPNull;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPOr;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPTrue;

/**
 * Converts a query's filter to a predicate on columns and their parts. Every row that Hive keeps
 * satisfies it. A condition that can't be expressed is unknown, and excludes nothing.
 *
 * <p>In floating point, Hive's rows and its batches differ. For rows, -0.0 is below 0.0 and NaN
 * above all. For batches, the two zeros are equal and NaN is neither above nor below. The predicate
 * is true where either of them is, and unknown instead of false.
 */
public final class FilterConditions {
  private static final Map<Class<?>, Op> OPERATORS =
      Map.of(
          GenericUDFOPEqual.class, Op.EQ,
          GenericUDFOPEqualNS.class, Op.EQ_NULLSAFE,
          GenericUDFOPNotEqual.class, Op.NE,
          GenericUDFOPLessThan.class, Op.LT,
          GenericUDFOPEqualOrLessThan.class, Op.LE,
          GenericUDFOPGreaterThan.class, Op.GT,
          GenericUDFOPEqualOrGreaterThan.class, Op.GE);

  private final ColumnParts parts;
  private final FilterLiterals literals;

  private FilterConditions(Function<String, CifType> types, Configuration job) {
    parts = new ColumnParts(types);
    literals = new FilterLiterals(job);
  }

  /**
   * Returns the predicate of a filter, as far as its literals are known now.
   *
   * @param filter null for none
   * @param types function that returns the type of a column of the table's own; null for others
   * @param job configuration through which literals that other tasks compute are found
   */
  public static Predicate of(
      ExprNodeDesc filter, Function<String, CifType> types, Configuration job) {
    return filter == null
        ? Predicate.unknown()
        : new FilterConditions(types, job).condition(filter);
  }

  private Predicate condition(ExprNodeDesc node) {
    if (node instanceof ExprNodeConstantDesc constant) {
      return constant.getValue() instanceof Boolean value
          ? Predicate.constant(value)
          : Predicate.unknown();
    }
    if (!(node instanceof ExprNodeGenericFuncDesc call)) {
      return truth(node);
    }
    GenericUDF function = call.getGenericUDF();
    List<ExprNodeDesc> arguments = call.getChildren();
    Op op = OPERATORS.get(function.getClass());
    if (op != null) {
      return compare(arguments, op);
    }
    if (function instanceof GenericUDFOPNotEqualNS) {
      return Predicate.not(compare(arguments, Op.EQ_NULLSAFE));
    }
    if (function instanceof GenericUDFOPAnd) {
      return Predicate.and(conditions(arguments));
    }
    if (function instanceof GenericUDFOPOr) {
      return Predicate.or(conditions(arguments));
    }
    if (function instanceof GenericUDFIn) {
      return in(arguments.get(0), arguments.subList(1, arguments.size()));
    }
    if (function instanceof GenericUDFBetween) {
      return between(arguments);
    }
    boolean isLike =
        function instanceof GenericUDFBridge bridge
            && UDFLike.class.getName().equals(bridge.getUdfClassName());
    return isLike ? like(arguments) : test(function, call);
  }

  private List<Predicate> conditions(List<ExprNodeDesc> nodes) {
    return nodes.stream().map(this::condition).toList();
  }

  /** Converts NOT, IS NULL, IS TRUE and similar tests, or a boolean value. */
  private Predicate test(GenericUDF function, ExprNodeGenericFuncDesc call) {
    if (function instanceof GenericUDFOPNot) {
      return Predicate.not(condition(call.getChildren().get(0)));
    }
    if (function instanceof GenericUDFOPNull) {
      return isNull(call.getChildren().get(0));
    }
    if (function instanceof GenericUDFOPNotNull) {
      return Predicate.not(isNull(call.getChildren().get(0)));
    }
    if (function instanceof GenericUDFOPTrue) {
      return whereTrue(condition(call.getChildren().get(0)));
    }
    if (function instanceof GenericUDFOPFalse) {
      return whereTrue(Predicate.not(condition(call.getChildren().get(0))));
    }
    if (function instanceof GenericUDFOPNotTrue) {
      return Predicate.not(whereTrue(condition(call.getChildren().get(0))));
    }
    if (function instanceof GenericUDFOPNotFalse) {
      return Predicate.not(whereTrue(Predicate.not(condition(call.getChildren().get(0)))));
    }
    return truth(call);
  }

  /** Returns a predicate that is true where the condition is, and unknown elsewhere. */
  private static Predicate whereTrue(Predicate condition) {
    return Predicate.and(List.of(condition, Predicate.unknown()));
  }

  private Predicate truth(ExprNodeDesc node) {
    Part part = parts.of(node);
    return part == null || part.seen().kind() != Kind.BOOLEAN
        ? Predicate.unknown()
        : Predicate.compare(part.path(), Op.EQ, true);
  }

  /**
   * Converts IS NULL of primitive parts. For a list, map or struct the scan would have to decode
   * it.
   */
  private Predicate isNull(ExprNodeDesc node) {
    Part part = parts.of(node);
    return part == null || !part.type().kind().isPrimitive()
        ? Predicate.unknown()
        : Predicate.isNull(part.path());
  }

  private Predicate compare(List<ExprNodeDesc> arguments, Op op) {
    if (arguments.size() != 2) {
      return Predicate.unknown();
    }
    Part left = parts.of(arguments.get(0));
    return left != null
        ? compare(left, op, arguments.get(1))
        : compare(parts.of(arguments.get(1)), mirrored(op), arguments.get(0));
  }

  private static Op mirrored(Op op) {
    switch (op) {
      case LT:
        return Op.GT;
      case LE:
        return Op.GE;
      case GT:
        return Op.LT;
      case GE:
        return Op.LE;
      default:
        return op;
    }
  }

  private Predicate compare(Part part, Op op, ExprNodeDesc other) {
    Object literal = part == null ? null : literals.of(part.seen(), other);
    if (literal == null) {
      return Predicate.unknown();
    }
    if (isZero(literal)) {
      return compareWithZero(part, op, literal);
    }
    Predicate condition = Predicate.compare(part.path(), op, literal);
    boolean holdsForNaN = FilterLiterals.isFloating(part.type()) && (op == Op.GT || op == Op.GE);
    return holdsForNaN ? whereTrue(condition) : condition;
  }

  private static Predicate compareWithZero(Part part, Op op, Object literal) {
    if (op == Op.NE) {
      return Predicate.unknown();
    }
    Op wide = op == Op.LT ? Op.LE : op == Op.GT ? Op.GE : op;
    return whereTrue(Predicate.compare(part.path(), wide, literal));
  }

  private static boolean isZero(Object literal) {
    return literal instanceof Double d && d == 0;
  }

  private Predicate in(ExprNodeDesc node, List<ExprNodeDesc> list) {
    Part part = parts.of(node);
    if (part == null) {
      return Predicate.unknown();
    }
    List<ExprNodeDesc> present = new ArrayList<>(list);
    boolean hasNull =
        present.removeIf(e -> e instanceof ExprNodeConstantDesc c && c.getValue() == null);
    List<Object> values = literals.of(part.seen(), present);
    if (values == null) {
      return Predicate.unknown();
    }
    Predicate condition = Predicate.in(part.path(), values);
    boolean isSure = !hasNull && values.stream().noneMatch(FilterConditions::isZero);
    return isSure ? condition : whereTrue(condition);
  }

  /**
   * Converts BETWEEN. Its arguments are a flag for NOT BETWEEN, the compared value, and the bounds.
   */
  private Predicate between(List<ExprNodeDesc> arguments) {
    if (!(arguments.get(0) instanceof ExprNodeConstantDesc inverted
        && inverted.getValue() instanceof Boolean isNot)) {
      return Predicate.unknown();
    }
    Part part = parts.of(arguments.get(1));
    ExprNodeDesc least = arguments.get(2);
    ExprNodeDesc greatest = arguments.get(3);
    // Filters of keys support equality only. A dynamic semi-join of one key has it as both bounds.
    Object only = part == null ? null : literals.of(part.seen(), least);
    boolean isOne = only != null && Objects.deepEquals(only, literals.of(part.seen(), greatest));
    Predicate condition =
        isOne
            ? compare(part, Op.EQ, least)
            : Predicate.and(List.of(compare(part, Op.GE, least), compare(part, Op.LE, greatest)));
    return isNot ? Predicate.not(condition) : condition;
  }

  private Predicate like(List<ExprNodeDesc> arguments) {
    Part part = arguments.size() == 2 ? parts.of(arguments.get(0)) : null;
    if (part != null
        && (part.type().kind() == Kind.STRING || part.type().kind() == Kind.VARCHAR)
        && arguments.get(1) instanceof ExprNodeConstantDesc constant
        && constant.getValue() instanceof String pattern
        && isPlain(pattern)) {
      return Predicate.like(part.path(), pattern);
    }
    return Predicate.unknown();
  }

  /**
   * Returns true if the pattern means the same to Hive as here, whatever the text. Hive treats the
   * backslash in its own way, and malformed UTF-8 is one character to it, U+FFFD.
   */
  private static boolean isPlain(String pattern) {
    return pattern.chars().noneMatch(c -> c == '\\' || c == '_' || c == '\uFFFD');
  }
}
