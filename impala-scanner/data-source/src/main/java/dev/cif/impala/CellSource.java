package dev.cif.impala;

import java.io.IOException;

/** The values that one Impala column shows of one split. Not thread-safe. */
interface CellSource {
  /**
   * Reads the rows {@code row + selected[from]} to {@code row + selected[from + count - 1]}; the
   * offsets ascend.
   */
  void read(long row, int[] selected, int from, int count) throws IOException;

  /** The value in the {@code i}-th of the rows read, an object as {@link ImpalaType.Kind} says. */
  Object get(int i) throws IOException;

  /** Where the values are stored, for error messages. */
  String place();

  /** About how many bytes a value has before encoding. */
  long bytesPerRow();

  /** The same value in every row. */
  record Constant(Object value, String place) implements CellSource {
    @Override
    public void read(long row, int[] selected, int from, int count) {}

    @Override
    public Object get(int i) {
      return value;
    }

    @Override
    public long bytesPerRow() {
      return 0;
    }
  }
}
