package dev.cif.hdfs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;

/**
 * A cluster of any size in one process: the policy's own code over nodes, racks and blocks that are
 * numbers in arrays. Each file has one block. Says how even the nodes are filled, how many splits
 * are together after nodes have failed, and what a decision takes, beside the default policy.
 *
 * <p>Copies of blocks are seen by the policy only {@value #IN_FLIGHT} decisions later, and blocks
 * are copied in a random order, so that those of a split are far apart.
 */
final class Simulation {
  private static final int REPLICATION = 3;
  private static final long BLOCK = 128L << 20;
  private static final int IN_FLIGHT = 4_000;
  private static final int HEARTBEAT = 200;
  private static final short NONE = -1;

  private final BlockStoragePolicy hot =
      BlockStoragePolicySuite.createDefaultSuite().getPolicy("HOT");
  private final Random random = new Random(42);
  private final DFSNetworkTopology topology;
  private final List<DatanodeDescriptor> nodes;
  private final Map<DatanodeDescriptor, Short> numbers = new HashMap<>();
  private final boolean[] dead;
  private final long[] used;
  private final int splits;
  private final int files;
  private final short[] replicas;
  private final BlockPlacementPolicyDefault policy;
  private long nanos;
  private long decisions;

  Simulation(int nodeCount, int splits, int files, boolean together) {
    this.splits = splits;
    this.files = files;
    MadeUpNodes madeUp = new MadeUpNodes(nodeCount);
    topology = madeUp.topology;
    nodes = madeUp.nodes;
    nodes.forEach(node -> numbers.put(node, (short) numbers.size()));
    dead = new boolean[nodeCount];
    used = new long[nodeCount];
    replicas = new short[splits * files * REPLICATION];
    Arrays.fill(replicas, NONE);
    policy =
        madeUp.started(
            together
                ? new ColumnPlacementPolicy(new Arrayed())
                : new BlockPlacementPolicyDefault() {});
  }

  /** The splits' folders are numbered; so are their files. */
  private final class Arrayed implements Folders {
    @Override
    public void lock() {}

    @Override
    public void unlock() {}

    @Override
    public long lockedFolder(String path) {
      int end = path.lastIndexOf('/');
      return Integer.parseInt(path, path.lastIndexOf('/', end - 1) + 1, end, 10);
    }

    @Override
    public String lockedGroup(long folder) {
      return null;
    }

    @Override
    public Collection<DatanodeDescriptor> nodes() {
      return nodes;
    }

    @Override
    public long lockedAsked(Collection<? extends DatanodeInfo> nodes) {
      return NONE;
    }

    @Override
    public boolean lockedAskedFits(DatanodeDescriptor node) {
      return true;
    }

    @Override
    public boolean lockedNeighbourIsOn(Collection<? extends DatanodeInfo> nodes) {
      return true;
    }

    @Override
    public SplitBlocks lockedBlocks(long folder) {
      SplitBlocks split = new SplitBlocks(folder);
      int from = (int) folder * files * REPLICATION;
      for (int i = from; i < from + files * REPLICATION; i++) {
        if (replicas[i] != Simulation.NONE && !dead[replicas[i]]) {
          split.add(nodes.get(replicas[i]), BLOCK);
        }
      }
      return split;
    }

    @Override
    public boolean mend(long folder, Homes homes) {
      return true;
    }

    @Override
    public boolean isRunning() {
      return true;
    }
  }

  private DatanodeStorageInfo[] choose(
      int block, int count, Node writer, List<DatanodeStorageInfo> chosen, Set<Node> excluded) {
    String path = "/warehouse/t/" + block / files + "/" + block % files + "-c.col";
    long start = System.nanoTime();
    DatanodeStorageInfo[] targets =
        policy.chooseTarget(path, count, writer, chosen, false, excluded, BLOCK, hot, null);
    nanos += System.nanoTime() - start;
    decisions++;
    return targets;
  }

  /** Writes all splits, each from a node of its own. */
  void load() {
    for (int split = 0; split < splits; split++) {
      if (split % HEARTBEAT == 0) {
        heartbeat();
      }
      Node writer = nodes.get(random.nextInt(nodes.size()));
      for (int file = 0; file < files; file++) {
        int block = split * files + file;
        DatanodeStorageInfo[] targets =
            choose(block, REPLICATION, writer, new ArrayList<>(), new HashSet<>());
        for (int i = 0; i < targets.length; i++) {
          short node = numbers.get(targets[i].getDatanodeDescriptor());
          replicas[block * REPLICATION + i] = node;
          used[node] += BLOCK;
        }
      }
    }
  }

  /** All nodes tell how full they are. */
  private void heartbeat() {
    for (int i = 0; i < used.length; i++) {
      nodes.get(i).setDfsUsed(used[i]);
    }
  }

  private record Copy(int at, short node) {}

  /** Lets nodes fail at a time, and copies what they held. */
  void fail(int count) {
    List<Integer> failing = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      failing.add(i);
    }
    Collections.shuffle(failing, random);
    for (int i : failing.subList(0, count)) {
      dead[i] = true;
      topology.remove(nodes.get(i));
    }
    int[] order = damaged();
    Queue<Copy> inFlight = new ArrayDeque<>();
    for (int block : order) {
      copy(block, inFlight);
      while (inFlight.size() > IN_FLIGHT) {
        land(inFlight.remove());
      }
    }
    inFlight.forEach(this::land);
  }

  private void land(Copy copy) {
    replicas[copy.at()] = copy.node();
  }

  private int[] damaged() {
    int[] blocks = new int[splits * files];
    int count = 0;
    for (int block = 0; block < blocks.length; block++) {
      boolean lost = false;
      boolean left = false;
      for (int i = block * REPLICATION; i < (block + 1) * REPLICATION; i++) {
        lost |= dead[replicas[i]];
        left |= !dead[replicas[i]];
      }
      if (lost && left) {
        blocks[count++] = block;
      }
    }
    for (int i = count - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int block = blocks[i];
      blocks[i] = blocks[j];
      blocks[j] = block;
    }
    return Arrays.copyOf(blocks, count);
  }

  private void copy(int block, Queue<Copy> inFlight) {
    List<DatanodeStorageInfo> live = new ArrayList<>();
    Set<Node> excluded = new HashSet<>();
    List<Integer> lost = new ArrayList<>();
    for (int i = block * REPLICATION; i < (block + 1) * REPLICATION; i++) {
      DatanodeDescriptor node = nodes.get(replicas[i]);
      excluded.add(node);
      if (dead[replicas[i]]) {
        lost.add(i);
      } else {
        live.add(node.getStorageInfos()[0]);
      }
    }
    DatanodeStorageInfo[] targets =
        choose(block, lost.size(), live.get(0).getDatanodeDescriptor(), live, excluded);
    for (int i = 0; i < targets.length; i++) {
      inFlight.add(new Copy(lost.get(i), numbers.get(targets[i].getDatanodeDescriptor())));
    }
  }

  /** The share of splits with something left all of whose blocks are on the same nodes. */
  double together() {
    int same = 0;
    int left = 0;
    for (int split = 0; split < splits; split++) {
      Set<Set<Short>> sets = new HashSet<>();
      for (int block = split * files; block < (split + 1) * files; block++) {
        Set<Short> set = new HashSet<>();
        for (int i = block * REPLICATION; i < (block + 1) * REPLICATION; i++) {
          if (!dead[replicas[i]]) {
            set.add(replicas[i]);
          }
        }
        sets.add(set);
      }
      sets.remove(Set.<Short>of());
      left += sets.isEmpty() ? 0 : 1;
      same += sets.size() == 1 ? 1 : 0;
    }
    return (double) same / left;
  }

  /** The standard deviation of the blocks on each live node, over their mean. */
  double variation() {
    long[] blocks = new long[nodes.size()];
    for (short node : replicas) {
      blocks[node]++;
    }
    double sum = 0;
    double squares = 0;
    int live = 0;
    for (int i = 0; i < blocks.length; i++) {
      if (!dead[i]) {
        live++;
        sum += blocks[i];
        squares += (double) blocks[i] * blocks[i];
      }
    }
    double mean = sum / live;
    return Math.sqrt(squares / live - mean * mean) / mean;
  }

  /** Microseconds for each decision since the last call. */
  double micros() {
    double micros = nanos / 1_000.0 / decisions;
    nanos = 0;
    decisions = 0;
    return micros;
  }

  /** Arguments: nodes, splits, files of a split. */
  public static void main(String[] args) {
    int nodes = Integer.parseInt(args[0]);
    int splits = Integer.parseInt(args[1]);
    int files = Integer.parseInt(args[2]);
    for (boolean together : new boolean[] {false, true, false, true}) {
      Simulation cluster = new Simulation(nodes, splits, files, together);
      cluster.load();
      String name = together ? "column" : "default";
      print(name, "load", cluster);
      cluster.fail(nodes / 10);
      print(name, "10% of the nodes failed", cluster);
    }
  }

  private static void print(String policy, String phase, Simulation cluster) {
    System.out.printf(
        Locale.ROOT,
        "%s, %s: %.2f us/decision, variation %.4f, together %.4f%n",
        policy,
        phase,
        cluster.micros(),
        cluster.variation(),
        cluster.together());
  }
}
