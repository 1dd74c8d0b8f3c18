package dev.cif.format.internal.row;

import java.util.Random;

/** Which rows are NULL. */
enum NullPattern {
  NONE(5000),
  ALL(1001),
  ALTERNATING(1001),
  RANDOM(5000),
  FIRST(101),
  LAST(101);

  /** Blocks of more rows prove nothing new about this pattern. */
  final int maxRows;

  NullPattern(int maxRows) {
    this.maxRows = maxRows;
  }

  boolean isNull(int row, int rows, Random random) {
    switch (this) {
      case NONE:
        return false;
      case ALL:
        return true;
      case ALTERNATING:
        return row % 2 == 1;
      case RANDOM:
        return random.nextInt(3) == 0;
      case FIRST:
        return row == 0;
      default:
        return row == rows - 1;
    }
  }
}
