package dev.cif.format.scan;

import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * Keeps the rows of a window whose key a join has. What was asked once is remembered; while nearly
 * all rows stay, it rests. Not thread-safe.
 */
final class SemiJoin {
  /** Keys from 0 to below this are remembered, two bits each. */
  private static final int REMEMBERED = 1 << 25;

  /** For how many windows, at most, it rests. */
  private static final int LONGEST_REST = 63;

  private final RowFilter.Source source;
  private final LongPredicate keys;
  private long[] asked = new long[0];
  private long[] held = new long[0];
  private int rest;
  private int resting;
  private long dropped;

  SemiJoin(RowFilter.Source source, LongPredicate keys) {
    this.source = source;
    this.keys = keys;
  }

  /** How many rows it has not kept. */
  long dropped() {
    return dropped;
  }

  /** As {@link RowFilter#narrow}. */
  int narrow(int[] rows, int count) throws IOException {
    if (resting > 0) {
      resting--;
      return count;
    }
    int kept = keep(rows, count);
    dropped += count - kept;
    boolean isIdle = kept > count - count / 8;
    rest = isIdle ? Math.min(2 * rest + 1, LONGEST_REST) : 0;
    resting = rest;
    return kept;
  }

  private int keep(int[] rows, int count) throws IOException {
    ColumnVector values = source.window();
    long[] data = ((LongVector) values).values;
    int kept = 0;
    for (int k = 0; k < count; k++) {
      int row = rows[k];
      if (!values.isNull(row) && has(data[row])) {
        rows[kept++] = row;
      }
    }
    return kept;
  }

  private boolean has(long key) {
    if (key < 0 || key >= REMEMBERED) {
      return keys.test(key);
    }
    int word = (int) (key >> 6);
    if (word >= asked.length) {
      int length = Math.max(word + 1, 2 * asked.length);
      asked = Arrays.copyOf(asked, length);
      held = Arrays.copyOf(held, length);
    }
    long bit = 1L << key;
    if ((asked[word] & bit) == 0) {
      asked[word] |= bit;
      held[word] |= keys.test(key) ? bit : 0;
    }
    return (held[word] & bit) != 0;
  }
}
