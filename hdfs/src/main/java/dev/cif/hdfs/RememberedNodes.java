package dev.cif.hdfs;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/**
 * Cache of the nodes chosen for split-directories whose blocks are placed, and not reported yet. It
 * is bounded in size and in age; an entry that was dropped is read from the NameNode's block
 * locations again.
 *
 * <p>A split takes about 160 bytes: a key, a link, an entry, and the references to 3 or 4 nodes.
 *
 * <p>Thread-safe. Its locks are held for a look-up only and no other lock is taken under them. It
 * may therefore be used under any lock of the NameNode.
 */
final class RememberedNodes {
  private static final int SEGMENTS = 16;
  private static final long DISK = 1L << (Long.SIZE - 2 - StorageType.DISK.ordinal());

  private record Entry(List<DatanodeDescriptor> nodes, long since) {}

  private final List<LatestUsed<Long, Entry>> segments = new ArrayList<>();

  private final long maxAge;
  private final LongSupplier clock;

  /**
   * Creates an empty cache.
   *
   * @param capacity number of split-directories to remember; 0 to remember none
   * @param maxAgeMillis time to keep an entry after its nodes were first chosen
   * @param clock milliseconds that only grow
   */
  RememberedNodes(int capacity, long maxAgeMillis, LongSupplier clock) {
    for (int i = 0; i < SEGMENTS; i++) {
      segments.add(new LatestUsed<>((capacity + SEGMENTS - 1) / SEGMENTS));
    }
    this.maxAge = maxAgeMillis;
    this.clock = clock;
  }

  /** Returns the nodes of a split-directory, the most wanted first; empty if none are known. */
  List<DatanodeDescriptor> of(long directory) {
    LatestUsed<Long, Entry> segment = segment(directory);
    synchronized (segment) {
      Entry entry = segment.get(directory);
      if (entry == null) {
        return List.of();
      }
      if (clock.getAsLong() - entry.since() >= maxAge) {
        segment.remove(directory);
        return List.of();
      }
      return entry.nodes();
    }
  }

  /**
   * Returns the key under which to remember the nodes of a split's blocks on such types of storage.
   * Blocks on disks have the folder's id as their key.
   *
   * @param folder inode id of the folder, far less than 2^56
   */
  static long key(long folder, List<StorageType> types) {
    long mask = 0;
    for (StorageType type : types) {
      mask |= 1L << (Long.SIZE - 2 - type.ordinal());
    }
    return mask == DISK ? folder : folder ^ mask;
  }

  /** Remembers the nodes of a split-directory; unchanged nodes keep their age. */
  void put(long directory, List<DatanodeDescriptor> nodes) {
    List<DatanodeDescriptor> order = List.copyOf(nodes);
    LatestUsed<Long, Entry> segment = segment(directory);
    synchronized (segment) {
      Entry old = segment.get(directory);
      if (old == null || !old.nodes().equals(order)) {
        segment.put(directory, new Entry(order, clock.getAsLong()));
      }
    }
  }

  void clear() {
    for (LatestUsed<Long, Entry> segment : segments) {
      synchronized (segment) {
        segment.clear();
      }
    }
  }

  int size() {
    int size = 0;
    for (LatestUsed<Long, Entry> segment : segments) {
      synchronized (segment) {
        size += segment.size();
      }
    }
    return size;
  }

  private LatestUsed<Long, Entry> segment(long key) {
    return segments.get((int) (key & (SEGMENTS - 1)));
  }
}
