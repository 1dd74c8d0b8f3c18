package dev.cif.cli.query;

import dev.cif.cli.query.Condition.Literal;
import dev.cif.cli.query.Condition.Operand;
import dev.cif.cli.query.Condition.Reference;
import dev.cif.format.CifSchema;
import dev.cif.format.CifType;
import dev.cif.format.CifType.Kind;
import dev.cif.format.Predicate.Op;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A condition fitted to a table: names are resolved, literals are of the columns' types. */
final class Filter {
  /** What a row looks like to a condition. */
  interface Row {
    /** The object of a column expression, null if NULL. */
    Object get(ColumnPath path);
  }

  /** A condition that is ready to be asked. */
  interface Test {
    Truth test(Row row);
  }

  private interface Scalar {
    Object get(Row row);
  }

  private final CifSchema schema;
  private final Set<ColumnPath> paths = new LinkedHashSet<>();
  private final Test test;

  Filter(Condition condition, CifSchema schema) throws QueryException {
    this.schema = schema;
    this.test = fit(condition);
  }

  /** The column expressions that it needs. */
  Set<ColumnPath> paths() {
    return paths;
  }

  boolean accepts(Row row) {
    return test.test(row) == Truth.TRUE;
  }

  private Test fit(Condition condition) throws QueryException {
    if (condition instanceof Condition.And and) {
      List<Test> parts = fit(and.conditions());
      return row -> all(parts, row);
    }
    if (condition instanceof Condition.Or or) {
      List<Test> parts = fit(or.conditions());
      return row -> any(parts, row);
    }
    if (condition instanceof Condition.Not not) {
      Test inner = fit(not.condition());
      return row -> inner.test(row).not();
    }
    if (condition instanceof Condition.IsNull isNull) {
      Scalar operand = presence(isNull.operand());
      return row -> Truth.of(operand.get(row) == null);
    }
    if (condition instanceof Condition.Truth truth) {
      requireBoolean(truth.operand());
      Scalar operand = scalar(truth.operand(), CifType.BOOLEAN);
      return row -> {
        Object value = operand.get(row);
        return value == null ? Truth.UNKNOWN : Truth.of((Boolean) value);
      };
    }
    if (condition instanceof Condition.Like like) {
      return like(like);
    }
    if (condition instanceof Condition.In in) {
      return in(in);
    }
    return compare((Condition.Compare) condition);
  }

  private List<Test> fit(List<Condition> conditions) throws QueryException {
    List<Test> tests = new ArrayList<>();
    for (Condition condition : conditions) {
      tests.add(fit(condition));
    }
    return tests;
  }

  private static Truth all(List<Test> parts, Row row) {
    Truth result = Truth.TRUE;
    for (Test part : parts) {
      result = result.and(part.test(row));
      if (result == Truth.FALSE) {
        return result;
      }
    }
    return result;
  }

  private static Truth any(List<Test> parts, Row row) {
    Truth result = Truth.FALSE;
    for (Test part : parts) {
      result = result.or(part.test(row));
      if (result == Truth.TRUE) {
        return result;
      }
    }
    return result;
  }

  private Test like(Condition.Like like) throws QueryException {
    CifType type = type(like.operand());
    boolean text =
        type == null
            || type.kind() == Kind.STRING
            || type.kind() == Kind.VARCHAR
            || type.kind() == Kind.CHAR;
    if (!text) {
      throw new QueryException(
          shown(like.operand()) + " is of type " + type + ": LIKE is for text");
    }
    LikePattern pattern = new LikePattern(like.pattern());
    Scalar operand = scalar(like.operand(), type == null ? CifType.STRING : type);
    return row -> {
      Object value = operand.get(row);
      return value == null ? Truth.UNKNOWN : Truth.of(pattern.matches((String) value));
    };
  }

  private Test in(Condition.In in) throws QueryException {
    List<Test> equal = new ArrayList<>();
    for (Literal literal : in.literals()) {
      equal.add(compare(new Condition.Compare(in.operand(), Op.EQ, literal)));
    }
    return row -> any(equal, row);
  }

  private Test compare(Condition.Compare compare) throws QueryException {
    CifType left = type(compare.left());
    CifType right = type(compare.right());
    if (left != null && right != null && !Scalars.comparable(left, right)) {
      throw new QueryException(
          shown(compare.left())
              + " of type "
              + left
              + " cannot be compared with "
              + shown(compare.right())
              + " of type "
              + right);
    }
    CifType type = left != null ? left : right;
    if (type == null) {
      throw new QueryException("a condition compares two literals; name a column");
    }
    Scalar a = scalar(compare.left(), type);
    Scalar b = scalar(compare.right(), type);
    Op op = compare.op();
    return row -> compare(a.get(row), op, b.get(row));
  }

  static Truth compare(Object a, Op op, Object b) {
    if (a == null || b == null) {
      return op == Op.EQ_NULLSAFE ? Truth.of(a == null && b == null) : Truth.UNKNOWN;
    }
    int c = Scalars.compare(a, b);
    return Truth.of(
        switch (op) {
          case EQ, EQ_NULLSAFE -> c == 0;
          case NE -> c != 0;
          case LT -> c < 0;
          case LE -> c <= 0;
          case GT -> c > 0;
          case GE -> c >= 0;
        });
  }

  /** The type of a column expression; null for a literal. */
  private CifType type(Operand operand) throws QueryException {
    return operand instanceof Reference reference ? reference.path().type(schema) : null;
  }

  private void requireBoolean(Operand operand) throws QueryException {
    CifType type = type(operand);
    boolean fits =
        operand instanceof Literal literal
            ? literal.value() == null || literal.value() instanceof Boolean
            : type.kind() == Kind.BOOLEAN;
    if (!fits) {
      throw new QueryException(
          shown(operand) + " is no condition; compare it, for example with =, or use IS NULL");
    }
  }

  private Scalar scalar(Operand operand, CifType type) throws QueryException {
    if (operand instanceof Reference reference) {
      if (!type(operand).kind().isPrimitive()) {
        throw new QueryException(
            shown(operand) + " is of type " + type + ": only its parts can be compared");
      }
      paths.add(reference.path());
      return row -> row.get(reference.path());
    }
    Object literal;
    try {
      literal = Scalars.literalFor(type, ((Literal) operand).value());
    } catch (IllegalArgumentException e) {
      throw new QueryException(shown(operand) + ": " + e.getMessage());
    }
    return row -> literal;
  }

  private Scalar presence(Operand operand) throws QueryException {
    if (operand instanceof Reference reference) {
      reference.path().type(schema);
      paths.add(reference.path());
      return row -> row.get(reference.path());
    }
    Object literal = ((Literal) operand).value();
    return row -> literal;
  }

  private static String shown(Operand operand) {
    if (operand instanceof Reference reference) {
      return "'" + reference.path().text() + "'";
    }
    return "the literal " + ((Literal) operand).value();
  }
}
