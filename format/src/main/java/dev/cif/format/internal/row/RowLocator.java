package dev.cif.format.internal.row;

import dev.cif.format.ColumnOptions;
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
  private final int rows;
  private final int first;

  /** The skip distances; empty where there is no skip list. */
  private final int[] distances;

  /** For each distance the next row, from the current one on, that is a multiple of it. */
  private final int[] next;

  /** For each distance where a skip block said that row {@link #next} is; -1 if none did. */
  private final int[] announced;

  private int row;

  /** A locator at row 0, to which the cursor's position belongs; {@code skips} null for no list. */
  RowLocator(RowCursor c, ValueDecoder decoder, SkipDistances skips, int rows) {
    this.c = c;
    this.decoder = decoder;
    this.rows = rows;
    this.first = c.position;
    this.distances = new int[skips == null ? 0 : skips.size()];
    for (int level = 0; level < distances.length; level++) {
      // A distance beyond any block is as good as a greater one, and sums stay small.
      distances[level] = Math.min(skips.distance(level), 2 * ColumnOptions.MAX_BLOCK_ROWS);
    }
    this.next = new int[distances.length];
    this.announced = new int[distances.length];
    Arrays.fill(announced, -1);
  }

  /** Goes back to row 0. */
  void restart() {
    row = 0;
    c.position = first;
    Arrays.fill(next, 0);
    Arrays.fill(announced, -1);
  }

  /** Moves to a row; those passed over are counted as skipped. */
  void seek(int target) {
    if (target < row) {
      restart();
    }
    c.counter.skipped += target - row;
    while (row < target) {
      int levels = levels();
      if (levels > 0) {
        readSkipBlock(levels);
      }
      int level = farthest(target);
      if (level >= 0) {
        jump(level);
      } else {
        int n = beforeSkipBlock(target - row);
        decoder.skip(c, n);
        row += n;
      }
    }
  }

  /** The level whose announced row is the farthest that is not beyond the target; -1 for none. */
  private int farthest(int target) {
    int level = distances.length - 1;
    while (level >= 0 && (announced[level] < 0 || next[level] > target)) {
      level--;
    }
    return level;
  }

  /** The position of the current row's marker; the cursor stays. */
  int rowPosition() {
    return skipBlock(levels());
  }

  /**
   * Leaves the skip block of the current row behind, so that the caller may decode {@code wanted}
   * rows or less: as many as are returned, before {@link #advance}.
   */
  int enter(int wanted) {
    int levels = levels();
    if (levels > 0) {
      readSkipBlock(levels);
    }
    return beforeSkipBlock(wanted);
  }

  /** Says that the caller decoded rows; checks that the last row ends where the block ends. */
  void advance(int decoded) {
    row += decoded;
    if (row == rows && c.position != c.end) {
      throw c.corrupt((c.end - c.position) + " bytes too many behind the last row");
    }
  }

  /** The lesser of {@code wanted} and the number of rows up to the next skip block. */
  private int beforeSkipBlock(int wanted) {
    return distances.length == 0 ? wanted : Math.min(wanted, next[0] - row);
  }

  /** The number of distances that divide the row: u32s in its skip block. */
  private int levels() {
    int levels = 0;
    while (levels < next.length && next[levels] == row) {
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
      long bytes = c.u32() & 0xFFFFFFFFL;
      long left = (long) rows - row - distances[level];
      // Each row takes at least a byte; behind the last one stands nothing.
      if (left <= 0 ? bytes != c.end - base : bytes > c.end - base - left) {
        throw c.corrupt(
            c.position - 4,
            "the skip block of row " + row + " announces " + bytes + " bytes, beyond its block");
      }
      announced[level] = (int) (base + bytes);
      next[level] = row + distances[level];
    }
  }

  private void jump(int level) {
    c.position = announced[level];
    row = next[level];
    for (int lower = 0; lower < level; lower++) {
      next[lower] = row;
      announced[lower] = -1;
    }
  }
}
