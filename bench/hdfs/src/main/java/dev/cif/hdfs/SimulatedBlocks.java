package dev.cif.hdfs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/**
 * The replicas of all blocks of a large cluster, as numbers in an array. Each file of a split has
 * one block; split {@code s} has the blocks from {@code s * files} on. Not thread-safe.
 */
final class SimulatedBlocks {
  static final int REPLICATION = 3;
  static final long BLOCK = 128L << 20;

  /**
   * Number of replicas of a block, at most: while a split is moved, it may have twice as many as
   * usual.
   */
  private static final int SLOTS = 2 * REPLICATION;

  private static final short NONE = -1;

  final int splits;
  final int files;
  final MadeUpNodes madeUp;
  private final List<DatanodeDescriptor> nodes;
  private final IdentityHashMap<DatanodeDescriptor, Short> numbers = new IdentityHashMap<>();
  private final BitSet dead = new BitSet();
  private final int[] onNode;
  private final short[] slots;

  /**
   * Creates a cluster without replicas.
   *
   * @param utilization share of the nodes' capacity that all blocks take
   */
  SimulatedBlocks(int nodeCount, int splits, int files, double utilization) {
    this.splits = splits;
    this.files = files;
    double bytes = (double) splits * files * REPLICATION * BLOCK;
    madeUp = new MadeUpNodes(nodeCount, (long) (bytes / nodeCount / utilization));
    nodes = madeUp.nodes;
    nodes.forEach(node -> numbers.put(node, (short) numbers.size()));
    onNode = new int[nodeCount];
    slots = new short[splits * files * SLOTS];
    Arrays.fill(slots, NONE);
  }

  int count() {
    return splits * files;
  }

  List<DatanodeDescriptor> nodes() {
    return nodes;
  }

  DatanodeDescriptor node(int number) {
    return nodes.get(number);
  }

  int number(DatanodeDescriptor node) {
    return numbers.get(node);
  }

  boolean isLive(int node) {
    return !dead.get(node);
  }

  /** Returns the number of blocks on a node. */
  int blocksOn(int node) {
    return onNode[node];
  }

  /** Returns the node of a block's i-th replica, or a negative number. */
  int holder(int block, int i) {
    return slots[block * SLOTS + i];
  }

  int places() {
    return SLOTS;
  }

  boolean isOn(int block, int node) {
    for (int i = block * SLOTS; i < (block + 1) * SLOTS; i++) {
      if (slots[i] == node) {
        return true;
      }
    }
    return false;
  }

  boolean isLost(int block) {
    for (int i = block * SLOTS; i < (block + 1) * SLOTS; i++) {
      if (slots[i] != NONE) {
        return false;
      }
    }
    return true;
  }

  List<DatanodeDescriptor> holders(int block) {
    List<DatanodeDescriptor> holders = new ArrayList<>();
    for (int i = block * SLOTS; i < (block + 1) * SLOTS; i++) {
      if (slots[i] != NONE) {
        holders.add(nodes.get(slots[i]));
      }
    }
    return holders;
  }

  /** Adds a replica; returns false if there is no free slot, or if it is there already. */
  boolean add(int block, int node) {
    int free = NONE;
    for (int i = block * SLOTS; i < (block + 1) * SLOTS; i++) {
      if (slots[i] == node) {
        return false;
      }
      free = slots[i] == NONE ? i : free;
    }
    if (free < 0) {
      return false;
    }
    slots[free] = (short) node;
    onNode[node]++;
    return true;
  }

  void remove(int block, int node) {
    for (int i = block * SLOTS; i < (block + 1) * SLOTS; i++) {
      if (slots[i] == node) {
        slots[i] = NONE;
        onNode[node]--;
      }
    }
  }

  /** Lets nodes fail at once; returns the blocks that lost a replica and have another. */
  int[] fail(BitSet failing) {
    dead.or(failing);
    failing.stream()
        .forEach(
            node -> {
              nodes.get(node).setAlive(false);
              madeUp.topology.remove(nodes.get(node));
              onNode[node] = 0;
            });
    int[] damaged = new int[count()];
    int found = 0;
    for (int block = 0; block < count(); block++) {
      boolean lost = false;
      boolean left = false;
      for (int i = block * SLOTS; i < (block + 1) * SLOTS; i++) {
        if (slots[i] != NONE && failing.get(slots[i])) {
          slots[i] = NONE;
          lost = true;
        }
        left |= slots[i] != NONE;
      }
      if (lost && left) {
        damaged[found++] = block;
      }
    }
    return Arrays.copyOf(damaged, found);
  }

  /** Brings failed nodes back empty. */
  void replace(int count) {
    for (int i = 0; i < count && !dead.isEmpty(); i++) {
      int node = dead.nextSetBit(0);
      dead.clear(node);
      nodes.get(node).setAlive(true);
      madeUp.topology.add(nodes.get(node));
    }
    heartbeat();
  }

  /** Has all nodes report their fullness. */
  void heartbeat() {
    for (int node = 0; node < onNode.length; node++) {
      MadeUpNodes.heartbeat(nodes.get(node), onNode[node] * BLOCK);
    }
  }

  /** Returns the number of blocks without a replica. */
  int lost() {
    int lost = 0;
    for (int block = 0; block < count(); block++) {
      lost += isLost(block) ? 1 : 0;
    }
    return lost;
  }

  /**
   * Returns the share of splits whose blocks are all on the same nodes, of the splits with a block
   * left.
   */
  double together() {
    int same = 0;
    int left = 0;
    for (int split = 0; split < splits; split++) {
      long nodesOfSplit = 0;
      boolean isSame = true;
      for (int block = split * files; block < (split + 1) * files; block++) {
        long nodesOfBlock = sorted(block);
        if (nodesOfBlock != 0) {
          isSame &= nodesOfSplit == 0 || nodesOfSplit == nodesOfBlock;
          nodesOfSplit = nodesOfBlock;
        }
      }
      left += nodesOfSplit == 0 ? 0 : 1;
      same += nodesOfSplit != 0 && isSame ? 1 : 0;
    }
    return (double) same / left;
  }

  /**
   * Returns a block's nodes packed into one number; 0 for none. More than four nodes do not fit.
   */
  private long sorted(int block) {
    short[] on = Arrays.copyOfRange(slots, block * SLOTS, (block + 1) * SLOTS);
    Arrays.sort(on);
    long all = 0;
    for (short node : on) {
      all = node == NONE ? all : all << 16 | (node + 1);
    }
    return all;
  }

  /** Returns the standard deviation of the blocks on each live node, over their mean. */
  double variation() {
    return Spread.variation(
        IntStream.range(0, onNode.length).filter(this::isLive).map(node -> onNode[node]).toArray());
  }
}
