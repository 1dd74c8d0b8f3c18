package dev.cif.format.internal.row;

import dev.cif.format.SkipDistances;
import java.util.Arrays;

/**
 * Finds rows in a block: moves forward row by row, or along a skip list by the greatest distances
 * that fit (paper section 5.2, figure 6); back only by starting over.
 *
 * <p>The cursor stands at the current row, before its skip block if it has one.
 */
final class RowLocator {
  private final RowCursor c;
  private final ValueDecoder decoder;
  private final SkipDistances skips;
  private final int rows;
  private final int first;
  private int row;

  /** Where a skip block said that the row is which the distance leads to next; -1 if unknown. */
  private final int[] announced;

  /** A locator at row 0, to which the cursor's position belongs; {@code skips} null for no list. */
  RowLocator(RowCursor c, ValueDecoder decoder, SkipDistances skips, int rows) {
    this.c = c;
    this.decoder = decoder;
    this.skips = skips;
    this.rows = rows;
    this.first = c.position;
    this.announced = new int[skips == null ? 0 : skips.size()];
    Arrays.fill(announced, -1);
  }

  /** Moves to a row; those passed over are counted as skipped. */
  void seek(int target) {
    if (target < row) {
      restart();
    }
    c.counter.skipped += target - row;
    while (row < target) {
      int limit = target;
      if (skips != null) {
        int levels = levels(row);
        if (levels > 0) {
          readSkipBlock(levels);
          int level = levels - 1;
          while (level >= 0 && skips.distance(level) > target - row) {
            level--;
          }
          if (level >= 0) {
            jump(level);
            continue;
          }
        }
        limit = Math.min(target, nextSkipBlock());
      }
      decoder.skip(c, limit - row);
      row = limit;
    }
  }

  /** Goes back to row 0. */
  void restart() {
    row = 0;
    c.position = first;
    Arrays.fill(announced, -1);
  }

  /** The position of the current row's marker; the cursor stays. */
  int rowPosition() {
    int levels = skips == null ? 0 : levels(row);
    return levels == 0 ? c.position : skipBlock(levels);
  }

  /**
   * Leaves the skip block of the current row behind, so that the caller may decode {@code wanted}
   * rows or less: as many as are returned, before {@link #advance}.
   */
  int enter(int wanted) {
    if (skips == null) {
      return wanted;
    }
    int levels = levels(row);
    if (levels > 0) {
      readSkipBlock(levels);
    }
    return Math.min(wanted, nextSkipBlock() - row);
  }

  /** Says that the caller decoded rows; checks that the last row ends where the block ends. */
  void advance(int decoded) {
    row += decoded;
    if (row == rows && c.position != c.end) {
      throw c.corrupt((c.end - c.position) + " bytes too many behind the last row");
    }
  }

  private int nextSkipBlock() {
    int d = skips.distance(0);
    return row - row % d + d;
  }

  /** The number of distances that divide the row: u32s in its skip block. */
  private int levels(int r) {
    int levels = 0;
    while (levels < skips.size() && r % skips.distance(levels) == 0) {
      levels++;
    }
    return levels;
  }

  /** Checks that a skip block is inside the data and returns its end. */
  private int skipBlock(int levels) {
    if (levels * 4 > c.end - c.position) {
      throw c.corrupt("the data end inside the skip block of row " + row);
    }
    return c.position + levels * 4;
  }

  /** Moves behind the skip block and keeps what it announces. */
  private void readSkipBlock(int levels) {
    int here = c.position;
    int base = skipBlock(levels);
    for (int level = levels - 1; level >= 0; level--) {
      if (announced[level] >= 0 && announced[level] != here) {
        throw c.corrupt(
            "row " + row + " is not where a skip block says, at " + (announced[level] - c.start));
      }
      long distance = c.u32() & 0xFFFFFFFFL;
      long left = (long) rows - row - skips.distance(level);
      // Each row takes at least a byte; behind the last one stands nothing.
      if (left <= 0 ? distance != c.end - base : distance > c.end - base - left) {
        throw c.corrupt(
            c.position - 4,
            "the skip block of row " + row + " announces " + distance + " bytes, beyond its block");
      }
      announced[level] = (int) (base + distance);
    }
  }

  private void jump(int level) {
    c.position = announced[level];
    row += skips.distance(level);
    for (int lower = 0; lower < level; lower++) {
      announced[lower] = -1;
    }
  }
}
