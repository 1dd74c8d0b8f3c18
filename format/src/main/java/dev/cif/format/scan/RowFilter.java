package dev.cif.format.scan;

import dev.cif.format.scan.Predicate.Op;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the rows of a window that satisfy a predicate, from their values. A row stays if the
 * predicate is unknown. A column is read when it first matters: not for windows without remaining
 * rows. Not thread-safe.
 */
final class RowFilter {
  /** Source of the values of a path in the window. */
  interface Source {
    CifType type();

    /** Returns all values of the window; may be called repeatedly. */
    ColumnVector window() throws IOException;
  }

  /** Provider of the sources; returns null for a column that the split lacks. */
  interface Sources {
    Source of(ColumnPath path) throws IOException;
  }

  /**
   * Step that keeps some rows of the window: it narrows ascending offsets in place, and returns
   * their number.
   */
  interface Step {
    int narrow(int[] rows, int count) throws IOException;
  }

  /** Test if a value that is not NULL satisfies a condition. */
  interface Test {
    boolean holds(ColumnVector values, int i);
  }

  private static final Step ALL = (rows, count) -> count;
  private static final Step NONE = (rows, count) -> 0;

  private final Sources sources;
  private final Step step;
  private Predicate undecided;

  RowFilter(Predicate predicate, Sources sources) throws IOException {
    this.sources = sources;
    this.step = step(predicate, true);
  }

  /** Evaluates a condition on constants to a constant; returns other conditions unchanged. */
  static Predicate fold(Predicate.Leaf leaf, ConstantValues constants) {
    try {
      boolean known = constants.of(leaf.path()) != null;
      if (leaf instanceof Predicate.CompareColumns columns
          && known != (constants.of(columns.other()) != null)) {
        return Predicate.unknown();
      }
      if (!known) {
        return leaf;
      }
      Sources sources = path -> new Constant(constants.of(path));
      RowFilter isTrue = new RowFilter(leaf, sources);
      if (isTrue.undecided() != null) {
        return Predicate.unknown();
      }
      if (isTrue.narrow(new int[1], 1) == 1) {
        return Predicate.constant(true);
      }
      boolean isFalse = new RowFilter(Predicate.not(leaf), sources).narrow(new int[1], 1) == 1;
      return isFalse ? Predicate.constant(false) : new Predicate.Null();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private record Constant(ColumnVector window) implements Source {
    @Override
    public CifType type() {
      return window.type();
    }
  }

  /**
   * Returns a part of the predicate that can't be decided, so that too many rows stay; null if
   * there is none.
   */
  Predicate undecided() {
    return undecided;
  }

  /**
   * Keeps the rows that satisfy the predicate.
   *
   * @param rows ascending offsets in the window; those that stay are moved to the front
   * @return number of rows that stay
   */
  int narrow(int[] rows, int count) throws IOException {
    return step.narrow(rows, count);
  }

  /**
   * Returns the step for rows where a predicate is true or, if {@code truth} is not set, false;
   * never NULL.
   */
  private Step step(Predicate p, boolean truth) throws IOException {
    if (p instanceof Predicate.Not not) {
      return step(not.condition(), !truth);
    }
    if (p instanceof Predicate.And and) {
      return truth ? all(steps(and.conditions(), true)) : any(steps(and.conditions(), false));
    }
    if (p instanceof Predicate.Or or) {
      return truth ? any(steps(or.conditions(), true)) : all(steps(or.conditions(), false));
    }
    if (p instanceof Predicate.Null) {
      return NONE;
    }
    return p instanceof Predicate.Leaf leaf ? leaf(leaf, truth) : unknown(p);
  }

  private Step unknown(Predicate p) {
    undecided = p;
    return ALL;
  }

  private List<Step> steps(List<Predicate> conditions, boolean truth) throws IOException {
    List<Step> steps = new ArrayList<>();
    for (Predicate condition : conditions) {
      steps.add(step(condition, truth));
    }
    return steps;
  }

  private static Step all(List<Step> steps) {
    return (rows, count) -> {
      int left = count;
      for (int s = 0; s < steps.size() && left > 0; s++) {
        left = steps.get(s).narrow(rows, left);
      }
      return left;
    };
  }

  private static Step any(List<Step> steps) {
    return steps.isEmpty() ? NONE : steps.size() == 1 ? steps.get(0) : new Any(steps);
  }

  /**
   * Step that keeps the rows that one of several steps keeps. Each step sees only the rows that
   * none before it has kept.
   */
  private static final class Any implements Step {
    private final List<Step> steps;
    private boolean[] kept = new boolean[0];
    private int[] open = new int[0];
    private int[] found = new int[0];

    Any(List<Step> steps) {
      this.steps = steps;
    }

    @Override
    public int narrow(int[] rows, int count) throws IOException {
      if (count == 0) {
        return 0;
      }
      if (kept.length <= rows[count - 1]) {
        kept = new boolean[rows.length];
        open = new int[rows.length];
        found = new int[rows.length];
      }
      System.arraycopy(rows, 0, open, 0, count);
      int left = count;
      for (int s = 0; s < steps.size() && left > 0; s++) {
        System.arraycopy(open, 0, found, 0, left);
        int hits = steps.get(s).narrow(found, left);
        for (int k = 0; k < hits; k++) {
          kept[found[k]] = true;
        }
        left = hits == 0 ? left : take(open, left, false);
      }
      int result = take(rows, count, true);
      for (int k = 0; k < result; k++) {
        kept[rows[k]] = false;
      }
      return result;
    }

    private int take(int[] rows, int count, boolean ifKept) {
      int taken = 0;
      for (int k = 0; k < count; k++) {
        if (kept[rows[k]] == ifKept) {
          rows[taken++] = rows[k];
        }
      }
      return taken;
    }
  }

  private Step leaf(Predicate.Leaf leaf, boolean truth) throws IOException {
    Source source = sources.of(leaf.path());
    if (leaf instanceof Predicate.IsNull) {
      return source == null ? (truth ? ALL : NONE) : isNull(source, truth);
    }
    if (leaf instanceof Predicate.CompareColumns columns) {
      return compareColumns(columns, source, sources.of(columns.other()), truth);
    }
    boolean isNullSafe = leaf instanceof Predicate.Compare c && c.op() == Op.EQ_NULLSAFE;
    if (leaf instanceof Predicate.Compare c && c.literal() == null) {
      return isNullSafe ? leaf(new Predicate.IsNull(leaf.path()), truth) : NONE;
    }
    boolean keepsNulls = isNullSafe && !truth;
    if (source == null) {
      return keepsNulls ? ALL : NONE;
    }
    if (truth && leaf instanceof Predicate.Like like && isText(source.type())) {
      return new LikeStep(source, new LikePattern(like.pattern()));
    }
    Test test = test(leaf, source.type(), truth);
    if (test == null) {
      undecided = leaf;
      return keepsNulls ? ALL : isNull(source, false);
    }
    return where(source, test, keepsNulls);
  }

  private static Step isNull(Source source, boolean truth) {
    return where(source, (values, i) -> !truth, truth);
  }

  static Step where(Source source, Test test, boolean keepsNulls) {
    return (rows, count) -> {
      ColumnVector values = source.window();
      int kept = 0;
      if (!values.hasNulls) {
        for (int k = 0; k < count; k++) {
          int row = rows[k];
          if (test.holds(values, row)) {
            rows[kept++] = row;
          }
        }
        return kept;
      }
      for (int k = 0; k < count; k++) {
        int row = rows[k];
        if (values.nulls[row] ? keepsNulls : test.holds(values, row)) {
          rows[kept++] = row;
        }
      }
      return kept;
    };
  }

  /** Returns the test of values that are not NULL; null if it can't be decided. */
  private static Test test(Predicate.Leaf leaf, CifType type, boolean truth) {
    if (leaf instanceof Predicate.Compare c) {
      Comparand literal = Comparand.of(type, c.literal());
      return literal == null ? null : compare(literal, truth ? c.op() : c.op().negated());
    }
    if (leaf instanceof Predicate.Like like) {
      LikePattern pattern = new LikePattern(like.pattern());
      return !isText(type)
          ? null
          : (values, i) -> {
            BytesVector v = (BytesVector) values;
            return pattern.matches(v.data, v.starts[i], v.lengths[i]) == truth;
          };
    }
    List<Comparand> literals = new ArrayList<>();
    for (Object literal : ((Predicate.In) leaf).literals()) {
      Comparand comparand = Comparand.of(type, literal);
      if (comparand == null) {
        return null;
      }
      literals.add(comparand);
    }
    return (values, i) -> {
      for (Comparand literal : literals) {
        if (literal.order(values, i) == 0) {
          return truth;
        }
      }
      return !truth;
    };
  }

  private static boolean isText(CifType type) {
    return type.physical() == CifType.Physical.BYTES;
  }

  private static Test compare(Comparand literal, Op op) {
    if (literal instanceof Comparand.OfLong number) {
      boolean below = op.holds(-1);
      boolean equal = op.holds(0);
      boolean above = op.holds(1);
      long floor = number.floor;
      // A literal between two numbers equals none.
      boolean atFloor = number.isAbove ? below : equal;
      return (values, i) -> {
        long value = ((LongVector) values).values[i];
        return value < floor ? below : value > floor ? above : atFloor;
      };
    }
    return (values, i) -> op.holds(literal.order(values, i));
  }

  private Step compareColumns(
      Predicate.CompareColumns p, Source source, Source other, boolean truth) {
    if (source != null && other != null) {
      if (!Comparand.areComparable(source.type(), other.type())) {
        return unknown(p);
      }
      if (Comparand.areSwapped(source.type(), other.type())) {
        return compare(other, source, p.op(), truth, true);
      }
      return compare(source, other, p.op(), truth, false);
    }
    if (p.op() != Op.EQ_NULLSAFE) {
      return NONE;
    }
    Source there = source == null ? other : source;
    return there == null ? (truth ? ALL : NONE) : isNull(there, truth);
  }

  private static Step compare(Source a, Source b, Op op, boolean truth, boolean swapped) {
    return (rows, count) -> {
      ColumnVector left = a.window();
      ColumnVector right = b.window();
      int kept = 0;
      for (int k = 0; k < count; k++) {
        int row = rows[k];
        boolean holds;
        if (left.isNull(row) || right.isNull(row)) {
          boolean equal = left.isNull(row) && right.isNull(row);
          holds = op == Op.EQ_NULLSAFE && equal == truth;
        } else {
          int order = Comparand.order(left, row, right, row);
          holds = op.holds(swapped ? -order : order) == truth;
        }
        if (holds) {
          rows[kept++] = row;
        }
      }
      return kept;
    };
  }
}
