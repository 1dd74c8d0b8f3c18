package dev.cif.format.options;

/**
 * Options for sorting the rows of a split-directory when it is written.
 *
 * @param order order of the rows
 * @param folder local folder for rows that do not fit into memory; null for that of the process
 *     ({@code java.io.tmpdir})
 */
public record SortOptions(SortOrder order, String folder) {
  /** Options that keep rows in the order in which they come. */
  public static final SortOptions NONE = new SortOptions(SortOrder.NONE, null);

  /** Returns the folder for rows that do not fit into memory. */
  public String localFolder() {
    return folder == null ? System.getProperty("java.io.tmpdir") : folder;
  }
}
