package dev.cif.format.internal.file;

/**
 * What a schema file says of the statistics of a column's parts, FORMAT.md section 5.2.
 *
 * @param file name in the split-directory; hidden
 * @param length of the file in bytes
 * @param crc CRC32C of the file
 */
public record PartsEntry(String file, long length, int crc) {
  /** Greatest length of a file. */
  public static final int MAX_BYTES = 1 << 20;

  /** The same file under another name. */
  public PartsEntry withFile(String name) {
    return new PartsEntry(name, length, crc);
  }
}
