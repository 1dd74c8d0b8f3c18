package dev.cif.format.scan;

import dev.cif.format.read.FilterDescription;
import dev.cif.format.scan.Predicate.Op;
import dev.cif.format.schema.CifType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Prunes the rows that {@link BlockPruner} leaves by filters of keys. A filter applies if all
 * columns of its key are compared with literals for equality within one AND.
 */
final class FilterPruner {
  /** Greatest number of combinations of values of a key's columns that are looked up. */
  private static final int MOST_KEYS = 10_000;

  private final SplitStatistics split;
  private final ColumnTypes types;
  private final BlockPruner statistics;

  /** Filters, those of many columns first: they leave the fewest rows. */
  private final List<FilterDescription> filters;

  /** Creates a pruner; {@code statistics} must have the same split and types. */
  FilterPruner(SplitStatistics split, ColumnTypes types, BlockPruner statistics) {
    this.split = split;
    this.types = types;
    this.statistics = statistics;
    List<FilterDescription> all = new ArrayList<>(split.filters());
    all.sort(Comparator.comparingInt(filter -> -filter.columns().size()));
    filters = List.copyOf(all);
  }

  /**
   * Returns the rows for which the predicate may be true.
   *
   * @param rows rows for which it may be true by statistics
   */
  RowRanges mayBeTrue(Predicate p, RowRanges rows) throws IOException {
    if (filters.isEmpty() || rows.isEmpty()) {
      return rows;
    }
    if (p instanceof Predicate.Or or) {
      RowRanges left = RowRanges.all(0);
      for (Predicate one : or.conditions()) {
        left = left.union(mayBeTrue(one, rows.intersect(statistics.mayBeTrue(one))));
      }
      return left;
    }
    List<Predicate> conditions = new ArrayList<>();
    flatten(p, conditions);
    RowRanges left = byKeys(conditions, rows);
    for (Predicate one : conditions) {
      left = one instanceof Predicate.Or ? mayBeTrue(one, left) : left;
    }
    return left;
  }

  private static void flatten(Predicate p, List<Predicate> to) {
    if (p instanceof Predicate.And and) {
      and.conditions().forEach(one -> flatten(one, to));
    } else {
      to.add(p);
    }
  }

  private RowRanges byKeys(List<Predicate> conditions, RowRanges rows) throws IOException {
    Map<Integer, List<byte[]>> values = new HashMap<>();
    for (Predicate condition : conditions) {
      if (condition instanceof Predicate.Leaf leaf) {
        addValues(leaf, values);
      }
    }
    RowRanges left = rows;
    for (FilterDescription filter : filters) {
      if (left.isEmpty()) {
        break;
      }
      List<FilterDescription.Key> keys = keys(filter, values);
      if (keys != null) {
        left = find(filter, keys, left);
      }
    }
    return left;
  }

  /** Adds the values that a column may have if a condition on it is true. */
  private void addValues(Predicate.Leaf leaf, Map<Integer, List<byte[]>> to) {
    Collection<Object> literals = literals(leaf);
    int column = literals == null ? -1 : split.schema().indexOf(leaf.column());
    if (column < 0 || !leaf.path().isWholeColumn()) {
      return;
    }
    CifType stored = split.schema().column(column).type();
    CifType read = types.of(leaf.column(), stored);
    if (!BlockPruner.haveBoundsOf(stored, read)) {
      return;
    }
    List<byte[]> values = new ArrayList<>();
    for (Object literal : literals) {
      Comparand comparand = Comparand.of(read, literal);
      if (comparand == null) {
        return;
      }
      byte[] value = comparand.equal(stored);
      if (value != null) {
        values.add(value);
      }
    }
    // The more selective of two conditions on a column counts.
    to.merge(column, values, (a, b) -> a.size() <= b.size() ? a : b);
  }

  private static Collection<Object> literals(Predicate.Leaf leaf) {
    if (leaf instanceof Predicate.In in) {
      return in.literals();
    }
    boolean isEqual =
        leaf instanceof Predicate.Compare c
            && (c.op() == Op.EQ || c.op() == Op.EQ_NULLSAFE)
            && c.literal() != null;
    return isEqual ? List.of(((Predicate.Compare) leaf).literal()) : null;
  }

  /** Returns the keys that rows may have; null if a column of the key is not restricted. */
  private static List<FilterDescription.Key> keys(
      FilterDescription filter, Map<Integer, List<byte[]>> values) {
    List<List<byte[]>> keys = new ArrayList<>();
    keys.add(List.of());
    for (int column : filter.columns()) {
      List<byte[]> ofColumn = values.get(column);
      if (ofColumn == null || (long) keys.size() * ofColumn.size() > MOST_KEYS) {
        return null;
      }
      List<List<byte[]>> longer = new ArrayList<>();
      for (List<byte[]> key : keys) {
        for (byte[] value : ofColumn) {
          List<byte[]> one = new ArrayList<>(key);
          one.add(value);
          longer.add(one);
        }
      }
      keys = longer;
    }
    return keys.stream().map(FilterDescription.Key::of).toList();
  }

  private static RowRanges find(
      FilterDescription filter, List<FilterDescription.Key> keys, RowRanges rows)
      throws IOException {
    List<RowRanges.Range> left = new ArrayList<>();
    if (!keys.isEmpty()) {
      filter.find(rows::touches, keys, (from, to) -> left.add(new RowRanges.Range(from, to)));
    }
    return rows.intersect(RowRanges.of(left));
  }
}
