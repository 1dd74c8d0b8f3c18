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
