package dev.cif.format.internal.row;

import dev.cif.format.options.ColumnOptions;
import dev.cif.format.schema.SkipDistances;
import java.util.Arrays;

/**
 * Locates rows in a block. It moves forward row by row, or along a skip list by the greatest
 * distances that fit (the paper's section 5.2, figure 6). It moves back only by starting over.
 *
 * <p>The cursor is at the current row, before its skip block if it has one.
 */
final class RowLocator {
  private final RowCursor c;
  private final ValueDecoder decoder;
  private final int rows;
  private final int first;

  /** Skip distances; empty if there is no skip list. */
  private final int[] distances;

  /** Next row, from the current one on, that is a multiple of each distance. */
  private final int[] next;

  /**
   * Position of row {@link #next} for each distance, as a skip block announced it; -1 if none did.
   */
  private final int[] announced;

  private int row;

  /**
   * Creates a locator at row 0, where the cursor is.
   *
   * @param skips skip distances; null if there is no skip list
   */
  RowLocator(RowCursor c, ValueDecoder decoder, SkipDistances skips, int rows) {
    this.c = c;
    this.decoder = decoder;
    this.rows = rows;
    this.first = c.position;
    this.distances = new int[skips == null ? 0 : skips.size()];
    for (int level = 0; level < distances.length; level++) {
      // A distance beyond any block works like a greater one, and sums do not overflow.
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

  /** Moves to a row, and counts the rows in between as skipped. */
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

  /** Returns the level with the farthest announced row that is not beyond the target, or -1. */
  private int farthest(int target) {
    int level = distances.length - 1;
    while (level >= 0 && (announced[level] < 0 || next[level] > target)) {
      level--;
    }
    return level;
  }

  /** Returns the position of the current row's marker. The cursor stays. */
  int rowPosition() {
    return skipBlock(levels());
  }

  /**
   * Moves behind the skip block of the current row. Returns the number of rows, at most {@code
   * wanted}, that the caller may decode before {@link #advance}.
   */
  int enter(int wanted) {
    int levels = levels();
    if (levels > 0) {
      readSkipBlock(levels);
    }
    return beforeSkipBlock(wanted);
  }

  /**
   * Records the number of rows that the caller decoded. Checks that the last row ends where the
   * block ends.
   */
  void advance(int decoded) {
    row += decoded;
    if (row == rows && c.position != c.end) {
      throw c.corrupt((c.end - c.position) + " bytes too many behind the last row");
    }
  }

  /** Returns the lesser of {@code wanted} and the number of rows up to the next skip block. */
  private int beforeSkipBlock(int wanted) {
    return distances.length == 0 ? wanted : Math.min(wanted, next[0] - row);
  }

  /**
   * Returns the number of distances that divide the row, which is the number of u32s in its skip
   * block.
   */
  private int levels() {
    int levels = 0;
    while (levels < next.length && next[levels] == row) {
      levels++;
    }
    return levels;
  }

  /** Checks that a skip block is inside the data, and returns its end. */
  private int skipBlock(int levels) {
    if (levels * 4 > c.end - c.position) {
      throw c.corrupt("the data end inside the skip block of row " + row);
    }
    return c.position + levels * 4;
  }

  /** Moves behind the skip block and keeps the positions that it announces. */
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
      // Each row takes at least a byte; nothing follows the last one.
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
