package dev.cif.hdfs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/**
 * The nodes of split-directories with decisions under way: blocks that were placed, and are not
 * reported yet. Bounded in size and in age; what is forgotten is read from the NameNode's block
 * locations again.
 *
 * <p>A split takes about 160 bytes: a key, a link, an entry, and the references to 3 or 4 nodes.
 *
 * <p>Thread-safe. Its locks are held for a look-up only and nothing else is locked under them, so
 * that it may be used with any lock of the NameNode held.
 */
final class RememberedNodes {
  private static final int SEGMENTS = 16;

  private record Entry(List<DatanodeDescriptor> nodes, long since) {}

  private static final class Segment extends LinkedHashMap<Long, Entry> {
    private final int capacity;

    Segment(int capacity) {
      super(16, 0.75f, true);
      this.capacity = capacity;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Long, Entry> eldest) {
      return size() > capacity;
    }
  }

  private final Segment[] segments = new Segment[SEGMENTS];

  private final long maxAge;
  private final LongSupplier clock;

  /**
   * @param capacity how many split-directories to remember; nothing is remembered if it is 0
   * @param maxAgeMillis for how long after they were first chosen
   * @param clock milliseconds that only grow
   */
  RememberedNodes(int capacity, long maxAgeMillis, LongSupplier clock) {
    for (int i = 0; i < SEGMENTS; i++) {
      segments[i] = new Segment((capacity + SEGMENTS - 1) / SEGMENTS);
    }
    this.maxAge = maxAgeMillis;
    this.clock = clock;
  }

  /**
   * The nodes of a split-directory in the order in which they are wanted; empty if none are known.
   */
  List<DatanodeDescriptor> of(long directory) {
    Segment segment = segment(directory);
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

  /** Remembers the nodes of a split-directory; those known before keep their age. */
  void put(long directory, List<DatanodeDescriptor> nodes) {
    List<DatanodeDescriptor> order = List.copyOf(nodes);
    Segment segment = segment(directory);
    synchronized (segment) {
      Entry old = segment.get(directory);
      if (old == null || !old.nodes().equals(order)) {
        segment.put(directory, new Entry(order, clock.getAsLong()));
      }
    }
  }

  int size() {
    int size = 0;
    for (Segment segment : segments) {
      synchronized (segment) {
        size += segment.size();
      }
    }
    return size;
  }

  private Segment segment(long key) {
    return segments[(int) (key & (SEGMENTS - 1))];
  }
}
