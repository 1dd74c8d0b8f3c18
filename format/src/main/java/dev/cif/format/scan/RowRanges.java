package dev.cif.format.scan;

import java.util.ArrayList;
import java.util.List;

/** Sorted, disjoint ranges of rows of a split. Immutable. */
public final class RowRanges {
  /**
   * Rows {@code from} to {@code to - 1}.
   *
   * @param from first row
   * @param to first row behind the range
   */
  public record Range(long from, long to) {}

  private final List<Range> ranges;

  private RowRanges(List<Range> ranges) {
    this.ranges = List.copyOf(ranges);
  }

  /** Returns all rows of a split with this number of rows. */
  public static RowRanges all(long rows) {
    return between(0, rows);
  }

  /** Returns rows {@code from} to {@code to - 1}. */
  public static RowRanges between(long from, long to) {
    return of(List.of(new Range(from, to)));
  }

  /** Returns ascending ranges, with neighbours joined and empty ones dropped. */
  static RowRanges of(List<Range> ascending) {
    List<Range> joined = new ArrayList<>();
    for (Range r : ascending) {
      Range last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
      if (r.from >= r.to) {
        continue;
      }
      if (last != null && last.to >= r.from) {
        joined.set(joined.size() - 1, new Range(last.from, Math.max(last.to, r.to)));
      } else {
        joined.add(r);
      }
    }
    return new RowRanges(joined);
  }

  public List<Range> ranges() {
    return ranges;
  }

  public boolean isEmpty() {
    return ranges.isEmpty();
  }

  /** Returns the number of rows. */
  public long count() {
    return ranges.stream().mapToLong(r -> r.to - r.from).sum();
  }

  /** Returns true if one of the rows {@code from} to {@code to - 1} is in a range. */
  boolean touches(long from, long to) {
    int low = 0;
    int high = ranges.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ranges.get(middle).to <= from) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < ranges.size() && ranges.get(low).from < to;
  }

  /** Returns the rows that are in both. */
  public RowRanges intersect(RowRanges other) {
    List<Range> both = new ArrayList<>();
    int i = 0;
    int k = 0;
    while (i < ranges.size() && k < other.ranges.size()) {
      Range a = ranges.get(i);
      Range b = other.ranges.get(k);
      both.add(new Range(Math.max(a.from, b.from), Math.min(a.to, b.to)));
      if (a.to < b.to) {
        i++;
      } else {
        k++;
      }
    }
    return of(both);
  }

  /** Returns the rows that are in one or both. */
  public RowRanges union(RowRanges other) {
    List<Range> all = new ArrayList<>(ranges);
    all.addAll(other.ranges);
    all.sort(java.util.Comparator.comparingLong(Range::from));
    return of(all);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof RowRanges r && r.ranges.equals(ranges);
  }

  @Override
  public int hashCode() {
    return ranges.hashCode();
  }

  @Override
  public String toString() {
    return ranges.toString();
  }
}
