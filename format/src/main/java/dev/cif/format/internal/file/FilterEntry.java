package dev.cif.format.internal.file;

import dev.cif.format.options.WriteOptions;
import java.util.List;

/**
 * Entry of a schema file for a filter file, FORMAT.md section 5.3. It belongs to the first column
 * of the key.
 *
 * @param with ids of the key's other columns, in the key's order
 * @param file name of the file in the split-directory; hidden
 * @param length length of the file in bytes
 * @param indexLength length in bytes of the file's index, which is at its end
 * @param indexCrc CRC32C of the index
 */
public record FilterEntry(
    List<Integer> with, String file, long length, int indexLength, int indexCrc) {
  /** Greatest length of a file in bytes. */
  public static final int MAX_BYTES = 1 << 30;

  public FilterEntry {
    with = List.copyOf(with);
  }

  /** Returns the entry with another name of the file. */
  public FilterEntry withFile(String name) {
    return new FilterEntry(with, name, length, indexLength, indexCrc);
  }

  /**
   * Checks the values of a schema file.
   *
   * @param id id of the column that has the entry
   * @throws IllegalArgumentException if they are impossible
   */
  void expectPossible(int id) {
    boolean areOthers = with.stream().distinct().count() == with.size() && !with.contains(id);
    if (with.size() >= WriteOptions.MAX_FILTER_COLUMNS
        || !areOthers
        || with.stream().anyMatch(other -> other < 1)) {
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
