package dev.cif.format;

/**
 * What is known of the values of a block or column file without reading them: FORMAT.md section 8.
 *
 * <p>{@code min} and {@code max} are null if nothing is known or no value is to be bounded; else
 * bounds of the non-NULL, non-NaN values: Long (class INT), Double, BigDecimal, byte[] (compared
 * unsigned), or {@link TimestampValue}. Immutable (the arrays are not to be changed).
 *
 * @param rows rows covered
 * @param nulls rows that are NULL
 * @param min lower bound, or null
 * @param max upper bound, or null
 * @param minExact the lower bound occurs as a value
 * @param maxExact the upper bound occurs as a value
 * @param hasNan NaN occurs
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
