package dev.cif.format.scan;

import dev.cif.format.vector.Runs;

/**
 * Consecutive rows that a scan filters in one step, and those of them that survive. Not
 * thread-safe.
 */
final class Window {
  /** Number of rows, on average, behind one that does not survive, where a window is dense. */
  private static final int DENSE = 16;

  private long first;
  private int size;

  /** Surviving rows, counted from the first one; not valid if the window is whole. */
  private int[] selected = new int[0];

  private int count;

  private boolean isWhole = true;

  /** Moves to other rows, which all survive. */
  void moveTo(long row, int rows) {
    first = row;
    size = rows;
    keepAll();
  }

  /** Ends the window after fewer rows. All of them survive. */
  void cut(int rows) {
    size = Math.min(size, rows);
    keepAll();
  }

  /** Returns the number, in the split, of the first row. */
  long first() {
    return first;
  }

  /** Returns the number of rows, surviving or not. */
  int size() {
    return size;
  }

  /** Returns the number, in the split, of the row behind the window. */
  long end() {
    return first + size;
  }

  /**
   * Returns the numbers of all rows, counted from the first one, in the array that holds the
   * surviving ones.
   */
  int[] all() {
    numbers();
    for (int i = 0; i < size; i++) {
      selected[i] = i;
    }
    return selected;
  }

  /** Returns the array that holds the surviving rows, with room for all. */
  int[] numbers() {
    if (selected.length < size) {
      selected = new int[size];
    }
    return selected;
  }

  /** Lets only the first rows of the array {@link #numbers} survive. */
  void keep(int rows) {
    count = rows;
    isWhole = false;
  }

  private void keepAll() {
    count = size;
    isWhole = true;
  }

  /** Ends the window where more rows would survive than allowed. */
  void shorten(int most) {
    if (isWhole && size > most) {
      // Values that were read of the whole window are cut by these numbers.
      size = most;
      all();
      keep(most);
    } else if (!isWhole && count > most) {
      size = selected[most];
      count = most;
    }
  }

  /** Returns true if all rows survive. */
  boolean isWhole() {
    return isWhole;
  }

  /**
   * Returns true if so many rows survive, but not all, that it is quicker to read all rows and to
   * drop some than to read each run by itself.
   */
  boolean isDense() {
    return !isWhole && (long) (size - count) * DENSE < size;
  }

  /** Returns the surviving rows, counted from the first one; not valid if the window is whole. */
  int[] selected() {
    return selected;
  }

  /** Returns the number of surviving rows. */
  int count() {
    return count;
  }

  /** Returns the number, in the split, of the {@code i}-th surviving row. */
  long row(int i) {
    return first + (isWhole ? i : selected[i]);
  }

  /** Returns the number of consecutive surviving rows from the {@code i}-th on. */
  int run(int i) {
    return isWhole ? count - i : Runs.end(selected, i, count) - i;
  }
}
