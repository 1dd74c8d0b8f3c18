package dev.cif.format.scan;

import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;

/** View of values that a scan reads in place of them. */
public interface ColumnView {
  /** Provider of views of values. */
  interface Provider {
    /**
     * Returns the view of a path; null for the values themselves. A view may only turn values into
     * NULL, unless the pruning predicate does not use the column.
     */
    ColumnView of(ColumnPath path);
  }

  /** Returns the type of what is seen. */
  CifType type(CifType read);

  /** Turns a vector of values into what is seen, in place or not. */
  ColumnVector of(ColumnVector values) throws IOException;
}
