package dev.cif.format.scan;

/**
 * Order by which an engine wants the rows with the first values.
 *
 * @param path column to order by
 * @param count number of distinct values that are wanted, including NULL; at least 1
 * @param ascending true if small values come first, in the order that {@link Predicate} states
 * @param nullsFirst true if NULL comes before all values, false if behind
 */
public record TopOrder(ColumnPath path, int count, boolean ascending, boolean nullsFirst) {
  public TopOrder {
    if (count < 1) {
      throw new IllegalArgumentException("the first " + count + " values");
    }
  }
}
