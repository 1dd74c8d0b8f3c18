package dev.cif.format.schema;

/** Block of a column file, as its footer describes it (FORMAT.md section 5). */
public interface BlockDescription {
  /** Returns the offset of its body in the file in bytes. */
  long offset();

  /** Returns the length of its body in bytes. */
  int length();

  /** Returns its first row, counted in the split. */
  long firstRow();

  /** Returns its number of rows. */
  int rows();

  /** Returns the statistics of its values. */
  ColumnStatistics statistics();
}
