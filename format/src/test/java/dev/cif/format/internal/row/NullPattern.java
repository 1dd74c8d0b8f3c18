package dev.cif.format.internal.row;

import java.util.Random;

/** Which rows are NULL. */
enum NullPattern {
  NONE,
  ALL,
  ALTERNATING,
  RANDOM,
  FIRST,
  LAST;

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
