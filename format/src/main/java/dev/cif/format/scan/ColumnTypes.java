package dev.cif.format.scan;

import dev.cif.format.CifType;

/** The types as which a scan reads columns. */
public interface ColumnTypes {
  /** Each as it is stored. */
  ColumnTypes STORED = (column, stored) -> stored;

  /**
   * The type of a column.
   *
   * @param stored its type in the split; null if the split lacks it
   * @return null for a column that the split lacks if no type is known of it
   */
  CifType of(String column, CifType stored);
}
