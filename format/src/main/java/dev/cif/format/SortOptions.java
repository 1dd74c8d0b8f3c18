package dev.cif.format;

/**
 * How the rows of a split-directory are sorted when it is written.
 *
 * @param order of the rows
 * @param folder a local one for the rows for which there is no memory; null for that of the process
 *     ({@code java.io.tmpdir})
 */
public record SortOptions(SortOrder order, String folder) {
  /** Rows stay in the order in which they come. */
  public static final SortOptions NONE = new SortOptions(SortOrder.NONE, null);

  /** The folder for the rows for which there is no memory. */
  public String localFolder() {
    return folder == null ? System.getProperty("java.io.tmpdir") : folder;
  }
}
