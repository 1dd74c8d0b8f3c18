package dev.cif.hdfs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/**
 * Count of a split-directory's blocks on each node and type of storage at this moment, and the
 * nodes that its blocks therefore belong on. These are the nodes with such storage that hold most
 * of its blocks on it, as far as racks allow. Nodes with none there rank by their blocks on any
 * storage. Ties are broken by a hash of folder and node, so that all blocks of the split get the
 * same answer.
 *
 * <p>A block that is copied to one of these nodes, or deleted from another, can only strengthen the
 * answer. For a type of storage, the sum of the squares of the counts grows by each such step. The
 * steps so come to an end. If a file is on several types, the nodes of an earlier type are left out
 * of the later ones. Changes to a later type never affect an earlier one.
 *
 * <p>Not thread-safe.
 */
final class SplitBlocks {
  private static final long MIX = 0x9E3779B97F4A7C15L;
  private static final int TYPES = StorageType.values().length;

  private static final class Share {
    final int[] ofType = new int[TYPES];
    final long[] bytes = new long[TYPES];
    int blocks;
  }

  private final long folder;
  private final IdentityHashMap<DatanodeDescriptor, Share> shares = new IdentityHashMap<>();
  private final long[] replicas = new long[TYPES];
  private DatanodeDescriptor from;
  private DatanodeDescriptor to;
  private boolean changesTier;

  SplitBlocks(long folder) {
    this.folder = folder;
  }

  /** Returns the folder's inode id. */
  long folder() {
    return folder;
  }

  /** Counts a replica that is neither corrupt nor about to be deleted. */
  void add(DatanodeDescriptor node, StorageType type, long bytes) {
    Share share = shares.computeIfAbsent(node, n -> new Share());
    share.blocks++;
    share.ofType[type.ordinal()]++;
    share.bytes[type.ordinal()] += bytes;
    replicas[type.ordinal()]++;
  }

  /** Returns the number of nodes that hold blocks and have any of these types of storage. */
  int size(List<StorageType> types) {
    int count = 0;
    for (Map.Entry<DatanodeDescriptor, Share> share : shares.entrySet()) {
      count += types.stream().anyMatch(t -> has(share.getKey(), share.getValue(), t)) ? 1 : 0;
    }
    return count;
  }

  private static boolean has(DatanodeDescriptor node, Share share, StorageType type) {
    return share.ofType[type.ordinal()] > 0 || node.hasStorageType(type);
  }

  /** Returns the bytes that a node holds on those types of storage that another node has, too. */
  long bytes(DatanodeDescriptor node, DatanodeDescriptor other) {
    Share share = shares.get(node);
    long bytes = 0;
    for (StorageType type : StorageType.values()) {
      bytes += share != null && isMoved(type, other) ? share.bytes[type.ordinal()] : 0;
    }
    return bytes;
  }

  /**
   * Ranks nodes as if one, which holds some block already, had the blocks of another, on those
   * types of storage that it has itself.
   */
  void move(DatanodeDescriptor giving, DatanodeDescriptor taking) {
    from = giving;
    to = taking;
  }

  private boolean isMoved(StorageType type, DatanodeDescriptor taking) {
    Share share = shares.get(taking);
    return replicas[type.ordinal()] > 0
        && (share == null ? taking.hasStorageType(type) : has(taking, share, type));
  }

  /**
   * Records that blocks are on their way to another type of storage. They then have a home on the
   * nodes that the Mover chose, even if few blocks are there yet.
   */
  void changeTier() {
    changesTier = true;
  }

  private int blocks(DatanodeDescriptor node, StorageType type) {
    int at = type.ordinal();
    if (to != null && (node.equals(from) || node.equals(to)) && isMoved(type, to)) {
      Share given = shares.get(from);
      Share taken = shares.get(to);
      return node.equals(from) || taken == null
          ? 0
          : Math.max(taken.ofType[at], given == null ? 0 : given.ofType[at]);
    }
    return shares.get(node).ofType[at];
  }

  /** Returns the number of blocks on a node, over all types of storage. */
  private int blocks(DatanodeDescriptor node) {
    int blocks = 0;
    for (StorageType type : StorageType.values()) {
      blocks += blocks(node, type);
    }
    return blocks;
  }

  /** Returns all nodes that hold blocks, those with most blocks first. */
  private List<DatanodeDescriptor> ranked() {
    List<DatanodeDescriptor> nodes = new ArrayList<>(shares.keySet());
    nodes.sort(
        Comparator.comparingInt((DatanodeDescriptor node) -> -blocks(node))
            .thenComparing(byHash()));
    return nodes;
  }

  private Comparator<DatanodeDescriptor> byHash() {
    return Comparator.comparingLong(this::hash).thenComparing(DatanodeDescriptor::getDatanodeUuid);
  }

  /**
   * Returns the nodes among them that have storage of a type, those with most blocks on it first.
   */
  private List<DatanodeDescriptor> ranked(StorageType type) {
    List<DatanodeDescriptor> nodes = new ArrayList<>();
    shares.forEach(
        (node, share) -> {
          if (has(node, share, type)) {
            nodes.add(node);
          }
        });
    nodes.sort(
        Comparator.comparingInt((DatanodeDescriptor node) -> -blocks(node, type))
            .thenComparingInt(node -> blocks(node, type) > 0 ? 0 : -shares.get(node).blocks)
            .thenComparing(byHash()));
    return nodes;
  }

  /**
   * Returns all nodes that hold blocks, those first that replicas belong on.
   *
   * @param types types of storage, one a replica
   * @param perRack number of nodes that a rack may have; a node beyond it gives way to the next
   */
  List<DatanodeDescriptor> ranked(List<StorageType> types, int perRack) {
    return first(types, perRack).before(ranked());
  }

  /** Returns the first of these nodes, even if they hold a minority of the replicas. */
  Home first(List<StorageType> types, int perRack) {
    return Home.choose(types, this::ranked, perRack);
  }

  /**
   * Returns the nodes that replicas belong on. Nodes beyond the limit of their rack are among them
   * only if there are too few others. Returns {@link Home#NONE} if these nodes hold less than half
   * of all replicas on such storage.
   *
   * @param types types of storage, one a replica
   */
  Home home(List<StorageType> types, int perRack) {
    Home home = first(types, perRack);
    long there = 0;
    for (Map.Entry<DatanodeDescriptor, StorageType> place : home.nodes().entrySet()) {
      there += blocks(place.getKey(), place.getValue());
    }
    long all = 0;
    for (StorageType type : types.stream().distinct().toList()) {
      all += replicas[type.ordinal()];
    }
    return changesTier || 2 * there >= all ? home : Home.NONE;
  }

  /** Returns true if the best {@code nodes} nodes hold half of the replicas on any storage. */
  boolean isMostlyOn(int nodes) {
    long there = 0;
    long all = 0;
    List<DatanodeDescriptor> ranked = ranked();
    for (int i = 0; i < ranked.size(); i++) {
      int blocks = blocks(ranked.get(i));
      there += i < nodes ? blocks : 0;
      all += blocks;
    }
    return 2 * there >= all;
  }

  private long hash(DatanodeDescriptor node) {
    long h = (node.getDatanodeUuid().hashCode() + folder * MIX) * MIX;
    return h ^ (h >>> 32);
  }
}
