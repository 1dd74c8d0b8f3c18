package dev.cif.hdfs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;

/**
 * A {@link MadeUpBlockManager} of a large cluster, over {@link SimulatedBlocks}; blocks have
 * numbers. Time passes in steps of three seconds, in each of which HDFS starts so many copies for
 * each live node. A copy arrives two steps later, and excess replicas are deleted at once.
 */
final class SimulatedNameNode extends MadeUpBlockManager<Integer> {
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
  private final Needed needed = new Needed();
  private final Queue<Copy> copies = new ArrayDeque<>();
  private final Map<Integer, List<Node>> pending = new HashMap<>();
  private final RememberedNodes remembered;
  private final Moves moves;
  private long copied;
  private int mostWatched;
  private int mostMoves;

  /**
   * Creates a NameNode.
   *
   * @param together true for this project's policy, false for the default one
   */
  SimulatedNameNode(SimulatedBlocks blocks, boolean together) throws ReflectiveOperationException {
    super(new Random(42));
    this.blocks = blocks;
    PolicySettings settings = PolicySettings.DEFAULT;
    remembered =
        new RememberedNodes(
            settings.rememberedSplits(), settings.rememberedSeconds() * 1_000L, () -> now);
    watcher =
        new SplitWatcher(65_536, settings.mendSeconds() * 1_000L, () -> now, false, millis -> {});
    moves = new Moves(() -> now);
    if (together) {
      ColumnPlacementPolicy ours = new ColumnPlacementPolicy(this);
      Fields.set(ours, "remembered", remembered);
      Fields.set(ours, "watcher", watcher);
      Fields.set(ours, "moves", moves);
      Fields.set(ours, "draws", new TwoChoices(random::nextInt));
      policy = blocks.madeUp.started(ours);
    } else {
      policy = blocks.madeUp.started(new BlockPlacementPolicyDefault() {});
    }
  }

  @Override
  int split(Integer block) {
    return block / blocks.files;
  }

  @Override
  int file(Integer block) {
    return block % blocks.files;
  }

  @Override
  List<Integer> blocks(int split) {
    int first = split * blocks.files;
    return IntStream.range(first, first + blocks.files).boxed().toList();
  }

  @Override
  String group(int split) {
    return null;
  }

  @Override
  int replication(Integer block) {
    return SimulatedBlocks.REPLICATION;
  }

  @Override
  long bytes() {
    return SimulatedBlocks.BLOCK;
  }

  @Override
  Collection<DatanodeDescriptor> known(Integer block) {
    return blocks.holders(block);
  }

  @Override
  Collection<DatanodeDescriptor> holders(Integer block) {
    return blocks.holders(block);
  }

  @Override
  Collection<Node> pending(Integer block) {
    return pending.getOrDefault(block, List.of());
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
    look();
    mostWatched = Math.max(mostWatched, watcher.size());
    mostMoves = Math.max(mostMoves, Fields.size(moves, "moves"));
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

  @Override
  void check(Integer block) {
    check(block, null, null);
  }

  private void check(int block, DatanodeDescriptor added, DatanodeDescriptor from) {
    for (DatanodeStorageInfo storage : excess(block, added, from)) {
      blocks.remove(block, blocks.number(storage.getDatanodeDescriptor()));
    }
    if (needs(block)) {
      needed.add(block);
    }
  }

  @Override
  boolean needs(Integer block) {
    return !blocks.isLost(block) && super.needs(block);
  }

  /** Starts to copy a block; returns false if no node can take it now. */
  private boolean copy(int block) {
    DatanodeStorageInfo[] targets = chooseCopies(block);
    for (DatanodeStorageInfo target : targets) {
      DatanodeDescriptor node = target.getDatanodeDescriptor();
      pending.computeIfAbsent(block, b -> new ArrayList<>()).add(node);
      copies.add(new Copy(block, blocks.number(node), now + COPY_MILLIS));
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
