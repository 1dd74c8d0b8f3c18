package dev.cif.cache;

import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.Path;

/**
 * What is known of one file. Readers hold it; what is held stays. All but {@link #verified} and
 * {@link #users} is guarded by its {@link BufferCache}.
 */
final class Entry {
  /** A place whose bytes have a checksum. */
  record Checked(long position, int count, int crc) {}

  private final Path path;
  private final Identity identity;

  /** Places whose bytes were checked. */
  final Set<Checked> verified = ConcurrentHashMap.newKeySet();

  /** Who may read the file. */
  final Set<String> users = ConcurrentHashMap.newKeySet();

  /** By position; they don't overlap. */
  final TreeMap<Long, Extent> extents = new TreeMap<>();

  /** Readers that have it open. */
  int holders;

  /** Bytes of memory, those of extents that are being loaded as well. */
  long bytes;

  /** Whether a query has done all scans of it that were planned, or has ended. */
  boolean isScanned;

  /** Whether nobody finds it any more, so that it goes with its last reader. */
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
