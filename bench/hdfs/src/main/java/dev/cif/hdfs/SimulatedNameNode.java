package dev.cif.hdfs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementStatus;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;

/**
 * Model of a NameNode's block manager over {@link SimulatedBlocks}, as far as it asks the policy,
 * whose real code is called. Time passes in steps of three seconds, in each of which HDFS starts so
 * many copies for each live node. A copy arrives two steps later, and excess replicas are deleted
 * at once.
 */
final class SimulatedNameNode {
  static final long STEP_MILLIS = 3_000;
  private static final long COPY_MILLIS = 2 * STEP_MILLIS;
  private static final int COPIES_A_NODE = 2;

  /** HDFS's work queue, which holds no block twice. */
  private static final class Needed {
    private final BitSet members = new BitSet();
    private int[] blocks = new int[1_024];
    private int size;

    void add(int block) {
      if (!members.get(block)) {
        members.set(block);
        blocks = size == blocks.length ? Arrays.copyOf(blocks, 2 * size) : blocks;
        blocks[size++] = block;
      }
    }

    /** Removes a random block: in the queue, blocks of a split are far from each other. */
    int removeAny(Random random) {
      int at = random.nextInt(size);
      int block = blocks[at];
      blocks[at] = blocks[--size];
      members.clear(block);
      return block;
    }
  }

  private record Copy(int block, int node, long due) {}

  final SimulatedBlocks blocks;
  final BlockPlacementPolicyDefault policy;
  final Random random = new Random(42);
  private final BlockStoragePolicy hot =
      BlockStoragePolicySuite.createDefaultSuite().getPolicy("HOT");
  private final Folders files = new Simulated();
  private final Needed needed = new Needed();
  private final Queue<Copy> copies = new ArrayDeque<>();
  private final Map<Integer, List<Node>> pending = new HashMap<>();
  private final RememberedNodes remembered;
  private final SplitWatcher watcher;
  private final Moves moves;
  private long now;
  private int asked;
  private long copied;
  private int mostWatched;
  private int mostMoves;

  /**
   * Creates a NameNode.
   *
   * @param together true for this project's policy, false for the default one
   */
  SimulatedNameNode(SimulatedBlocks blocks, boolean together) throws ReflectiveOperationException {
    this.blocks = blocks;
    PolicySettings settings = PolicySettings.DEFAULT;
    remembered =
        new RememberedNodes(
            settings.rememberedSplits(), settings.rememberedSeconds() * 1_000L, () -> now);
    watcher =
        new SplitWatcher(65_536, settings.mendSeconds() * 1_000L, () -> now, false, millis -> {});
    moves = new Moves(() -> now);
    if (together) {
      ColumnPlacementPolicy ours = new ColumnPlacementPolicy(files);
      Fields.set(ours, "remembered", remembered);
      Fields.set(ours, "watcher", watcher);
      Fields.set(ours, "moves", moves);
      Fields.set(ours, "draws", new TwoChoices(random::nextInt));
      policy = blocks.madeUp.started(ours);
    } else {
      policy = blocks.madeUp.started(new BlockPlacementPolicyDefault() {});
    }
  }

  /** The policy's view of the cluster; the splits' folders are numbered, and so are their files. */
  private final class Simulated implements Folders {
    @Override
    public void lock() {}

    @Override
    public void unlock() {}

    @Override
    public Folder lockedFolder(String path) {
      int end = path.lastIndexOf('/');
      return new Split(Integer.parseInt(path, path.lastIndexOf('/', end - 1) + 1, end, 10));
    }

    @Override
    public Collection<DatanodeDescriptor> nodes() {
      return List.of();
    }

    @Override
    public Folder lockedAsked(Collection<? extends DatanodeInfo> nodes) {
      return new Split(asked / blocks.files);
    }

    @Override
    public int lockedReplication(String path) {
      return SimulatedBlocks.REPLICATION;
    }

    @Override
    public Replicas lockedAskedReplicas() {
      return Replicas.of(blocks.storages(asked), hot);
    }

    @Override
    public boolean lockedAskedFits(DatanodeDescriptor node, StorageType type) {
      return node.getRemaining() > SimulatedBlocks.BLOCK;
    }

    @Override
    public boolean lockedNeighbourIsOn(Collection<? extends DatanodeInfo> nodes) {
      int first = asked / blocks.files * blocks.files;
      List<DatanodeInfo> there = blocks.holders(first + (asked + 1 - first) % blocks.files);
      return there.size() == nodes.size() && nodes.containsAll(there);
    }

    @Override
    public boolean mend(long folder, Homes homes, Pace pace) {
      Split split = new Split((int) folder);
      List<StorageType> types = Collections.nCopies(SimulatedBlocks.REPLICATION, StorageType.DISK);
      Set<DatanodeDescriptor> home = homes.of(split, split.blocks(), types).nodes().keySet();
      boolean together = true;
      int first = split.first();
      for (int block = first; !home.isEmpty() && block < first + blocks.files; block++) {
        List<DatanodeInfo> holders = blocks.holders(block);
        if (holders.size() != home.size() || !home.containsAll(holders)) {
          together = false;
          check(block, null, null);
        }
      }
      return together;
    }

    @Override
    public boolean isRunning() {
      return true;
    }
  }

  private final class Split implements Folders.Folder {
    private final int number;

    Split(int number) {
      this.number = number;
    }

    int first() {
      return number * blocks.files;
    }

    @Override
    public long id() {
      return number;
    }

    @Override
    public String group() {
      return null;
    }

    @Override
    public SplitBlocks blocks() {
      SplitBlocks split = new SplitBlocks(number);
      for (int block = first(); block < first() + blocks.files; block++) {
        for (int i = 0; i < blocks.places(); i++) {
          if (blocks.holder(block, i) >= 0) {
            split.add(
                blocks.node(blocks.holder(block, i)), StorageType.DISK, SimulatedBlocks.BLOCK);
          }
        }
      }
      return split;
    }
  }

  private DatanodeStorageInfo[] choose(
      int block, int count, Node writer, List<DatanodeStorageInfo> chosen, Set<Node> excluded) {
    String path = "/warehouse/t/" + block / blocks.files + "/" + block % blocks.files + "-c.col";
    return policy.chooseTarget(
        path, count, writer, chosen, false, excluded, SimulatedBlocks.BLOCK, hot, null);
  }

  /** Writes a split from a random node. */
  void write(int split) {
    Node writer = blocks.node(random.nextInt(blocks.nodes().size()));
    for (int block = split * blocks.files; block < (split + 1) * blocks.files; block++) {
      for (DatanodeStorageInfo target :
          choose(block, SimulatedBlocks.REPLICATION, writer, new ArrayList<>(), new HashSet<>())) {
        blocks.add(block, blocks.number(target.getDatanodeDescriptor()));
      }
    }
  }

  /** Lets HDFS see that these nodes are dead. */
  void fail(BitSet failing) {
    for (int block : blocks.fail(failing)) {
      needed.add(block);
    }
  }

  /** Records the arrival of a block that the Balancer moved. */
  void moved(int block, int from, int to) {
    if (blocks.isOn(block, from) && isPlaceFor(block, to) && blocks.add(block, to)) {
      check(block, blocks.node(to), blocks.node(from));
    }
  }

  private boolean isPlaceFor(int block, int node) {
    List<Node> targets = pending.get(block);
    return blocks.isLive(node) && (targets == null || !targets.contains(blocks.node(node)));
  }

  /** Advances the time by three seconds. */
  void step() {
    now += STEP_MILLIS;
    while (!copies.isEmpty() && copies.element().due <= now) {
      land(copies.remove());
    }
    blocks.heartbeat();
    if (policy instanceof ColumnPlacementPolicy ours) {
      look(ours);
      mostWatched = Math.max(mostWatched, watcher.size());
      mostMoves = Math.max(mostMoves, Fields.size(moves, "moves"));
    }
    int most = COPIES_A_NODE * blocks.madeUp.topology.getNumOfLeaves();
    List<Integer> again = new ArrayList<>();
    for (int i = 0; i < most && needed.size > 0; i++) {
      int block = needed.removeAny(random);
      if (needs(block) && !copy(block)) {
        again.add(block);
      }
    }
    again.forEach(needed::add);
  }

  private void look(ColumnPlacementPolicy ours) {
    try {
      watcher.look((folder, pace) -> ours.mend(files, folder, pace));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void land(Copy copy) {
    pending.computeIfPresent(
        copy.block,
        (block, targets) -> {
          targets.remove(blocks.node(copy.node));
          return targets.isEmpty() ? null : targets;
        });
    if (blocks.isLive(copy.node) && blocks.add(copy.block, copy.node)) {
      copied++;
    }
    check(copy.block, null, null);
  }

  /** Checks a block after an event, as HDFS does. */
  private void check(int block, DatanodeDescriptor added, DatanodeDescriptor from) {
    List<DatanodeStorageInfo> storages = blocks.storages(block);
    int excess = storages.size() - SimulatedBlocks.REPLICATION;
    if (excess > 0) {
      List<StorageType> types = new ArrayList<>();
      for (int i = 0; i < excess; i++) {
        types.add(StorageType.DISK);
      }
      asked = block;
      for (DatanodeStorageInfo storage :
          policy.chooseReplicasToDelete(
              storages, storages, SimulatedBlocks.REPLICATION, types, added, from)) {
        blocks.remove(block, blocks.number(storage.getDatanodeDescriptor()));
      }
    }
    if (needs(block)) {
      needed.add(block);
    }
  }

  private int pending(int block) {
    List<Node> targets = pending.get(block);
    return targets == null ? 0 : targets.size();
  }

  private boolean needs(int block) {
    List<DatanodeInfo> holders = blocks.holders(block);
    int there = holders.size() + pending(block);
    return !holders.isEmpty()
        && (there < SimulatedBlocks.REPLICATION
            || (pending(block) == 0 && !status(block, holders).isPlacementPolicySatisfied()));
  }

  private BlockPlacementStatus status(int block, List<DatanodeInfo> nodes) {
    asked = block;
    return policy.verifyBlockPlacement(
        nodes.toArray(DatanodeInfo[]::new), SimulatedBlocks.REPLICATION);
  }

  /** Starts to copy a block; returns false if no node can take it now. */
  private boolean copy(int block) {
    List<DatanodeStorageInfo> live = blocks.storages(block);
    List<DatanodeInfo> holders = blocks.holders(block);
    boolean enough = live.size() >= SimulatedBlocks.REPLICATION;
    int more =
        enough
            ? status(block, holders).getAdditionalReplicasRequired()
            : SimulatedBlocks.REPLICATION - live.size() - pending(block);
    Set<Node> excluded = new HashSet<>(holders);
    excluded.addAll(pending.getOrDefault(block, List.of()));
    DatanodeStorageInfo[] targets =
        choose(block, more, live.get(0).getDatanodeDescriptor(), live, excluded);
    if (enough) {
      // HDFS drops a copy that doesn't improve the block's placement.
      for (DatanodeStorageInfo target : targets) {
        holders.add(target.getDatanodeDescriptor());
      }
      BlockPlacementStatus then = status(block, holders);
      if (!then.isPlacementPolicySatisfied() && then.getAdditionalReplicasRequired() >= more) {
        return false;
      }
    }
    for (DatanodeStorageInfo target : targets) {
      Node node = target.getDatanodeDescriptor();
      pending.computeIfAbsent(block, b -> new ArrayList<>()).add(node);
      copies.add(new Copy(block, blocks.number(target.getDatanodeDescriptor()), now + COPY_MILLIS));
    }
    return targets.length > 0;
  }

  /** Returns the number of pending tasks, as far as they are known. */
  int work() {
    return needed.size + copies.size() + watcher.size();
  }

  /** Returns the time since the start, in milliseconds. */
  long now() {
    return now;
  }

  /** Returns the number of replicas that were copied since the last call. */
  long copied() {
    long since = copied;
    copied = 0;
    return since;
  }

  /** Returns the number of remembered splits. */
  int remembered() {
    return remembered.size();
  }

  /** Returns the largest number of splits watched at a time. */
  int mostWatched() {
    return mostWatched;
  }

  /** Returns the largest number of splits' moves known at a time. */
  int mostMoves() {
    return mostMoves;
  }
}
