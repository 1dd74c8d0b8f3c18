package dev.cif.hdfs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/**
 * The nodes that the splits of co-location groups belong on. They are the first nodes of an order
 * that follows from the split's key and the nodes of the cluster alone ({@link NodeRanking}). All
 * splits of a key so come to the same nodes on every NameNode, before and after a restart, though
 * nothing is stored.
 *
 * <p>When nodes fail, join or return, the order changes. HDFS then checks only the blocks that a
 * node takes away or brings back. The splits of groups that were seen last are therefore kept, so
 * that the listener can have them checked. Their number is bounded; a split takes about 72 bytes.
 *
 * <p>Thread-safe. Its lock is held for a look-up, and while the ids of those splits are copied.
 */
final class GroupNodes {
  /** Listener that hears when splits may belong on other nodes. */
  interface Listener {
    /**
     * Called under the locks of the thread that asked for nodes; {@link #seen} returns the splits.
     */
    void nodesChanged(Folders files);
  }

  private final long maxAge;
  private final LongSupplier clock;
  private final Listener listener;
  private final Map<Long, Boolean> seen;
  private volatile NodeRanking ranking = NodeRanking.of(List.of());
  private volatile long since;

  /**
   * Creates an instance that knows no nodes yet.
   *
   * @param capacity number of splits of groups to remember, at most
   * @param maxAgeMillis time after which the nodes are read again; the failure of one of them is
   *     seen at once
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
   * Returns the nodes that a split's replicas are wanted on, the most wanted first. Only nodes that
   * are alive and in service or in maintenance are among them.
   *
   * @param types types of storage, one a replica; nodes that may take another's place follow
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

  /**
   * Returns the first nodes. Each type's order respects racks itself, so that no limit is needed
   * here.
   */
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

  /** Returns the inode ids of the splits that were asked about last. */
  List<Long> seen() {
    synchronized (seen) {
      return new ArrayList<>(seen.keySet());
    }
  }

  /** Returns the nodes that replicas on these types of storage belong on. */
  Home home(Folders files, long folder, String key, List<StorageType> types) {
    order(files, folder, key, types);
    return first(key, types);
  }
}
