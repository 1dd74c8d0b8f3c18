package dev.cif.format.scan;

import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Provider of values that a path has in every row. */
public interface ConstantValues {
  /**
   * Returns a vector whose first value is that of the path; null if the values of the rows differ.
   */
  ColumnVector of(ColumnPath path) throws IOException;

  /** Returns the predicate with the conditions on constants decided. */
  static Predicate fold(Predicate predicate, ConstantValues constants) throws IOException {
    try {
      return predicate.mapLeaves(leaf -> RowFilter.fold(leaf, constants));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
