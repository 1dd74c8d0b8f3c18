package dev.cif.cache;

import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.Path;

/**
 * The cached bytes and state of one file. An entry that a reader holds stays. Its {@link
 * BufferCache} guards all fields but {@link #verified} and {@link #users}.
 */
final class Entry {
  /** A range of bytes with a checksum. */
  record Checked(long position, int count, int crc) {}

  private final Path path;
  private final Identity identity;

  /** Ranges whose bytes were checked. */
  final Set<Checked> verified = ConcurrentHashMap.newKeySet();

  /** Users that may read the file. */
  final Set<String> users = ConcurrentHashMap.newKeySet();

  /** Extents by position; they don't overlap. */
  final TreeMap<Long, Extent> extents = new TreeMap<>();

  /** Number of readers that have the file open. */
  int holders;

  /** Bytes of memory, including those of extents that are being loaded. */
  long bytes;

  /** True if a query has done all its planned scans of the file, or has ended. */
  boolean isScanned;

  /** True if the entry can't be found any more, so that it is freed with its last reader. */
  boolean isDropped;

  Entry(Path path, Identity identity) {
    this.path = path;
    this.identity = identity;
  }

  Path path() {
    return path;
  }

  Identity identity() {
    return identity;
  }
}
