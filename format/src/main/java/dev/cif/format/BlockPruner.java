package dev.cif.format;

import dev.cif.format.Predicate.Op;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Finds the rows that may satisfy a predicate, from the statistics of blocks alone. */
final class BlockPruner {
  /** Gives the blocks of a column, or null for a column that the split lacks. */
  interface Blocks {
    List<Block> of(String column) throws IOException;
  }

  /** A block as far as its index entry tells. */
  record Block(CifType type, long from, ColumnStatistics statistics) {}

  private final long rows;
  private final Blocks blocks;

  BlockPruner(long rows, Blocks blocks) {
    this.rows = rows;
    this.blocks = blocks;
  }

  /** Rows for which the predicate may be true. */
  RowRanges mayBeTrue(Predicate p) throws IOException {
    if (p instanceof Predicate.And and) {
      RowRanges result = RowRanges.all(rows);
      for (Predicate condition : and.conditions()) {
        result = result.intersect(mayBeTrue(condition));
      }
      return result;
    }
    if (p instanceof Predicate.Or or) {
      RowRanges result = RowRanges.all(0);
      for (Predicate condition : or.conditions()) {
        result = result.union(mayBeTrue(condition));
      }
      return result;
    }
    if (p instanceof Predicate.Not not) {
      return mayBeFalse(not.condition());
    }
    if (p instanceof Predicate.Compare c) {
      return leaf(c.column(), b -> compare(b, c.op(), c.literal()));
    }
    if (p instanceof Predicate.In in) {
      return leaf(in.column(), b -> in.literals().stream().anyMatch(l -> compare(b, Op.EQ, l)));
    }
    if (p instanceof Predicate.Between x) {
      return leaf(x.column(), b -> compare(b, Op.GE, x.low()) && compare(b, Op.LE, x.high()));
    }
    if (p instanceof Predicate.IsNull n) {
      return leaf(n.column(), b -> b.statistics().nulls() > 0);
    }
    return RowRanges.all(rows);
  }

  /** Rows for which the predicate may be false, not unknown. */
  private RowRanges mayBeFalse(Predicate p) throws IOException {
    if (p instanceof Predicate.And and) {
      return mayBeTrue(Predicate.or(negated(and.conditions())));
    }
    if (p instanceof Predicate.Or or) {
      return mayBeTrue(Predicate.and(negated(or.conditions())));
    }
    if (p instanceof Predicate.Not not) {
      return mayBeTrue(not.condition());
    }
    if (p instanceof Predicate.Compare c) {
      if (c.op() != Op.EQ_NULLSAFE) {
        return leaf(c.column(), b -> compare(b, negated(c.op()), c.literal()));
      }
      return c.literal() == null
          ? mayBeFalse(Predicate.isNull(c.column()))
          : leaf(c.column(), b -> compare(b, Op.NE, c.literal()) || b.statistics().nulls() > 0);
    }
    if (p instanceof Predicate.In in) {
      return leaf(in.column(), b -> in.literals().stream().allMatch(l -> compare(b, Op.NE, l)));
    }
    if (p instanceof Predicate.Between x) {
      return leaf(x.column(), b -> compare(b, Op.LT, x.low()) || compare(b, Op.GT, x.high()));
    }
    if (p instanceof Predicate.IsNull n) {
      return leaf(n.column(), b -> b.statistics().nulls() < b.statistics().rows());
    }
    return RowRanges.all(rows);
  }

  private static List<Predicate> negated(List<Predicate> conditions) {
    return conditions.stream().map(Predicate::not).toList();
  }

  private static Op negated(Op op) {
    switch (op) {
      case EQ:
        return Op.NE;
      case NE:
        return Op.EQ;
      case LT:
        return Op.GE;
      case LE:
        return Op.GT;
      case GT:
        return Op.LE;
      case GE:
        return Op.LT;
      default:
        throw new IllegalArgumentException(op.toString());
    }
  }

  private RowRanges leaf(String column, java.util.function.Predicate<Block> test)
      throws IOException {
    List<Block> list = blocks.of(column);
    if (list == null) {
      // The split lacks the column: it is NULL in every row, and only a default can differ.
      ColumnStatistics allNull = new ColumnStatistics(rows, rows, null, null, false, false, false);
      return test.test(new Block(null, 0, allNull)) ? RowRanges.all(rows) : RowRanges.all(0);
    }
    List<RowRanges.Range> ranges = new ArrayList<>();
    for (Block b : list) {
      if (test.test(b)) {
        ranges.add(new RowRanges.Range(b.from(), b.from() + b.statistics().rows()));
      }
    }
    return RowRanges.of(ranges);
  }

  private static boolean compare(Block block, Op op, Object literal) {
    ColumnStatistics s = block.statistics();
    if (literal == null) {
      return op == Op.EQ_NULLSAFE && s.nulls() > 0;
    }
    if (s.nulls() == s.rows()) {
      return false;
    }
    Object value = Predicate.literalFor(block.type(), literal);
    if (s.min() == null || s.hasNan() || value == null || isNan(value)) {
      return true;
    }
    int low = ColumnStatistics.compare(s.min(), value);
    int high = ColumnStatistics.compare(s.max(), value);
    if (value instanceof Double d && d == 0) {
      // -0.0 and 0.0 are equal in SQL.
      low = Double.compare((Double) s.min() + 0.0, 0.0);
      high = Double.compare((Double) s.max() + 0.0, 0.0);
    }
    switch (op) {
      case EQ:
      case EQ_NULLSAFE:
        return low <= 0 && high >= 0;
      case NE:
        return !(low == 0 && high == 0);
      case LT:
        return low < 0;
      case LE:
        return low <= 0;
      case GT:
        return high > 0;
      case GE:
        return high >= 0;
    }
    throw new AssertionError(op);
  }

  private static boolean isNan(Object value) {
    return value instanceof Double d && Double.isNaN(d);
  }
}
