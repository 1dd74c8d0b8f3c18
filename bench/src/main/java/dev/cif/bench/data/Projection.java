package dev.cif.bench.data;

import java.util.stream.IntStream;

/** Columns that a scan reads. */
public enum Projection {
  INT("1 integer", Row.STRINGS, 1),
  STRING("1 string", 0, 1),
  MAP("1 map", Row.MAP_COLUMN, 1),
  ALL("all columns", 0, Row.COLUMNS);

  public final String title;
  private final int first;
  private final int count;

  Projection(String title, int first, int count) {
    this.title = title;
    this.first = first;
    this.count = count;
  }

  /** Returns the numbers of the columns, ascending; see {@link Row}. */
  public int[] columns() {
    return IntStream.range(first, first + count).toArray();
  }
}
