package dev.cif.format.schema;

/**
 * Summary of a column's values for planners of queries, FORMAT.md section 5.4. Deleted rows count,
 * too. Immutable.
 *
 * @param statistics rows, NULLs and bounds
 * @param rawBytes size of the values before encoding in bytes, those that are NULL with 1 each
 * @param distinct distinct values that are not NULL
 * @param longest length in bytes of the longest value of a column of class BYTES; else 0
 * @param trues number of rows of a boolean column that are true; else 0
 */
public record ValueSummary(
    ColumnStatistics statistics, long rawBytes, DistinctValues distinct, int longest, long trues) {
  /** Summary of no rows. */
  public static final ValueSummary NONE = ofNulls(0);

  /** Returns the summary of rows that are all NULL. */
  public static ValueSummary ofNulls(long rows) {
    return new ValueSummary(ColumnStatistics.ofNulls(rows), rows, DistinctValues.NONE, 0, 0);
  }

  /** Returns the summary of the rows of both, which are of one column. */
  public ValueSummary merge(ValueSummary other) {
    return new ValueSummary(
        statistics.merge(other.statistics),
        Math.addExact(rawBytes, other.rawBytes),
        distinct.merge(other.distinct),
        Math.max(longest, other.longest),
        Math.addExact(trues, other.trues));
  }
}
