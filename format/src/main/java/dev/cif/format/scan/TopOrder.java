package dev.cif.format.scan;

/**
 * An order of which an engine wants the rows with the first values.
 *
 * @param path the column
 * @param count how many distinct values are wanted, NULL being one; at least 1
 * @param ascending whether small values come first, in the order that {@link Predicate} states
 * @param nullsFirst whether NULL comes before all values, or behind
 */
public record TopOrder(ColumnPath path, int count, boolean ascending, boolean nullsFirst) {
  public TopOrder {
    if (count < 1) {
      throw new IllegalArgumentException("the first " + count + " values");
    }
  }
}
