package dev.cif.cli.query;

import dev.cif.cli.query.Condition.Literal;
import dev.cif.cli.query.Condition.Operand;
import dev.cif.cli.query.Condition.Reference;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.ConstantValues;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Predicate.Op;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Kind;
import dev.cif.format.vector.BytesVector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Fits conditions to a table: resolves names, and converts literals to the columns' types. */
final class Filter {
  private final CifSchema schema;

  private Filter(CifSchema schema) {
    this.schema = schema;
  }

  /** Returns the condition as a predicate that can be decided for every row. */
  static Predicate of(Condition condition, CifSchema schema) throws QueryException {
    return new Filter(schema).fit(condition);
  }

  private Predicate fit(Condition condition) throws QueryException {
    if (condition instanceof Condition.And and) {
      return Predicate.and(fit(and.conditions()));
    }
    if (condition instanceof Condition.Or or) {
      return Predicate.or(fit(or.conditions()));
    }
    if (condition instanceof Condition.Not not) {
      return Predicate.not(fit(not.condition()));
    }
    if (condition instanceof Condition.IsNull isNull) {
      if (isNull.operand() instanceof Literal literal) {
        return Predicate.constant(literal.value() == null);
      }
      type(isNull.operand());
      return Predicate.isNull(path(isNull.operand()));
    }
    if (condition instanceof Condition.Truth truth) {
      return truth(truth.operand());
    }
    if (condition instanceof Condition.Like like) {
      return like(like);
    }
    if (condition instanceof Condition.In in) {
      return in(in);
    }
    return compare((Condition.Compare) condition);
  }

  private List<Predicate> fit(List<Condition> conditions) throws QueryException {
    List<Predicate> predicates = new ArrayList<>();
    for (Condition condition : conditions) {
      predicates.add(fit(condition));
    }
    return predicates;
  }

  private Predicate truth(Operand operand) throws QueryException {
    if (operand instanceof Literal literal && literal.value() == null) {
      return new Predicate.Null();
    }
    if (operand instanceof Literal literal && literal.value() instanceof Boolean value) {
      return Predicate.constant(value);
    }
    CifType type = type(operand);
    if (type == null || type.kind() != Kind.BOOLEAN) {
      throw new QueryException(
          shown(operand) + " is no condition; compare it, for example with =, or use IS NULL");
    }
    return Predicate.compare(path(operand), Op.EQ, true);
  }

  private Predicate like(Condition.Like like) throws QueryException {
    if (like.operand() instanceof Literal literal) {
      return like(literal, like.pattern());
    }
    CifType type = type(like.operand());
    if (type.physical() != CifType.Physical.BYTES || type.kind() == Kind.BINARY) {
      throw new QueryException(
          shown(like.operand()) + " is of type " + type + ": LIKE is for text");
    }
    return Predicate.like(path(like.operand()), like.pattern());
  }

  private static Predicate like(Literal literal, String pattern) throws QueryException {
    Object text = literal(CifType.STRING, literal);
    BytesVector value = new BytesVector(CifType.STRING);
    if (text == null) {
      value.appendNull();
    } else {
      value.append((String) text);
    }
    try {
      return ConstantValues.fold(Predicate.like(ColumnPath.of("literal"), pattern), path -> value);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Predicate in(Condition.In in) throws QueryException {
    List<Predicate> equal = new ArrayList<>();
    for (Literal literal : in.literals()) {
      equal.add(compare(new Condition.Compare(in.operand(), Op.EQ, literal)));
    }
    return Predicate.or(equal);
  }

  private Predicate compare(Condition.Compare compare) throws QueryException {
    CifType left = type(compare.left());
    CifType right = type(compare.right());
    if (left == null && right == null) {
      throw new QueryException("a condition compares two literals; name a column");
    }
    if (left == null) {
      return compare(compare.mirrored());
    }
    requirePrimitive(compare.left(), left);
    if (right == null) {
      Object literal = literal(left, (Literal) compare.right());
      return Predicate.compare(path(compare.left()), compare.op(), literal);
    }
    requirePrimitive(compare.right(), right);
    if (!Predicate.areComparable(left, right)) {
      throw new QueryException(
          shown(compare.left())
              + " of type "
              + left
              + " cannot be compared with "
              + shown(compare.right())
              + " of type "
              + right);
    }
    return new Predicate.CompareColumns(path(compare.left()), compare.op(), path(compare.right()));
  }

  private static void requirePrimitive(Operand operand, CifType type) throws QueryException {
    if (!type.kind().isPrimitive()) {
      throw new QueryException(
          shown(operand) + " is of type " + type + ": only its parts can be compared");
    }
  }

  private static Object literal(CifType type, Literal literal) throws QueryException {
    try {
      return Literals.of(type, literal.value());
    } catch (IllegalArgumentException e) {
      throw new QueryException(shown(literal) + ": " + e.getMessage());
    }
  }

  private static ColumnPath path(Operand operand) {
    return ((Reference) operand).path();
  }

  /** Returns the type of a column expression; null for a literal. */
  private CifType type(Operand operand) throws QueryException {
    return operand instanceof Reference reference
        ? ColumnPaths.type(reference.path(), schema)
        : null;
  }

  private static String shown(Operand operand) {
    if (operand instanceof Reference reference) {
      return "'" + reference.path().text() + "'";
    }
    return "the literal " + ((Literal) operand).value();
  }
}
