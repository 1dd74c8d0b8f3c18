package dev.cif.format.scan;

import dev.cif.format.schema.CifType;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Condition on rows with SQL's three-valued logic: a row is wanted if the condition is true, not if
 * it is false or NULL. Immutable; serializable, for engines whose tasks get it so.
 *
 * <p>It compares the values as the scan reads them, which is as they are stored unless the scan
 * names another type. These rules hold for rows and for the statistics of blocks alike:
 *
 * <ul>
 *   <li>Numbers compare exactly, whatever their types: an int column with 1.5, a decimal with 1.50
 *       and 1.5 (which are equal). Only a floating-point column takes the other side as a double.
 *   <li>-0.0 equals 0.0. NaN equals NaN and is above all other numbers.
 *   <li>boolean is 0 or 1, date the number of days since 1970-01-01.
 *   <li>date compared with a moment is its midnight.
 *   <li>Text and binary compare by their bytes, unsigned. char has no trailing spaces: those of a
 *       literal are ignored.
 *   <li>Both timestamp types compare as they are stored: seconds, then nanoseconds.
 * </ul>
 *
 * <p>Literals are Long and the smaller integers, Boolean, Double, Float, BigDecimal, CharSequence
 * or byte[], {@link dev.cif.format.schema.TimestampValue}, and null for NULL. A literal that can't
 * be compared with the column leaves the condition {@link Unknown}. An engine with other rules uses
 * other leaves, or {@link #unknown}.
 */
public sealed interface Predicate extends Serializable {
  /** Comparison operators; EQ_NULLSAFE is SQL's {@code IS NOT DISTINCT FROM}. */
  enum Op {
    EQ,
    EQ_NULLSAFE,
    NE,
    LT,
    LE,
    GT,
    GE;

    private static final int LESS = 1;
    private static final int EQUAL = 2;
    private static final int GREATER = 4;

    /** Returns true if the operator holds for an order of two values, neither of them NULL. */
    boolean holds(int order) {
      return (orders() & (order < 0 ? LESS : order == 0 ? EQUAL : GREATER)) != 0;
    }

    /** Returns true if the operator holds for some order from {@code low} to {@code high}. */
    boolean mayHold(int low, int high) {
      return holds(low) || holds(high) || (low < 0 && high > 0 && holds(0));
    }

    private int orders() {
      switch (this) {
        case EQ:
        case EQ_NULLSAFE:
          return EQUAL;
        case NE:
          return LESS | GREATER;
        case LT:
          return LESS;
        case LE:
          return LESS | EQUAL;
        case GT:
          return GREATER;
        default:
          return GREATER | EQUAL;
      }
    }

    /** Returns the operator that holds for two values exactly if this one does not. */
    Op negated() {
      switch (this) {
        case EQ:
        case EQ_NULLSAFE:
          return NE;
        case NE:
          return EQ;
        case LT:
          return GE;
        case LE:
          return GT;
        case GT:
          return LE;
        default:
          return LT;
      }
    }
  }

  /** Condition on a column or a part of it. */
  sealed interface Leaf extends Predicate {
    /** Returns the path that the condition is on. */
    ColumnPath path();

    /** Returns the name of the column. */
    default String column() {
      return path().column();
    }
  }

  /** Comparison {@code path op literal}. */
  record Compare(ColumnPath path, Op op, Object literal) implements Leaf {
    public Compare {
      Objects.requireNonNull(path);
    }

    /** Returns true for the same comparison; bytes of literals are compared, too. */
    @Override
    public boolean equals(Object o) {
      return o instanceof Compare other
          && path.equals(other.path)
          && op == other.op
          && Objects.deepEquals(literal, other.literal);
    }

    @Override
    public int hashCode() {
      return Arrays.deepHashCode(new Object[] {path, op, literal});
    }
  }

  /** Comparison {@code path op other} of two columns of one row. */
  record CompareColumns(ColumnPath path, Op op, ColumnPath other) implements Leaf {}

  /** Condition {@code path IN (literals)}; no literal is null. */
  record In(ColumnPath path, List<Object> literals) implements Leaf {
    /** Returns true for the same condition; bytes of literals are compared, too. */
    @Override
    public boolean equals(Object o) {
      return o instanceof In other
          && path.equals(other.path)
          && Arrays.deepEquals(literals.toArray(), other.literals.toArray());
    }

    @Override
    public int hashCode() {
      return Arrays.deepHashCode(new Object[] {path, literals.toArray()});
    }
  }

  /**
   * Condition {@code path LIKE pattern}: % is any text, _ one character, and a backslash makes the
   * next character literal.
   */
  record Like(ColumnPath path, String pattern) implements Leaf {}

  /** Condition {@code path IS NULL}; a key that a map lacks is NULL. */
  record IsNull(ColumnPath path) implements Leaf {}

  /** Conjunction; true if there are no conditions. */
  record And(List<Predicate> conditions) implements Predicate {}

  /** Disjunction; false if there are no conditions. */
  record Or(List<Predicate> conditions) implements Predicate {}

  /** Negation; true if the condition is false. */
  record Not(Predicate condition) implements Predicate {}

  /** Condition that is NULL, neither true nor false, in any row. */
  record Null() implements Predicate {}

  /** Condition of which nothing is known: it prunes nothing. */
  record Unknown() implements Predicate {}

  static Predicate compare(String column, Op op, Object literal) {
    return compare(ColumnPath.of(column), op, literal);
  }

  static Predicate compare(ColumnPath path, Op op, Object literal) {
    return new Compare(path, op, literal);
  }

  static Predicate in(String column, List<Object> literals) {
    return in(ColumnPath.of(column), literals);
  }

  static Predicate in(ColumnPath path, List<Object> literals) {
    return new In(path, List.copyOf(literals));
  }

  static Predicate between(String column, Object low, Object high) {
    return between(ColumnPath.of(column), low, high);
  }

  /** Returns {@code path BETWEEN low AND high}, both included. */
  static Predicate between(ColumnPath path, Object low, Object high) {
    return and(List.of(compare(path, Op.GE, low), compare(path, Op.LE, high)));
  }

  static Predicate like(ColumnPath path, String pattern) {
    return new Like(path, pattern);
  }

  static Predicate isNull(String column) {
    return isNull(ColumnPath.of(column));
  }

  static Predicate isNull(ColumnPath path) {
    return new IsNull(path);
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

  /** Returns a condition that is always true, or never. */
  static Predicate constant(boolean value) {
    return value ? and(List.of()) : or(List.of());
  }

  /** Returns true if columns of the two types can be compared with each other. */
  static boolean areComparable(CifType a, CifType b) {
    return Comparand.areComparable(a, b);
  }

  /** Returns the paths that the predicate uses, each once. */
  default List<ColumnPath> paths() {
    List<ColumnPath> paths = new ArrayList<>();
    mapLeaves(
        leaf -> {
          paths.add(leaf.path());
          if (leaf instanceof CompareColumns columns) {
            paths.add(columns.other());
          }
          return leaf;
        });
    return paths.stream().distinct().toList();
  }

  /** Returns the predicate with its leaves replaced. */
  default Predicate mapLeaves(Function<Leaf, Predicate> replacement) {
    if (this instanceof And and) {
      return and(and.conditions().stream().map(c -> c.mapLeaves(replacement)).toList());
    }
    if (this instanceof Or or) {
      return or(or.conditions().stream().map(c -> c.mapLeaves(replacement)).toList());
    }
    if (this instanceof Not not) {
      return not(not.condition().mapLeaves(replacement));
    }
    return this instanceof Leaf leaf ? replacement.apply(leaf) : this;
  }

  /** Returns false if no row can satisfy the predicate, whatever its leaves say. */
  default boolean isPossible() {
    return mayBe(this, true);
  }

  private static boolean mayBe(Predicate p, boolean truth) {
    if (p instanceof Not not) {
      return mayBe(not.condition(), !truth);
    }
    if (p instanceof And and) {
      return truth
          ? and.conditions().stream().allMatch(c -> mayBe(c, true))
          : and.conditions().stream().anyMatch(c -> mayBe(c, false));
    }
    if (p instanceof Or or) {
      return truth
          ? or.conditions().stream().anyMatch(c -> mayBe(c, true))
          : or.conditions().stream().allMatch(c -> mayBe(c, false));
    }
    return !(p instanceof Null);
  }
}
