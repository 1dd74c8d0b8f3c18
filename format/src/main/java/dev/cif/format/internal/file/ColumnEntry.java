package dev.cif.format.internal.file;

import dev.cif.format.internal.encoding.StreamFeature;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Entry of a schema file for a column's file, FORMAT.md section 3.
 *
 * @param file name of the file in the split-directory
 * @param length length of the file in bytes
 * @param footerOffset offset of the column's footer in a group file; {@link #OWN_FILE} if the
 *     column has its own file
 * @param footerLength length of the footer in bytes
 * @param footerCrc CRC32C of the footer
 * @param rawBytes size of the values before encoding, in bytes
 * @param parts file with the statistics of its parts; null if there is none
 * @param filters filter files of keys whose first column this is
 * @param summary summary of its values; null if there is none
 * @param features features of streams that the file may contain; exact for a file just written,
 *     else those of all columns of the schema file
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
    SummaryEntry summary,
    Set<StreamFeature> features) {
  /** Offset of a footer whose place follows from the length of the file. */
  public static final long OWN_FILE = -1;

  /** Greatest length of a footer in bytes (FORMAT.md section 9). */
  static final int MAX_FOOTER = 1 << 30;

  public ColumnEntry {
    filters = List.copyOf(filters);
    features = Set.copyOf(features);
  }

  /** Creates the entry of a column without filters, summary and features. */
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
        null,
        StreamFeature.NONE);
  }

  /** Creates the entry of a column with its own file. */
  public ColumnEntry(
      String file, long length, int footerLength, int footerCrc, long rawBytes, PartsEntry parts) {
    this(file, length, OWN_FILE, footerLength, footerCrc, rawBytes, parts);
  }

  /** Returns true if the file is a group file, FORMAT.md section 5.1. */
  public boolean isGrouped() {
    return footerOffset != OWN_FILE;
  }

  /** Returns the offset of the footer in the file. */
  long footerStart() {
    return isGrouped() ? footerOffset : length - Footer.TRAILER_BYTES - footerLength;
  }

  /**
   * Returns an identifier that no other column of the split has: the file, plus the footer's offset
   * in a group file.
   */
  public String place() {
    // File names contain no slash.
    return isGrouped() ? file + "/" + footerOffset : file;
  }

  /** Returns the entry with another name of the file. */
  public ColumnEntry withFile(String name) {
    return with(name, parts, filters, summary, features);
  }

  /** Returns the entry with other statistics of its parts. */
  public ColumnEntry withParts(PartsEntry other) {
    return with(file, other, filters, summary, features);
  }

  /** Returns the entry with other filters. */
  public ColumnEntry withFilters(List<FilterEntry> others) {
    return with(file, parts, others, summary, features);
  }

  /** Returns the entry with another summary of its values; null for none. */
  public ColumnEntry withSummary(SummaryEntry other) {
    return with(file, parts, filters, other, features);
  }

  /** Returns the entry with other features of streams. */
  public ColumnEntry withFeatures(Set<StreamFeature> others) {
    return with(file, parts, filters, summary, others);
  }

  private ColumnEntry with(
      String name,
      PartsEntry ofParts,
      List<FilterEntry> ofKeys,
      SummaryEntry ofValues,
      Set<StreamFeature> ofStreams) {
    return new ColumnEntry(
        name,
        length,
        footerOffset,
        footerLength,
        footerCrc,
        rawBytes,
        ofParts,
        ofKeys,
        ofValues,
        ofStreams);
  }

  /**
   * Returns the entry without the filters whose keys contain one of some columns behind the first.
   */
  ColumnEntry withoutFiltersWith(Set<Integer> ids) {
    return filters.stream().allMatch(filter -> Collections.disjoint(filter.with(), ids))
        ? this
        : withFilters(filters.stream().filter(f -> Collections.disjoint(f.with(), ids)).toList());
  }

  /** Returns the names of its files. */
  public Stream<String> files() {
    Stream<String> own = parts == null ? Stream.of(file) : Stream.of(file, parts.file());
    return filters.isEmpty() ? own : Stream.concat(own, filters.stream().map(FilterEntry::file));
  }
}
