package dev.cif.format.internal.file;

import dev.cif.format.ColumnCache;
import dev.cif.format.internal.io.Output;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** How the files of a split-directory are opened in a cache. Not thread-safe. */
final class CacheAccess {
  private final ColumnCache cache;
  private final List<ColumnEntry> entries;
  private final Map<String, Integer> groups = new HashMap<>();

  /** For a split-directory whose schema file has these entries. */
  CacheAccess(ColumnCache cache, List<ColumnEntry> entries) {
    this.cache = cache;
    this.entries = entries;
  }

  /** Opens a file; null if it is to be read without the cache. */
  ColumnCache.File open(FileSystem fs, Path path, ColumnEntry entry, ColumnCache.Source plain)
      throws IOException {
    int checksum =
        entry.isGrouped()
            ? groups.computeIfAbsent(entry.file(), this::checksumOfGroup)
            : entry.footerCrc();
    return cache.open(fs, path, checksum, plain);
  }

  /** The same for all readers, whichever column each opens first. */
  private int checksumOfGroup(String file) {
    Output footers = new Output();
    for (ColumnEntry entry : entries) {
      if (entry.file().equals(file)) {
        footers.u32(entry.footerCrc());
      }
    }
    return Crc.of(footers.array(), 0, footers.size());
  }
}
