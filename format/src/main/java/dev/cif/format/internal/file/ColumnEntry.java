package dev.cif.format.internal.file;

import dev.cif.format.internal.encoding.StreamFeature;
import java.util.Collections;
import java.util.List;
import java.util.Set;
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
 * @param filters the filter files of keys whose first column this is
 * @param features of streams that the file may have; known of a file that was just written, and of
 *     the columns of a schema file together
 */
public record ColumnEntry(
    String file,
    long length,
    long footerOffset,
    int footerLength,
    int footerCrc,
    long rawBytes,
    PartsEntry parts,
    List<FilterEntry> filters,
    Set<StreamFeature> features) {
  /** The offset of a footer whose place follows from the length of the file. */
  public static final long OWN_FILE = -1;

  /** A footer may be this long, in bytes (FORMAT.md section 9). */
  static final int MAX_FOOTER = 1 << 30;

  public ColumnEntry {
    filters = List.copyOf(filters);
    features = Set.copyOf(features);
  }

  /** A column without filters and features. */
  public ColumnEntry(
      String file,
      long length,
      long footerOffset,
      int footerLength,
      int footerCrc,
      long rawBytes,
      PartsEntry parts) {
    this(
        file,
        length,
        footerOffset,
        footerLength,
        footerCrc,
        rawBytes,
        parts,
        List.of(),
        StreamFeature.NONE);
  }

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
    return new ColumnEntry(
        name, length, footerOffset, footerLength, footerCrc, rawBytes, parts, filters, features);
  }

  /** The same with other statistics of its parts. */
  public ColumnEntry withParts(PartsEntry other) {
    return new ColumnEntry(
        file, length, footerOffset, footerLength, footerCrc, rawBytes, other, filters, features);
  }

  /** The same with other filters. */
  public ColumnEntry withFilters(List<FilterEntry> others) {
    return new ColumnEntry(
        file, length, footerOffset, footerLength, footerCrc, rawBytes, parts, others, features);
  }

  /** The same with other features of streams. */
  public ColumnEntry withFeatures(Set<StreamFeature> others) {
    return new ColumnEntry(
        file, length, footerOffset, footerLength, footerCrc, rawBytes, parts, filters, others);
  }

  /** The same without the filters whose keys have one of some columns behind the first. */
  ColumnEntry withoutFiltersWith(Set<Integer> ids) {
    return filters.stream().allMatch(filter -> Collections.disjoint(filter.with(), ids))
        ? this
        : withFilters(filters.stream().filter(f -> Collections.disjoint(f.with(), ids)).toList());
  }

  /** The names of its files. */
  public Stream<String> files() {
    Stream<String> own = parts == null ? Stream.of(file) : Stream.of(file, parts.file());
    return filters.isEmpty() ? own : Stream.concat(own, filters.stream().map(FilterEntry::file));
  }
}
