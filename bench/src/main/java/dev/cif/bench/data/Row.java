package dev.cif.bench.data;

/**
 * Row of a data set, filled again and again by its generator: six strings, six integers and a map.
 * The map's values are integers or strings, by the set; of {@code values} and {@code texts} only
 * the one in use is filled.
 */
public final class Row {
  public static final int STRINGS = 6;
  public static final int INTS = 6;
  public static final int MAP_COLUMN = STRINGS + INTS;
  public static final int COLUMNS = MAP_COLUMN + 1;
  public static final int MAX_ENTRIES = 12;

  public final Slice[] strings = Slice.array(STRINGS);
  public final int[] ints = new int[INTS];
  public int entries;
  public final Slice[] keys = Slice.array(MAX_ENTRIES);
  public final int[] values = new int[MAX_ENTRIES];
  public final Slice[] texts = Slice.array(MAX_ENTRIES);

  /** Returns the name of a column: s0 to s5, i0 to i5, m. */
  public static String columnName(int column) {
    if (column < STRINGS) {
      return "s" + column;
    }
    return column < MAP_COLUMN ? "i" + (column - STRINGS) : "m";
  }
}
