package dev.cif.format.scan;

import dev.cif.format.CifType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * A condition on rows. SQL's three-valued logic: a row is wanted where the condition is true, not
 * where it is false or NULL. Immutable.
 *
 * <p>What is compared are the values as the scan reads them, which is as they are stored unless it
 * names another type. Each rule has one answer, here, for rows as for the statistics of blocks:
 *
 * <ul>
 *   <li>Numbers compare exactly, whatever their types: an int column with 1.5, a decimal with 1.50
 *       and 1.5 (which are equal). Only a floating-point column takes the other side as a double.
 *   <li>-0.0 equals 0.0. NaN equals NaN and is above all other numbers.
 *   <li>boolean is 0 or 1, date the number of days since 1970-01-01.
 *   <li>date beside a moment is its midnight.
 *   <li>Text and binary compare by their bytes, unsigned. char knows no trailing spaces: those of a
 *       literal do not count.
 *   <li>Both timestamp types compare as they are stored: seconds, then nanoseconds.
 * </ul>
 *
 * <p>Literals: Long and the smaller ones, Boolean, Double, Float, BigDecimal, CharSequence or
 * byte[], {@link dev.cif.format.TimestampValue}, null for NULL. A literal that can't be compared
 * with the column leaves the condition {@link Unknown}. An engine whose own answer differs says so
 * with other leaves, or with {@link #unknown}.
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
    GE;

    private static final int LESS = 1;
    private static final int EQUAL = 2;
    private static final int GREATER = 4;

    /** Whether two values of which neither is NULL are as the operator says. */
    boolean holds(int order) {
      return (orders() & (order < 0 ? LESS : order == 0 ? EQUAL : GREATER)) != 0;
    }

    /** Whether an order from {@code low} to {@code high} is as the operator says. */
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

    /** What holds of two values where this does not. */
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

  /** A condition on a column or a part of it. */
  sealed interface Leaf extends Predicate {
    /** What the condition is on. */
    ColumnPath path();

    /** The name of the column. */
    default String column() {
      return path().column();
    }
  }

  /** {@code path op literal}. */
  record Compare(ColumnPath path, Op op, Object literal) implements Leaf {
    public Compare {
      Objects.requireNonNull(path);
    }
  }

  /** {@code path op other}: two columns of one row. */
  record CompareColumns(ColumnPath path, Op op, ColumnPath other) implements Leaf {}

  /** {@code path IN (literals)}; no literal is null. */
  record In(ColumnPath path, List<Object> literals) implements Leaf {}

  /**
   * {@code path LIKE pattern}: % is any text, _ one character, a backslash takes the next one as it
   * is.
   */
  record Like(ColumnPath path, String pattern) implements Leaf {}

  /** {@code path IS NULL}; what a value lacks, the key of a map, is NULL. */
  record IsNull(ColumnPath path) implements Leaf {}

  /** True where all are; of no conditions: always. */
  record And(List<Predicate> conditions) implements Predicate {}

  /** True where one is; of no conditions: never. */
  record Or(List<Predicate> conditions) implements Predicate {}

  /** True where the condition is false. */
  record Not(Predicate condition) implements Predicate {}

  /** NULL: neither true nor false, in any row. */
  record Null() implements Predicate {}

  /** Nothing is known of the condition: it leaves nothing out. */
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

  /** {@code path BETWEEN low AND high}, both included. */
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

  /** Always true, or never. */
  static Predicate constant(boolean value) {
    return value ? and(List.of()) : or(List.of());
  }

  /** Whether columns of the two types can be compared with each other. */
  static boolean areComparable(CifType a, CifType b) {
    return Comparand.areComparable(a, b);
  }

  /** The paths that the predicate looks at, each once. */
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

  /** The predicate with other conditions in place of its leaves. */
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

  /** False if no row can satisfy the predicate, whatever its leaves say. */
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
