package dev.cif.hdfs;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/**
 * The nodes of split-directories with decisions under way: blocks that were placed, and are not
 * reported yet. Bounded in size and in age; what is forgotten is read from the NameNode's block
 * locations again.
 *
 * <p>A split takes about 320 bytes: twice a key, a link and an entry, and the references to 3 or 4
 * nodes.
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

  /** By the hash of a set of nodes, in whatever order they are wanted. */
  private final Segment[] sets = new Segment[SEGMENTS];

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
      sets[i] = new Segment((capacity + SEGMENTS - 1) / SEGMENTS);
    }
    this.maxAge = maxAgeMillis;
    this.clock = clock;
  }

  /**
   * The nodes of a split-directory in the order in which they are wanted; empty if none are known.
   */
  List<DatanodeDescriptor> of(long directory) {
    return get(segments, directory);
  }

  /**
   * The order in which all splits that are remembered with exactly these nodes want them; empty if
   * there are none, or if one wants another order than the other.
   */
  List<DatanodeDescriptor> of(Set<DatanodeDescriptor> nodes) {
    List<DatanodeDescriptor> order = get(sets, hash(nodes));
    return order.size() == nodes.size() && nodes.containsAll(order) ? order : List.of();
  }

  private List<DatanodeDescriptor> get(Segment[] from, long key) {
    Segment segment = segment(from, key);
    synchronized (segment) {
      Entry entry = segment.get(key);
      if (entry == null) {
        return List.of();
      }
      if (clock.getAsLong() - entry.since() >= maxAge) {
        segment.remove(key);
        return List.of();
      }
      return entry.nodes();
    }
  }

  /** Remembers the nodes of a split-directory; those known before keep their age. */
  void put(long directory, List<DatanodeDescriptor> nodes) {
    List<DatanodeDescriptor> order = List.copyOf(nodes);
    Segment segment = segment(segments, directory);
    Entry old;
    synchronized (segment) {
      old = segment.get(directory);
      if (old != null && old.nodes().equals(order)) {
        return;
      }
      segment.put(directory, new Entry(order, clock.getAsLong()));
    }
    putSet(order, old == null ? List.of() : old.nodes());
  }

  private void putSet(List<DatanodeDescriptor> order, List<DatanodeDescriptor> old) {
    long key = hash(order);
    List<DatanodeDescriptor> known = of(Set.copyOf(order));
    boolean differs = !known.isEmpty() && !known.equals(order) && !known.equals(old);
    Segment segment = segment(sets, key);
    synchronized (segment) {
      segment.put(key, new Entry(differs ? List.of() : order, clock.getAsLong()));
    }
  }

  /** The same for the same nodes in any order. */
  private static long hash(Collection<DatanodeDescriptor> nodes) {
    long sum = 0;
    for (DatanodeDescriptor node : nodes) {
      sum += node.getDatanodeUuid().hashCode() * 0x9E3779B97F4A7C15L;
    }
    return sum ^ (sum >>> 32);
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

  private static Segment segment(Segment[] of, long key) {
    return of[(int) (key & (SEGMENTS - 1))];
  }
}
