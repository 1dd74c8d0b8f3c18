package dev.cif.hive.scan;

import java.io.IOException;

/** Reads the rows of a split-directory, or some of them, for Hive. */
public interface PartReader<T> extends RowIdReader<T> {
  /**
   * Returns true if {@link #next} has no more rows. The rows that it gave before are invalid then.
   */
  boolean isAtEnd() throws IOException;
}
