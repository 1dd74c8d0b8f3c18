package dev.cif.hdfs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/**
 * How many blocks of a split-directory each node holds at this moment, and which nodes it therefore
 * belongs on: those with most of its blocks, as far as racks allow. Between nodes with as many, a
 * hash of folder and node decides, so that all blocks of the split come to the same answer.
 *
 * <p>A block that is copied to one of these nodes, or deleted from another, can but strengthen the
 * answer: the sum of the squares of the counts grows by each such step, so that there is an end to
 * them.
 *
 * <p>Not thread-safe.
 */
final class SplitBlocks {
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final long folder;
  private final IdentityHashMap<DatanodeDescriptor, int[]> blocksOf = new IdentityHashMap<>();
  private long replicas;

  SplitBlocks(long folder) {
    this.folder = folder;
  }

  /** The folder's inode id. */
  long folder() {
    return folder;
  }

  /** Counts a replica that is neither corrupt nor about to be deleted. */
  void add(DatanodeDescriptor node) {
    blocksOf.computeIfAbsent(node, n -> new int[1])[0]++;
    replicas++;
  }

  /** All nodes that hold something, those with most blocks first. */
  List<DatanodeDescriptor> ranked() {
    List<DatanodeDescriptor> nodes = new ArrayList<>(blocksOf.keySet());
    nodes.sort(
        Comparator.comparingInt((DatanodeDescriptor node) -> -blocksOf.get(node)[0])
            .thenComparingLong(this::hash)
            .thenComparing(DatanodeDescriptor::getDatanodeUuid));
    return nodes;
  }

  /**
   * All nodes that hold something, first those that the split belongs on.
   *
   * @param replication how many nodes it is to be on
   * @param perRack how many of them a rack may have; the first that is one too many gives way to
   *     the next
   */
  List<DatanodeDescriptor> ranked(int replication, int perRack) {
    List<DatanodeDescriptor> nodes = new ArrayList<>();
    List<DatanodeDescriptor> others = new ArrayList<>();
    Map<String, Integer> ofRack = new HashMap<>();
    for (DatanodeDescriptor node : ranked()) {
      boolean room =
          nodes.size() < replication && ofRack.getOrDefault(node.getNetworkLocation(), 0) < perRack;
      if (room) {
        ofRack.merge(node.getNetworkLocation(), 1, Integer::sum);
      }
      (room ? nodes : others).add(node);
    }
    nodes.addAll(others);
    return nodes;
  }

  /** The nodes that it belongs on; none if they hold less than half of all its replicas. */
  List<DatanodeDescriptor> home(int replication, int perRack) {
    List<DatanodeDescriptor> nodes = ranked(replication, perRack);
    nodes = nodes.subList(0, Math.min(replication, nodes.size()));
    long there = 0;
    for (DatanodeDescriptor node : nodes) {
      there += blocksOf.get(node)[0];
    }
    return 2 * there >= replicas ? nodes : List.of();
  }

  private long hash(DatanodeDescriptor node) {
    long h = (node.getDatanodeUuid().hashCode() + folder * MIX) * MIX;
    return h ^ (h >>> 32);
  }
}
