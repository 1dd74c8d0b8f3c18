package dev.cif.format.schema;

/**
 * Statistics of the values of a block or column file, FORMAT.md section 8.
 *
 * <p>{@code min} and {@code max} bound the non-NULL, non-NaN values. They are null if nothing is
 * known, or there is no such value. Their classes are Long (class INT), Double, BigDecimal, byte[]
 * (compared unsigned), or {@link TimestampValue}. Immutable; the arrays must not be changed.
 *
 * @param rows number of rows covered
 * @param nulls number of rows that are NULL
 * @param min lower bound, or null
 * @param max upper bound, or null
 * @param minExact true if the lower bound occurs as a value
 * @param maxExact true if the upper bound occurs as a value
 * @param hasNan true if NaN occurs
 */
public record ColumnStatistics(
    long rows,
    long nulls,
    Object min,
    Object max,
    boolean minExact,
    boolean maxExact,
    boolean hasNan) {
  /** Statistics of no rows. */
  public static final ColumnStatistics NONE = ofNulls(0);

  /** Returns the statistics of rows that are all NULL. */
  public static ColumnStatistics ofNulls(long rows) {
    return new ColumnStatistics(rows, rows, null, null, false, false, false);
  }

  /** Returns the statistics of the rows of both, which are of one column. */
  public ColumnStatistics merge(ColumnStatistics other) {
    long allRows = rows + other.rows;
    long allNulls = nulls + other.nulls;
    boolean nan = hasNan || other.hasNan;
    if (isUnbounded() || other.isUnbounded()) {
      // A range without values to bound takes the bounds of the other.
      ColumnStatistics s = isUnbounded() ? other : this;
      return new ColumnStatistics(allRows, allNulls, s.min, s.max, s.minExact, s.maxExact, nan);
    }
    if (min == null || other.min == null) {
      return new ColumnStatistics(allRows, allNulls, null, null, false, false, nan);
    }
    int low = compare(min, other.min);
    int high = compare(max, other.max);
    return new ColumnStatistics(
        allRows,
        allNulls,
        low <= 0 ? min : other.min,
        high >= 0 ? max : other.max,
        low == 0 ? minExact || other.minExact : low < 0 ? minExact : other.minExact,
        high == 0 ? maxExact || other.maxExact : high > 0 ? maxExact : other.maxExact,
        nan);
  }

  /** Returns true if there is no value to bound, as opposed to unknown bounds. */
  private boolean isUnbounded() {
    return nulls == rows;
  }

  /** Compares two bounds of one class. */
  public static int compare(Object a, Object b) {
    if (a instanceof byte[] x) {
      return java.util.Arrays.compareUnsigned(x, (byte[]) b);
    }
    @SuppressWarnings("unchecked")
    Comparable<Object> left = (Comparable<Object>) a;
    return left.compareTo(b);
  }
}
