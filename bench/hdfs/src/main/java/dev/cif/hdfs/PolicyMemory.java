package dev.cif.hdfs;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import picocli.CommandLine.Command;

/**
 * Heap memory of the policy when it is full, by the garbage collector's figures: each of its parts
 * is offered more entries than it keeps.
 */
@Command(
    name = "memory",
    mixinStandardHelpOptions = true,
    description = "What the placement policy keeps on a NameNode's heap, when full.")
final class PolicyMemory implements Callable<Integer> {
  private static final PolicySettings SETTINGS = PolicySettings.DEFAULT;
  private static final int MANY = 1_000_000;
  private static final int MANY_KEYS = 10_000;
  private static final int NODES = 1_000;

  /**
   * Parts measured before. If one were freed between two measurements, its bytes would distort the
   * second.
   */
  private final List<Full> kept = new ArrayList<>();

  @Override
  public Integer call() {
    List<DatanodeDescriptor> nodes = new MadeUpNodes(SimulatedBlocks.REPLICATION).nodes;
    MadeUpNodes.heartbeat(nodes.get(0), nodes.get(0).getCapacity() / 2);
    print("splits remembered", () -> remembered(nodes));
    print("splits watched", PolicyMemory::watched);
    print("moves of splits", () -> moves(nodes));
    print("splits of groups seen", PolicyMemory::grouped);
    List<DatanodeDescriptor> cluster = new MadeUpNodes(NODES).nodes;
    print("keys of groups, their nodes", () -> keys(cluster));
    return 0;
  }

  /** A part of the policy, and the number of its entries. */
  private record Full(Object part, int entries) {}

  private static Full remembered(List<DatanodeDescriptor> nodes) {
    RememberedNodes remembered = SETTINGS.newMemory();
    for (long split = 0; split < MANY; split++) {
      remembered.put(split, nodes);
    }
    return new Full(remembered, remembered.size());
  }

  private static Full watched() {
    SplitWatcher watcher = SETTINGS.newWatcher();
    for (long split = 0; split < MANY; split++) {
      watcher.watch(split);
    }
    return new Full(watcher, watcher.size());
  }

  private static Full moves(List<DatanodeDescriptor> nodes) {
    Moves moves = new Moves(() -> 0);
    int entries = 0;
    SplitBlocks split;
    do {
      split = new SplitBlocks(entries);
      split.add(nodes.get(0), StorageType.DISK, SimulatedBlocks.BLOCK);
    } while (moves.begin(split, nodes.get(0), nodes.get(1)) && entries++ < MANY);
    return new Full(moves, entries);
  }

  /** Fills the map of splits in {@link GroupNodes}. */
  private static Full grouped() {
    LatestUsed<Long, Boolean> seen = new LatestUsed<>(ColumnPlacementPolicy.MAX_GROUPED);
    for (long split = 0; split < MANY; split++) {
      seen.put(split, true);
    }
    return new Full(seen, seen.size());
  }

  private static Full keys(List<DatanodeDescriptor> cluster) {
    NodeRanking ranking = NodeRanking.of(cluster);
    for (int key = 0; key < MANY_KEYS; key++) {
      ranking.order("orders/" + key, SimulatedBlocks.REPLICATION);
    }
    return new Full(ranking, Fields.size(ranking, "orders"));
  }

  private void print(String what, Supplier<Full> made) {
    long before = live();
    Full full = made.get();
    kept.add(full);
    long bytes = live() - before;
    System.out.printf(
        Locale.ROOT,
        "%,d %s, no more: %,d bytes of heap, %d each%n",
        full.entries,
        what,
        bytes,
        bytes / full.entries);
  }

  /** Returns the bytes of all reachable objects. */
  private static long live() {
    Runtime runtime = Runtime.getRuntime();
    long bytes = Long.MAX_VALUE;
    // Memory that is freed late, as by threads that end, is gone by the third time.
    for (int i = 0; i < 3; i++) {
      System.gc();
      bytes = Math.min(bytes, runtime.totalMemory() - runtime.freeMemory());
    }
    return bytes;
  }
}
