package dev.cif.format.internal.file;

import java.util.List;

/**
 * What a schema file says of a filter file, FORMAT.md section 5.3. It stands with the first column
 * of the key.
 *
 * @param with ids of the key's other columns, in the key's order
 * @param file name in the split-directory; hidden
 * @param length of the file in bytes
 * @param indexLength of the file's index, which is at its end
 * @param indexCrc CRC32C of the index
 */
public record FilterEntry(
    List<Integer> with, String file, long length, int indexLength, int indexCrc) {
  /** Greatest length of a file. */
  public static final int MAX_BYTES = 1 << 30;

  /** Greatest number of columns of a key. */
  public static final int MAX_COLUMNS = 16;

  /** Greatest number of filter files of a column. */
  public static final int MAX_FILES = 16;

  public FilterEntry {
    with = List.copyOf(with);
  }

  /** The same file under another name. */
  public FilterEntry withFile(String name) {
    return new FilterEntry(with, name, length, indexLength, indexCrc);
  }

  /**
   * Checks what a schema file says.
   *
   * @param id of the column with which it stands
   * @throws IllegalArgumentException if it cannot be
   */
  void expectPossible(int id) {
    boolean areOthers = with.stream().distinct().count() == with.size() && !with.contains(id);
    if (with.size() >= MAX_COLUMNS || !areOthers || with.stream().anyMatch(other -> other < 1)) {
      throw new IllegalArgumentException("a filter of column " + id + " with columns " + with);
    }
    if (length < 0 || length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "the length of a filter of column " + id + " is no number from 0 to " + MAX_BYTES);
    }
    if (indexLength < 0 || indexLength > length - Footer.HEADER_BYTES) {
      throw new IllegalArgumentException(
          "the index of a filter of column " + id + " is not in its file");
    }
  }
}
