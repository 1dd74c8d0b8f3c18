package dev.cif.format.internal.file;

import java.util.stream.Stream;

/**
 * What a schema file says of a column's file, FORMAT.md section 3.
 *
 * @param file name in the split-directory
 * @param length of the file in bytes
 * @param footerOffset where the column's footer starts in a group file; {@link #OWN_FILE} in a file
 *     of the column's own
 * @param footerLength in bytes
 * @param footerCrc CRC32C of the footer
 * @param rawBytes of the values before encoding
 * @param parts the file with the statistics of its parts; null if there is none
 */
public record ColumnEntry(
    String file,
    long length,
    long footerOffset,
    int footerLength,
    int footerCrc,
    long rawBytes,
    PartsEntry parts) {
  /** The offset of a footer whose place follows from the length of the file. */
  public static final long OWN_FILE = -1;

  /** A footer may be this long, in bytes (FORMAT.md section 9). */
  static final int MAX_FOOTER = 1 << 30;

  /** A column with a file of its own. */
  public ColumnEntry(
      String file, long length, int footerLength, int footerCrc, long rawBytes, PartsEntry parts) {
    this(file, length, OWN_FILE, footerLength, footerCrc, rawBytes, parts);
  }

  /** Whether the file is a group file, FORMAT.md section 5.1. */
  public boolean isGrouped() {
    return footerOffset != OWN_FILE;
  }

  /** Where the footer starts in the file. */
  long footerStart() {
    return isGrouped() ? footerOffset : length - Footer.TRAILER_BYTES - footerLength;
  }

  /** What no other column of the split has: the file, in a group file with the footer's place. */
  public String place() {
    // No name of a file has a slash.
    return isGrouped() ? file + "/" + footerOffset : file;
  }

  /** The same file under another name. */
  public ColumnEntry withFile(String name) {
    return new ColumnEntry(name, length, footerOffset, footerLength, footerCrc, rawBytes, parts);
  }

  /** The same with other statistics of its parts. */
  public ColumnEntry withParts(PartsEntry other) {
    return new ColumnEntry(file, length, footerOffset, footerLength, footerCrc, rawBytes, other);
  }

  /** The names of its files. */
  public Stream<String> files() {
    return parts == null ? Stream.of(file) : Stream.of(file, parts.file());
  }
}
