package dev.cif.hdfs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
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
   * @param count how many are wanted; others that may take their place follow
   */
  List<DatanodeDescriptor> order(Folders files, long folder, String key, int count) {
    synchronized (seen) {
      seen.put(folder, true);
    }
    boolean isOld = clock.getAsLong() - since >= maxAge;
    List<DatanodeDescriptor> nodes = isOld ? List.of() : ranking.order(key, count);
    if (isOld || !nodes.stream().allMatch(NodeRanking::isHome)) {
      refresh(files);
      nodes = ranking.order(key, count);
    }
    return nodes;
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

  /** The nodes that a split belongs on. */
  List<DatanodeDescriptor> home(Folders files, long folder, String key, int replication) {
    List<DatanodeDescriptor> nodes = order(files, folder, key, replication);
    return nodes.subList(0, Math.min(replication, nodes.size()));
  }
}
