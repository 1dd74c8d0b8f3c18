package dev.cif.format.internal.file;

import dev.cif.format.options.ColumnCache;
import java.io.IOException;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Opens the files of a split-directory in a cache. Not thread-safe. */
final class CacheAccess {
  private final ColumnCache cache;
  private final Supplier<Totals> totals;

  /**
   * Creates an access to a cache.
   *
   * @param totals totals of the schema file of the split-directory
   */
  CacheAccess(ColumnCache cache, Supplier<Totals> totals) {
    this.cache = cache;
    this.totals = totals;
  }

  /** Opens a file. Returns null if it is to be read without the cache. */
  ColumnCache.File open(FileSystem fs, Path path, ColumnEntry entry, ColumnCache.Source plain)
      throws IOException {
    // The checksum of a group is the same for all readers, whichever column each opens first.
    int checksum =
        entry.isGrouped() ? totals.get().groups().get(entry.file()).checksum() : entry.footerCrc();
    return cache.open(fs, path, checksum, plain);
  }
}
