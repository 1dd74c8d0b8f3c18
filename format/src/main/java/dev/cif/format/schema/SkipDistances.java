package dev.cif.format.schema;

import java.util.Arrays;

/** Skip distances of a skip list, in rows (the paper's section 5.2). Immutable. */
public final class SkipDistances {
  /** Distances of the paper: 10, 100 and 1000 rows. */
  public static final SkipDistances DEFAULT = of(10, 100, 1000);

  private final int[] rows;

  private SkipDistances(int[] rows) {
    this.rows = rows;
  }

  /**
   * Returns skip distances of these numbers of rows.
   *
   * @throws IllegalArgumentException unless the distances ascend, the first is at least 2, and each
   *     divides the next
   */
  public static SkipDistances of(int... rows) {
    int previous = 1;
    for (int d : rows) {
      if (d < 2 || d <= previous || d % previous != 0) {
        throw new IllegalArgumentException(
            "skip distances "
                + Arrays.toString(rows)
                + ": they must ascend, each from 2 on and a multiple of the one before");
      }
      previous = d;
    }
    if (rows.length == 0) {
      throw new IllegalArgumentException("a skip list needs at least one distance");
    }
    return new SkipDistances(rows.clone());
  }

  /** Parses a comma-separated list. */
  public static SkipDistances parse(String text) {
    String[] parts = text.split(",", -1);
    int[] rows = new int[parts.length];
    for (int i = 0; i < rows.length; i++) {
      try {
        rows[i] = Integer.parseInt(parts[i].trim());
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("skip distances '" + text + "' are no numbers", e);
      }
    }
    return of(rows);
  }

  public int size() {
    return rows.length;
  }

  public int distance(int i) {
    return rows[i];
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof SkipDistances s && Arrays.equals(s.rows, rows);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(rows);
  }

  @Override
  public String toString() {
    return Arrays.toString(rows).replaceAll("[\\[\\] ]", "");
  }
}
