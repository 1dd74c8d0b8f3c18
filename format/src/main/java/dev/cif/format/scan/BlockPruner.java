package dev.cif.format.scan;

import dev.cif.format.read.ColumnDescription;
import dev.cif.format.read.PartDescriptions;
import dev.cif.format.scan.ColumnPath.Step;
import dev.cif.format.scan.Predicate.Op;
import dev.cif.format.schema.BlockDescription;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Kind;
import dev.cif.format.schema.ColumnStatistics;
import dev.cif.format.value.MapKey;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Finds the rows that may satisfy a predicate, from the statistics of blocks alone. */
final class BlockPruner {
  /**
   * Test that decides from bounds if a block may have a non-NULL value for which a condition holds.
   */
  private interface Test {
    boolean mayHold(Object min, Object max);
  }

  private static final Test ANY = (min, max) -> true;

  private final SplitStatistics split;
  private final ColumnTypes types;

  BlockPruner(SplitStatistics split, ColumnTypes types) {
    this.split = split;
    this.types = types;
  }

  /** Returns the rows for which the predicate may be true. */
  RowRanges mayBeTrue(Predicate p) throws IOException {
    return mayBe(p, true);
  }

  /**
   * Returns the rows for which the predicate may be true, or those for which it may be false. In
   * both cases it is not NULL.
   */
  private RowRanges mayBe(Predicate p, boolean truth) throws IOException {
    if (p instanceof Predicate.Not not) {
      return mayBe(not.condition(), !truth);
    }
    if (p instanceof Predicate.And and) {
      return truth ? inAll(and.conditions(), true) : inOne(and.conditions(), false);
    }
    if (p instanceof Predicate.Or or) {
      return truth ? inOne(or.conditions(), true) : inAll(or.conditions(), false);
    }
    if (p instanceof Predicate.Null) {
      return RowRanges.all(0);
    }
    if (!(p instanceof Predicate.Leaf leaf)) {
      return RowRanges.all(split.rows());
    }
    return leaf.path().isWholeColumn() ? leaf(leaf, truth) : ofPart(leaf, truth);
  }

  private RowRanges inAll(List<Predicate> conditions, boolean truth) throws IOException {
    RowRanges result = RowRanges.all(split.rows());
    for (Predicate condition : conditions) {
      if (result.isEmpty()) {
        break;
      }
      result = result.intersect(mayBe(condition, truth));
    }
    return result;
  }

  private RowRanges inOne(List<Predicate> conditions, boolean truth) throws IOException {
    RowRanges result = RowRanges.all(0);
    for (Predicate condition : conditions) {
      result = result.union(mayBe(condition, truth));
    }
    return result;
  }

  /**
   * Prunes by a part of a value. The part is NULL where the value is, and may have its own
   * statistics.
   */
  private RowRanges ofPart(Predicate.Leaf leaf, boolean truth) throws IOException {
    int column = split.schema().indexOf(leaf.column());
    boolean mayBeOfNull =
        leaf instanceof Predicate.IsNull
            ? truth
            : leaf instanceof Predicate.CompareColumns
                || (leaf instanceof Predicate.Compare c && c.op() == Op.EQ_NULLSAFE);
    RowRanges ofValue = mayBeOfNull ? RowRanges.all(split.rows()) : where(column, false, ANY);
    PartDescriptions parts = column < 0 || ofValue.isEmpty() ? null : split.parts(column);
    if (parts == null || leaf instanceof Predicate.CompareColumns) {
      return ofValue;
    }
    CifType stored = split.schema().column(column).type();
    CifType read = types.of(leaf.column(), stored);
    List<ColumnStatistics> part = part(parts, leaf.path().steps(), stored, read);
    return part == null
        ? ofValue
        : ofValue.intersect(ofPart(leaf, truth, leaf.path().typeIn(read), column, part));
  }

  private RowRanges ofPart(
      Predicate.Leaf leaf, boolean truth, CifType read, int column, List<ColumnStatistics> part)
      throws IOException {
    List<BlockDescription> blocks = split.describe(column).blocks();
    boolean isNullSafe = leaf instanceof Predicate.Compare c && c.op() == Op.EQ_NULLSAFE;
    boolean isOfNull = leaf instanceof Predicate.Compare c && c.literal() == null;
    if (leaf instanceof Predicate.IsNull || (isOfNull && isNullSafe)) {
      return where(blocks, part, truth, truth ? null : ANY);
    }
    return isOfNull
        ? RowRanges.all(0)
        : where(blocks, part, isNullSafe && !truth, test(leaf, truth, read));
  }

  /** Returns the statistics of a part as it is read, one a block; null if there are none. */
  private static List<ColumnStatistics> part(
      PartDescriptions parts, List<Step> steps, CifType stored, CifType read) throws IOException {
    if (stored.kind() == Kind.MAP) {
      boolean isKnown =
          steps.size() == 1
              && read.kind() == Kind.MAP
              && stored.child(0).equals(read.child(0))
              && haveBoundsOf(stored.child(1), read.child(1));
      MapKey key = isKnown ? ColumnPath.mapKey(stored, steps.get(0)) : null;
      return key == null ? null : parts.of(key);
    }
    CifType from = stored;
    CifType to = read;
    List<Integer> fields = new ArrayList<>();
    for (Step step : steps) {
      boolean areStructs = from.kind() == Kind.STRUCT && to.kind() == Kind.STRUCT;
      if (!areStructs || !(step instanceof Step.Field field)) {
        return null;
      }
      int at = from.fieldIndex(field.name());
      int wanted = to.fieldIndex(field.name());
      if (at < 0 || wanted < 0) {
        return null;
      }
      fields.add(at);
      from = from.child(at);
      to = to.child(wanted);
    }
    boolean isKnown = from.kind().isPrimitive() && haveBoundsOf(from, to);
    return isKnown ? parts.of(fields) : null;
  }

  private RowRanges leaf(Predicate.Leaf leaf, boolean truth) throws IOException {
    int column = split.schema().indexOf(leaf.column());
    CifType stored = column < 0 ? null : split.schema().column(column).type();
    ColumnVector constant = column < 0 ? split.defaultOf(leaf.column()) : null;
    if (constant != null) {
      CifType read = types.of(leaf.column(), constant.type());
      return constant(leaf, truth, read, Comparand.literal(constant, 0));
    }
    CifType read = types.of(leaf.column(), stored);
    if (leaf instanceof Predicate.IsNull) {
      return column >= 0 && !haveBoundsOf(stored, read)
          ? RowRanges.all(split.rows())
          : where(column, truth, truth ? null : ANY);
    }
    boolean isNullSafe = leaf instanceof Predicate.Compare c && c.op() == Op.EQ_NULLSAFE;
    Object literal = leaf instanceof Predicate.Compare c ? c.literal() : "";
    if (literal == null) {
      return isNullSafe ? leaf(new Predicate.IsNull(leaf.path()), truth) : RowRanges.all(0);
    }
    if (leaf instanceof Predicate.CompareColumns || (column >= 0 && !haveBoundsOf(stored, read))) {
      return RowRanges.all(split.rows());
    }
    return where(column, isNullSafe && !truth, column < 0 ? ANY : test(leaf, truth, read));
  }

  /**
   * Returns all rows or none for a column that the split lacks, since it has one value in every
   * row.
   */
  private RowRanges constant(Predicate.Leaf leaf, boolean truth, CifType read, Object value) {
    boolean mayHold;
    if (leaf instanceof Predicate.IsNull) {
      mayHold = !truth;
    } else if (leaf instanceof Predicate.CompareColumns) {
      mayHold = true;
    } else if (leaf instanceof Predicate.Compare c && c.literal() == null) {
      mayHold = c.op() == Op.EQ_NULLSAFE && !truth;
    } else {
      mayHold = test(leaf, truth, read).mayHold(value, value);
    }
    return RowRanges.all(mayHold ? split.rows() : 0);
  }

  /**
   * Returns the rows of blocks that may match. These have a NULL, if {@code nulls} is set, or a
   * value for which the test may hold. A null test means that no value matches.
   */
  private RowRanges where(int column, boolean nulls, Test test) throws IOException {
    if (column < 0) {
      // The split lacks the column: it is NULL in every row.
      return RowRanges.all(nulls ? split.rows() : 0);
    }
    ColumnDescription description = split.describe(column);
    List<BlockDescription> blocks = description.blocks();
    if (!mayHave(description.statistics(), nulls, test)) {
      return RowRanges.all(0);
    }
    return where(blocks, blocks.stream().map(BlockDescription::statistics).toList(), nulls, test);
  }

  /**
   * Returns the rows of blocks that may match by the statistics of their values, or of a part of
   * them. Null statistics keep the block.
   */
  private static RowRanges where(
      List<BlockDescription> blocks, List<ColumnStatistics> statistics, boolean nulls, Test test) {
    List<RowRanges.Range> ranges = new ArrayList<>();
    for (int i = 0; i < blocks.size(); i++) {
      BlockDescription b = blocks.get(i);
      ColumnStatistics s = statistics.get(i);
      if (s == null || mayHave(s, nulls, test)) {
        ranges.add(new RowRanges.Range(b.firstRow(), b.firstRow() + b.rows()));
      }
    }
    return RowRanges.of(ranges);
  }

  private static boolean mayHave(ColumnStatistics s, boolean nulls, Test test) {
    boolean mayHold =
        test != null
            && s.nulls() < s.rows()
            && (s.min() == null || s.hasNan() || test.mayHold(s.min(), s.max()));
    return mayHold || (nulls && s.nulls() > 0);
  }

  private static Test test(Predicate.Leaf leaf, boolean truth, CifType read) {
    if (leaf instanceof Predicate.Compare c) {
      Comparand literal = Comparand.of(read, c.literal());
      Op op = truth ? c.op() : c.op().negated();
      return literal == null
          ? ANY
          : (min, max) -> op.mayHold(literal.order(min), literal.order(max));
    }
    if (leaf instanceof Predicate.In in) {
      List<Test> tests = new ArrayList<>();
      for (Object literal : in.literals()) {
        tests.add(test(new Predicate.Compare(in.path(), Op.EQ, literal), truth, read));
      }
      return truth
          ? (min, max) -> tests.stream().anyMatch(t -> t.mayHold(min, max))
          : (min, max) -> tests.stream().allMatch(t -> t.mayHold(min, max));
    }
    return truth ? like(((Predicate.Like) leaf).pattern()) : ANY;
  }

  /**
   * Returns a test for texts between the pattern's prefix and the next text behind all texts with
   * that prefix.
   */
  private static Test like(String pattern) {
    byte[] prefix = new LikePattern(pattern).prefix();
    return (min, max) -> {
      if (!(min instanceof byte[] low) || !(max instanceof byte[] high)) {
        return true;
      }
      int length = Math.min(low.length, prefix.length);
      return Arrays.compareUnsigned(high, prefix) >= 0
          && Arrays.compareUnsigned(low, 0, length, prefix, 0, prefix.length) <= 0;
    };
  }

  /**
   * Returns true if bounds and counts of stored values also hold for the values as they are read.
   */
  static boolean haveBoundsOf(CifType stored, CifType read) {
    if (stored.equals(read)) {
      return true;
    }
    return switch (read.kind()) {
      case SMALLINT, INT, BIGINT -> stored.isInteger() && stored.kind().compareTo(read.kind()) <= 0;
      case DOUBLE -> stored.kind() == Kind.FLOAT;
      case DECIMAL ->
          stored.kind() == Kind.DECIMAL
              && stored.scale() <= read.scale()
              && stored.precision() - stored.scale() <= read.precision() - read.scale();
      case STRING -> stored.kind() == Kind.VARCHAR || stored.kind() == Kind.CHAR;
      case BOOLEAN, TINYINT, FLOAT, VARCHAR, CHAR, BINARY, DATE, TIMESTAMP, TIMESTAMP_LTZ -> false;
      case ARRAY, MAP, STRUCT, UNION -> false;
    };
  }
}
