package dev.cif.format.scan;

import dev.cif.format.schema.CifType;

/** Types as which a scan reads columns. */
public interface ColumnTypes {
  /** Types as they are stored. */
  ColumnTypes STORED = (column, stored) -> stored;

  /**
   * Returns the type as which a column is read.
   *
   * @param stored type in the split, or of the default if the split lacks the column; null if it
   *     has neither
   * @return null for a column that the split lacks and whose type is unknown
   */
  CifType of(String column, CifType stored);
}
