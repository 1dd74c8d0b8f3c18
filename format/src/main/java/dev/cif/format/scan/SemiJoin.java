package dev.cif.format.scan;

import dev.cif.format.vector.ColumnVector;
import java.io.IOException;

/**
 * Keeps the rows of a window whose key is among those of a join. Pauses while it would keep nearly
 * all rows. Not thread-safe.
 */
final class SemiJoin implements RowFilter.Step {
  private final RowFilter.Source source;
  private final JoinKeys keys;
  private final Backoff rest = new Backoff();
  private long dropped;

  SemiJoin(RowFilter.Source source, JoinKeys keys) {
    this.source = source;
    this.keys = keys;
  }

  /** Returns the number of rows that it has dropped. */
  long dropped() {
    return dropped;
  }

  @Override
  public int narrow(int[] rows, int count) throws IOException {
    if (rest.takes()) {
      return count;
    }
    int kept = keep(rows, count);
    dropped += count - kept;
    rest.tried(kept > count - count / 8);
    return kept;
  }

  private int keep(int[] rows, int count) throws IOException {
    ColumnVector values = source.window();
    int kept = 0;
    for (int k = 0; k < count; k++) {
      int row = rows[k];
      if (!values.isNull(row) && keys.have(values, row)) {
        rows[kept++] = row;
      }
    }
    return kept;
  }
}
