package dev.cif.hdfs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
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
 * Model of a NameNode's block manager (BlockManager.java of Hadoop 3.3), as far as it asks the
 * policy, whose real code is called; and the policy's view of the model. Splits have numbers, and
 * so have their files. A subclass keeps the blocks, and decides when copies arrive.
 *
 * @param <B> block of a split's file
 */
abstract class MadeUpBlockManager<B> implements Folders {
  final BlockStoragePolicy hot = BlockStoragePolicySuite.createDefaultSuite().getPolicy("HOT");
  final Random random;
  BlockPlacementPolicyDefault policy;
  SplitWatcher watcher;
  long now;
  private B asked;

  MadeUpBlockManager(Random random) {
    this.random = random;
  }

  abstract int split(B block);

  abstract int file(B block);

  /** Returns the blocks of a split. */
  abstract List<B> blocks(int split);

  /** Returns the key of a split's co-location group; null if it has none. */
  abstract String group(int split);

  abstract int replication(B block);

  abstract long bytes();

  /** Returns the nodes that are known to hold a block, live or not. */
  abstract Collection<DatanodeDescriptor> known(B block);

  /** Returns the nodes in service that hold a block which they needn't delete. */
  abstract Collection<DatanodeDescriptor> holders(B block);

  /** Returns the nodes to which a block is being copied. */
  abstract Collection<? extends Node> pending(B block);

  /** Checks a block after an event, as HDFS does. */
  abstract void check(B block);

  static DatanodeStorageInfo storage(DatanodeDescriptor node) {
    return node.getStorageInfos()[0];
  }

  private static List<DatanodeStorageInfo> storages(Collection<DatanodeDescriptor> nodes) {
    List<DatanodeStorageInfo> storages = new ArrayList<>();
    nodes.forEach(node -> storages.add(storage(node)));
    return storages;
  }

  private static int split(String path) {
    int end = path.lastIndexOf('/');
    return Integer.parseInt(path, path.lastIndexOf('/', end - 1) + 1, end, 10);
  }

  @Override
  public final void lock() {}

  @Override
  public final void unlock() {}

  @Override
  public final Folder lockedFolder(String path) {
    return new ModelFolder(split(path));
  }

  @Override
  public Collection<DatanodeDescriptor> nodes() {
    return List.of();
  }

  @Override
  public final Folder lockedAsked(Collection<? extends DatanodeInfo> nodes) {
    return new ModelFolder(split(asked));
  }

  @Override
  public final int lockedReplication(String path) {
    for (B block : blocks(split(path))) {
      if (path.equals(path(block))) {
        return replication(block);
      }
    }
    return 0;
  }

  @Override
  public final Replicas lockedAskedReplicas() {
    return Replicas.of(storages(holders(asked)), hot);
  }

  @Override
  public boolean lockedAskedFits(DatanodeDescriptor node, StorageType type) {
    return node.getRemaining() > bytes();
  }

  @Override
  public final boolean lockedNeighbourIsOn(Collection<? extends DatanodeInfo> nodes) {
    List<B> blocks = blocks(split(asked));
    B next = blocks.get((blocks.indexOf(asked) + 1) % blocks.size());
    return new HashSet<DatanodeInfo>(known(next)).equals(new HashSet<>(nodes));
  }

  @Override
  public final boolean mend(long folder, Homes homes, Pace pace) {
    Folder split = new ModelFolder((int) folder);
    boolean together = true;
    for (B block : blocks((int) folder)) {
      List<StorageType> types = Collections.nCopies(replication(block), StorageType.DISK);
      Set<DatanodeDescriptor> home = homes.of(split, split.blocks(), types).nodes().keySet();
      if (!home.isEmpty() && !new HashSet<>(holders(block)).equals(home)) {
        together = false;
        check(block);
      }
    }
    return together;
  }

  @Override
  public final boolean isRunning() {
    return true;
  }

  private final class ModelFolder implements Folder {
    private final int split;

    ModelFolder(int split) {
      this.split = split;
    }

    @Override
    public long id() {
      return split;
    }

    @Override
    public String group() {
      return MadeUpBlockManager.this.group(split);
    }

    @Override
    public SplitBlocks blocks() {
      SplitBlocks blocks = new SplitBlocks(split);
      for (B block : MadeUpBlockManager.this.blocks(split)) {
        holders(block).forEach(node -> blocks.add(node, StorageType.DISK, bytes()));
      }
      return blocks;
    }
  }

  private String path(B block) {
    return "/warehouse/t/" + split(block) + "/" + file(block) + "-c.col";
  }

  /** Has the policy look after the splits that it watches. */
  final void look() {
    try {
      if (policy instanceof ColumnPlacementPolicy ours) {
        watcher.look((folder, pace) -> ours.mend(this, folder, pace));
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Chooses nodes for new replicas of a block. */
  final DatanodeStorageInfo[] choose(
      B block, int count, Node writer, List<DatanodeStorageInfo> chosen, Set<Node> excluded) {
    return policy.chooseTarget(
        path(block), count, writer, chosen, false, excluded, bytes(), hot, null);
  }

  /**
   * Chooses nodes for the copies that a block needs; none if there is no node that improves its
   * placement, or no replica to copy.
   */
  final DatanodeStorageInfo[] chooseCopies(B block) {
    List<DatanodeStorageInfo> live = storages(holders(block));
    boolean enough = live.size() >= replication(block);
    int more =
        enough
            ? status(block).getAdditionalReplicasRequired()
            : replication(block) - live.size() - pending(block).size();
    DatanodeDescriptor from =
        known(block).stream().filter(DatanodeDescriptor::isAlive).findFirst().orElse(null);
    if (from == null || more <= 0) {
      return DatanodeStorageInfo.EMPTY_ARRAY;
    }
    Set<Node> excluded = new HashSet<>(known(block));
    excluded.addAll(pending(block));
    DatanodeStorageInfo[] targets = choose(block, more, from, live, excluded);
    if (enough) {
      // HDFS drops a copy that doesn't improve the block's placement.
      BlockPlacementStatus then = status(block, targets);
      if (!then.isPlacementPolicySatisfied() && then.getAdditionalReplicasRequired() >= more) {
        return DatanodeStorageInfo.EMPTY_ARRAY;
      }
    }
    return targets;
  }

  /** Returns the replicas that a block has too many of, after it came to one node from another. */
  final Collection<DatanodeStorageInfo> excess(
      B block, DatanodeDescriptor added, DatanodeDescriptor from) {
    List<DatanodeStorageInfo> replicas = storages(holders(block));
    int excess = replicas.size() - replication(block);
    if (excess <= 0) {
      return List.of();
    }
    asked = block;
    List<StorageType> types = new ArrayList<>(Collections.nCopies(excess, StorageType.DISK));
    return policy.chooseReplicasToDelete(
        replicas, replicas, replication(block), types, added, from);
  }

  /** Returns true if a block lacks a replica, or one on another node. */
  boolean needs(B block) {
    int pending = pending(block).size();
    return holders(block).size() + pending < replication(block)
        || (pending == 0 && !status(block).isPlacementPolicySatisfied());
  }

  private BlockPlacementStatus status(B block, DatanodeStorageInfo... more) {
    Set<DatanodeInfo> nodes = new LinkedHashSet<>();
    for (DatanodeDescriptor node : known(block)) {
      if (node.isAlive() && node.isInService()) {
        nodes.add(node);
      }
    }
    for (DatanodeStorageInfo storage : more) {
      nodes.add(storage.getDatanodeDescriptor());
    }
    asked = block;
    return policy.verifyBlockPlacement(nodes.toArray(DatanodeInfo[]::new), replication(block));
  }
}
