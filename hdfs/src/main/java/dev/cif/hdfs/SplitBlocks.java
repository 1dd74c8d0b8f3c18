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

  private static final class Share {
    int blocks;
    long bytes;
  }

  private final long folder;
  private final IdentityHashMap<DatanodeDescriptor, Share> shares = new IdentityHashMap<>();
  private long replicas;
  private DatanodeDescriptor from;
  private DatanodeDescriptor to;

  SplitBlocks(long folder) {
    this.folder = folder;
  }

  /** The folder's inode id. */
  long folder() {
    return folder;
  }

  /** Counts a replica that is neither corrupt nor about to be deleted. */
  void add(DatanodeDescriptor node, long bytes) {
    Share share = shares.computeIfAbsent(node, n -> new Share());
    share.blocks++;
    share.bytes += bytes;
    replicas++;
  }

  /** How many nodes hold something. */
  int size() {
    return shares.size();
  }

  /** How much of it a node holds. */
  long bytes(DatanodeDescriptor node) {
    Share share = shares.get(node);
    return share == null ? 0 : share.bytes;
  }

  /** Ranks nodes as if one, which holds some block already, had what another has. */
  void move(DatanodeDescriptor giving, DatanodeDescriptor taking) {
    from = giving;
    to = taking;
  }

  private int blocks(DatanodeDescriptor node) {
    if (to != null && (node.equals(from) || node.equals(to))) {
      Share given = shares.get(from);
      Share taken = shares.get(to);
      return node.equals(from) || taken == null
          ? 0
          : Math.max(taken.blocks, given == null ? 0 : given.blocks);
    }
    return shares.get(node).blocks;
  }

  /** All nodes that hold something, those with most blocks first. */
  List<DatanodeDescriptor> ranked() {
    List<DatanodeDescriptor> nodes = new ArrayList<>(shares.keySet());
    nodes.sort(
        Comparator.comparingInt((DatanodeDescriptor node) -> -blocks(node))
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
    List<DatanodeDescriptor> nodes = new ArrayList<>(first(replication, perRack));
    for (DatanodeDescriptor node : ranked()) {
      if (!nodes.contains(node)) {
        nodes.add(node);
      }
    }
    return nodes;
  }

  /** The first of these: those that suit each other's racks. */
  List<DatanodeDescriptor> first(int replication, int perRack) {
    List<DatanodeDescriptor> nodes = new ArrayList<>();
    Map<String, Integer> ofRack = new HashMap<>();
    for (DatanodeDescriptor node : ranked()) {
      if (nodes.size() < replication
          && ofRack.getOrDefault(node.getNetworkLocation(), 0) < perRack) {
        ofRack.merge(node.getNetworkLocation(), 1, Integer::sum);
        nodes.add(node);
      }
    }
    return nodes;
  }

  /**
   * The nodes that the split belongs on, those that racks speak against only if there are too few
   * others; none if they hold less than half of all replicas.
   */
  List<DatanodeDescriptor> home(int replication, int perRack) {
    List<DatanodeDescriptor> nodes = ranked(replication, perRack);
    nodes = nodes.subList(0, Math.min(replication, nodes.size()));
    long there = 0;
    for (DatanodeDescriptor node : nodes) {
      there += blocks(node);
    }
    return 2 * there >= replicas ? nodes : List.of();
  }

  private long hash(DatanodeDescriptor node) {
    long h = (node.getDatanodeUuid().hashCode() + folder * MIX) * MIX;
    return h ^ (h >>> 32);
  }
}
