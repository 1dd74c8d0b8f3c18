package dev.cif.format.read;

import java.util.function.BiConsumer;
import org.roaringbitmap.PeekableIntIterator;
import org.roaringbitmap.RoaringBitmap;

/**
 * Rows of a split-directory that are deleted, FORMAT.md section 3.3. They keep their numbers, and
 * their values in the column files. Immutable.
 */
public final class DeletedRows {
  /** No row. */
  public static final DeletedRows NONE = new DeletedRows(new RoaringBitmap());

  private final RoaringBitmap rows;

  DeletedRows(RoaringBitmap rows) {
    this.rows = rows;
  }

  /** Returns the number of deleted rows. */
  public long count() {
    return rows.getLongCardinality();
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Returns true if a row is deleted. */
  public boolean has(long row) {
    return row >>> Integer.SIZE == 0 && rows.contains((int) row);
  }

  /** Returns a copy of the bitmap, to which a writer may add rows. */
  public RoaringBitmap copy() {
    return rows.clone();
  }

  /**
   * Calls a consumer with the first row and the row behind the last of each run of neighbours that
   * has a least length, in ascending order.
   */
  public void forEachRun(long least, BiConsumer<Long, Long> run) {
    long behind = Math.min(1L << Integer.SIZE, rows.isEmpty() ? 0 : last() + 1);
    for (long at = 0; at < behind; ) {
      long from = rows.nextValue((int) at);
      if (from < 0) {
        return;
      }
      long absent = rows.nextAbsentValue((int) from);
      long to = absent < 0 ? behind : Math.min(absent, behind);
      if (to - from >= least) {
        run.accept(from, to);
      }
      at = to;
    }
  }

  private long last() {
    return Integer.toUnsignedLong(rows.last());
  }

  /** Returns a cursor at row 0. */
  public Cursor cursor() {
    return new Cursor(rows);
  }

  /** Position in the deleted rows, which is quick to move forward. Not thread-safe. */
  public static final class Cursor {
    private final RoaringBitmap rows;
    private PeekableIntIterator next;
    private long at;

    private Cursor(RoaringBitmap rows) {
      this.rows = rows;
      next = rows.getIntIterator();
    }

    /** Returns true if one of the rows {@code from} to {@code to - 1} is deleted. */
    public boolean hasWithin(long from, long to) {
      return moveTo(from) < to;
    }

    /**
     * Numbers the rows that are not deleted.
     *
     * @param first row from which rows are counted
     * @param count number of rows, deleted ones too
     * @param left array with room for all, which gets the rows that are left, ascending
     * @return number of rows that are left
     */
    public int live(long first, int count, int[] left) {
      int size = 0;
      int row = 0;
      while (row < count) {
        int end = (int) (Math.min(moveTo(first + row), first + count) - first);
        while (row < end) {
          left[size++] = row++;
        }
        row++;
      }
      return size;
    }

    /** Returns the first deleted row from a row on; the greatest long if there is none. */
    private long moveTo(long row) {
      if (row >>> Integer.SIZE != 0) {
        return Long.MAX_VALUE;
      }
      if (row < at) {
        next = rows.getIntIterator();
      }
      at = row;
      if (next.hasNext() && Integer.toUnsignedLong(next.peekNext()) < row) {
        next.advanceIfNeeded((int) row);
      }
      return next.hasNext() ? Integer.toUnsignedLong(next.peekNext()) : Long.MAX_VALUE;
    }
  }
}
