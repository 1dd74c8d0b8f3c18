package dev.cif.format.internal.file;

import dev.cif.format.internal.io.Output;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Totals of all columns of a schema file.
 *
 * @param rawBytes size of all values before encoding, in bytes
 * @param groups group files by their names
 */
public record Totals(long rawBytes, Map<String, Group> groups) {
  /**
   * Totals of a group file.
   *
   * @param rawBytes size of the values of its columns before encoding, in bytes
   * @param checksum CRC32C of the checksums of its footers, {@code u32} each, in the order of the
   *     columns
   */
  public record Group(long rawBytes, int checksum) {}

  /** Returns the totals of these columns. */
  static Totals of(List<ColumnEntry> entries) {
    long all = 0;
    Map<String, Long> rawBytes = new LinkedHashMap<>();
    Map<String, Output> footers = new HashMap<>();
    for (ColumnEntry entry : entries) {
      all = sum(all, entry.rawBytes());
      if (entry.isGrouped()) {
        rawBytes.merge(entry.file(), entry.rawBytes(), Totals::sum);
        footers.computeIfAbsent(entry.file(), file -> new Output()).u32(entry.footerCrc());
      }
    }
    Map<String, Group> groups = new LinkedHashMap<>();
    rawBytes.forEach(
        (file, bytes) -> {
          Output crcs = footers.get(file);
          groups.put(file, new Group(bytes, Crc.of(crcs.array(), 0, crcs.size())));
        });
    return new Totals(all, groups);
  }

  /** Adds two numbers and saturates. Each is below 2^63, but the sum of damaged ones may not be. */
  private static long sum(long a, long b) {
    return a + b < 0 ? Long.MAX_VALUE : a + b;
  }
}
