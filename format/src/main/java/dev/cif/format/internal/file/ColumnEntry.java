package dev.cif.format.internal.file;

/**
 * What a schema file says of a column's file, FORMAT.md section 3.
 *
 * @param file name in the split-directory
 * @param length of the file in bytes
 * @param footerLength in bytes
 * @param footerCrc CRC32C of the footer
 * @param rawBytes of the values before encoding
 */
public record ColumnEntry(
    String file, long length, int footerLength, int footerCrc, long rawBytes) {
  /** The same file under another name. */
  public ColumnEntry withFile(String name) {
    return new ColumnEntry(name, length, footerLength, footerCrc, rawBytes);
  }
}
