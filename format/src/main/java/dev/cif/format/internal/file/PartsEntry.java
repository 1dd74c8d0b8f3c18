package dev.cif.format.internal.file;

/**
 * Entry of a schema file for the statistics of a column's parts, FORMAT.md section 5.2.
 *
 * @param file name of the file in the split-directory; hidden
 * @param length length of the file in bytes
 * @param crc CRC32C of the file
 */
public record PartsEntry(String file, long length, int crc) {
  /** Greatest length of a file in bytes. */
  public static final int MAX_BYTES = 1 << 20;

  /** Returns the entry with another name of the file. */
  public PartsEntry withFile(String name) {
    return new PartsEntry(name, length, crc);
  }
}
