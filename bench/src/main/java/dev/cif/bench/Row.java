package dev.cif.bench;

/**
 * One row of a data set, filled again and again by its generator: six strings, six integers and a
 * map. The map's values are integers or strings, as {@link DataSet#textMap} says; of {@code values}
 * and {@code texts} only the one in use is filled.
 */
final class Row {
  static final int STRINGS = 6;
  static final int INTS = 6;
  static final int MAP_COLUMN = STRINGS + INTS;
  static final int COLUMNS = MAP_COLUMN + 1;
  static final int MAX_ENTRIES = 12;

  final Slice[] strings = Slice.array(STRINGS);
  final int[] ints = new int[INTS];
  int entries;
  final Slice[] keys = Slice.array(MAX_ENTRIES);
  final int[] values = new int[MAX_ENTRIES];
  final Slice[] texts = Slice.array(MAX_ENTRIES);

  /** The name of a column: s0 to s5, i0 to i5, m. */
  static String columnName(int column) {
    if (column < STRINGS) {
      return "s" + column;
    }
    return column < MAP_COLUMN ? "i" + (column - STRINGS) : "m";
  }
}
