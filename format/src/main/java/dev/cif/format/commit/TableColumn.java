package dev.cif.format.commit;

/**
 * Which column of a table a column file is: FORMAT.md section 3.1.
 *
 * @param key of the column; null for none: its name says which it is
 * @param replaces id of the column of the split that it was when the file was written; 0 for none.
 *     Matters with a key only
 */
public record TableColumn(String key, int replaces) {
  /** A column that its name tells. */
  public static final TableColumn BY_NAME = new TableColumn(null, 0);
}
