package dev.cif.hdfs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/**
 * Where the splits of co-location groups belong: on the first nodes of an order that follows from
 * the split's key and the nodes of the cluster alone ({@link NodeRanking}). So all splits of a key
 * come to the same nodes without anything being kept, before and after a restart, on every
 * NameNode.
 *
 * <p>When nodes fail, join or return, another order holds. HDFS looks at the blocks that a node
 * takes away or brings back, and at no others; so the splits of groups that were seen last are
 * kept, for somebody to look at them then. How many are kept is bounded, a split takes about 72
 * bytes.
 *
 * <p>Thread-safe. Its lock is held for a look-up, and while the numbers of those splits are copied.
 */
final class GroupNodes {
  /** Hears that splits may belong on other nodes now. */
  interface Listener {
    /** Is called with the locks that whoever asked holds; {@link #seen} says which splits. */
    void nodesChanged(Folders files);
  }

  private final long maxAge;
  private final LongSupplier clock;
  private final Listener listener;
  private final Map<Long, Boolean> seen;
  private volatile NodeRanking ranking = NodeRanking.of(List.of());
  private volatile long since;

  /**
   * @param capacity how many splits of groups to remember
   * @param maxAgeMillis after how many the nodes are looked through again; that one of them failed
   *     is seen at once
   * @param clock milliseconds that only grow
   */
  GroupNodes(int capacity, long maxAgeMillis, LongSupplier clock, Listener listener) {
    seen = new LatestUsed<>(capacity);
    this.maxAge = maxAgeMillis;
    this.clock = clock;
    this.listener = listener;
    since = clock.getAsLong() - maxAgeMillis;
  }

  /**
   * The nodes that a split's replicas are wanted on, the most wanted first: those that live and are
   * in service or in maintenance.
   *
   * @param types of storage, one a replica; others that may take a node's place follow
   */
  List<DatanodeDescriptor> order(Folders files, long folder, String key, List<StorageType> types) {
    synchronized (seen) {
      seen.put(folder, true);
    }
    boolean isOld = clock.getAsLong() - since >= maxAge;
    List<DatanodeDescriptor> nodes = isOld ? List.of() : order(key, types);
    if (isOld || !nodes.stream().allMatch(NodeRanking::isHome)) {
      refresh(files);
      nodes = order(key, types);
    }
    return nodes;
  }

  private List<DatanodeDescriptor> order(String key, List<StorageType> types) {
    List<DatanodeDescriptor> nodes = first(key, types).before(List.of());
    for (StorageType type : types.stream().distinct().toList()) {
      for (DatanodeDescriptor node : ranking.order(key, type, types.size())) {
        if (!nodes.contains(node)) {
          nodes.add(node);
        }
      }
    }
    return nodes;
  }

  /** The order of each type of storage sees to racks itself. */
  private Home first(String key, List<StorageType> types) {
    return Home.choose(types, type -> ranking.order(key, type, types.size()), Integer.MAX_VALUE);
  }

  private void refresh(Folders files) {
    NodeRanking before = ranking;
    since = clock.getAsLong();
    Collection<DatanodeDescriptor> nodes = files.nodes();
    if (!before.isOf(nodes)) {
      ranking = NodeRanking.of(nodes);
      listener.nodesChanged(files);
    }
  }

  /** The splits about which it was asked last. */
  List<Long> seen() {
    synchronized (seen) {
      return new ArrayList<>(seen.keySet());
    }
  }

  /** The nodes that replicas on these types of storage belong on. */
  Home home(Folders files, long folder, String key, List<StorageType> types) {
    order(files, folder, key, types);
    return first(key, types);
  }
}
