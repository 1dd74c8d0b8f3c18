package dev.cif.hdfs;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/**
 * The nodes of split-directories, from those remembered and from the NameNode's block locations.
 * Splits of a co-location group have the nodes of their key. Thread-safe.
 */
record Splits(
    Folders files,
    RememberedNodes remembered,
    RackLimit limit,
    SplitWatcher apart,
    Moves moves,
    GroupNodes groups) {
  /** Limit of the nodes that a rack may give to a split with this replication. */
  interface RackLimit {
    int of(int replication);
  }

  /**
   * Returns the split of a file that exists or is about to be created. It avoids looking at blocks:
   * if enough nodes are remembered it looks at none, and otherwise at some only if these name
   * enough nodes. A split that is known to be apart has all its blocks counted.
   *
   * @param block replicas of the block; none if it is new
   * @param count number of nodes wanted, including those that have a replica
   * @param bytes size of the block
   * @return null if the path isn't in a split-directory
   */
  SplitNodes of(String path, Replicas block, int count, long bytes) throws IOException {
    List<StorageType> types = block.types(count);
    Folders.Folder recent = files.recentFolder(path);
    if (recent != null && recent.group() == null && isRemembered(recent.id(), types)) {
      return new SplitNodes(recent.id(), List.of(), 0);
    }
    files.lock();
    try {
      Folders.Folder folder = files.lockedFolder(path);
      if (folder == null) {
        return null;
      }
      long id = folder.id();
      SplitNodes split = lockedOfGroup(folder, types);
      if (split == null && isRemembered(id, types)) {
        return new SplitNodes(id, List.of(), 0);
      }
      if (split == null && !apart.contains(id)) {
        List<DatanodeDescriptor> ranked =
            someBlocks(folder, types).ranked(types, Integer.MAX_VALUE);
        return new SplitNodes(id, inService(ranked), 0);
      }
      int perRack = limit.of(count);
      SplitBlocks blocks = split == null ? blocks(folder) : new SplitBlocks(id);
      if (split == null) {
        Home first = blocks.first(types, perRack);
        int suited = inService(first.before(List.of()).subList(0, first.suited())).size();
        split = new SplitNodes(id, inService(blocks.ranked(types, perRack)), suited);
      }
      boolean isOneType = types.stream().distinct().count() <= 1;
      return isOneType || block.on().size() < Math.max(1, files.lockedReplication(path))
          ? split
          : split.copiedTo(lockedLacking(folder, blocks, block, bytes));
    } finally {
      files.unlock();
    }
  }

  /**
   * Returns the nodes that a block has to be copied to. Such a block has all its replicas, though
   * not all where it belongs. By itself the storage policy would put a copy on another type of
   * storage.
   */
  private Map<DatanodeDescriptor, StorageType> lockedLacking(
      Folders.Folder folder, SplitBlocks blocks, Replicas block, long bytes) {
    Home home = lockedHome(folder, blocks, block.types(block.on().size()));
    return block.lacking(
        home, (node, type) -> node.isInService() && Holders.hasRoom(node, type, bytes));
  }

  private boolean isRemembered(long folder, List<StorageType> types) {
    if (apart.contains(folder)) {
      return false;
    }
    int count = 0;
    for (DatanodeDescriptor node : remembered.of(RememberedNodes.key(folder, types))) {
      count += types.stream().anyMatch(node::hasStorageType) ? 1 : 0;
    }
    return count >= types.size();
  }

  /** Returns the nodes of the folder's group; null if it has none. */
  private SplitNodes lockedOfGroup(Folders.Folder folder, List<StorageType> types) {
    String group = folder.group();
    return group == null
        ? null
        : new SplitNodes(
            folder.id(),
            groups.order(files, folder.id(), group, types),
            types.size(),
            true,
            List.of());
  }

  private static List<DatanodeDescriptor> inService(List<DatanodeDescriptor> nodes) {
    return nodes.stream().filter(DatanodeDescriptor::isInService).toList();
  }

  /** Counts some blocks of a split that isn't known to be apart; all blocks if it is on its way. */
  private SplitBlocks someBlocks(Folders.Folder folder, List<StorageType> types) {
    return moves.contains(folder.id()) ? blocks(folder) : folder.someBlocks(types);
  }

  private SplitBlocks blocks(Folders.Folder folder) {
    SplitBlocks blocks = folder.blocks();
    moves.apply(blocks);
    return blocks;
  }

  /**
   * Returns the nodes on which replicas of the block that HDFS asks about are wanted, the most
   * wanted first.
   *
   * @param replicas nodes in service that hold the block
   * @param types types of storage of the replicas that are kept
   * @param moved nodes from and to which the block was moved; null if it wasn't
   * @return null if the block isn't a split's
   */
  Kept toKeep(Collection<DatanodeDescriptor> replicas, List<StorageType> types, Moved moved) {
    files.lock();
    try {
      Folders.Folder folder = files.lockedAsked(replicas);
      if (folder == null) {
        return null;
      }
      long id = folder.id();
      SplitNodes grouped = lockedOfGroup(folder, types);
      if (grouped != null) {
        return new Kept(id, grouped.nodes(), groups.home(files, id, folder.group(), types));
      }
      SplitBlocks blocks = blocks(folder);
      int perRack = limit.of(types.size());
      if (moved != null) {
        begin(moved, blocks, types, perRack);
      }
      List<DatanodeDescriptor> ranked = blocks.ranked(types, perRack);
      long key = RememberedNodes.key(id, types);
      SplitNodes split = new SplitNodes(id, inService(ranked), 0);
      remembered.put(key, SplitNodes.cut(split.merge(remembered.of(key))));
      return new Kept(id, ranked, blocks.first(types, perRack));
    } finally {
      files.unlock();
    }
  }

  /**
   * Nodes on which the replicas of a block are wanted.
   *
   * @param folder inode id of the split's folder
   * @param ranked all nodes, the most wanted first
   * @param home the first of them, with the types of storage
   */
  record Kept(long folder, List<DatanodeDescriptor> ranked, Home home) {}

  private void begin(Moved moved, SplitBlocks blocks, List<StorageType> types, int perRack) {
    if (moved.toOtherType()) {
      if (blocks.isMostlyOn(types.size())) {
        moves.beginTier(blocks.folder());
        moves.apply(blocks);
      }
      return;
    }
    Home home = blocks.home(types, perRack);
    if (home.contains(moved.from()) && !home.contains(moved.to())) {
      moves.begin(blocks, moved.from(), moved.to());
    }
  }

  /**
   * A move of a block by the Balancer or the Mover.
   *
   * @param toOtherType true if the block went to another type of storage, which is the Mover's work
   */
  record Moved(DatanodeDescriptor from, DatanodeDescriptor to, boolean toOtherType) {
    /** Returns the move; null if either node isn't known. */
    static Moved of(DatanodeDescriptor from, DatanodeDescriptor to, Replicas replicas) {
      if (from == null || to == null) {
        return null;
      }
      StorageType before = replicas.on().get(from);
      return new Moved(from, to, before != null && before != replicas.on().get(to));
    }
  }

  /**
   * Returns the nodes that replicas of a split belong on; requires {@link Folders#lock} to be held.
   */
  Home lockedHome(Folders.Folder folder, SplitBlocks blocks, List<StorageType> types) {
    String group = folder.group();
    if (group != null) {
      return groups.home(files, folder.id(), group, types);
    }
    moves.apply(blocks);
    return blocks.home(types, limit.of(types.size()));
  }

  /**
   * Checks that the block that HDFS asks about is on its split's nodes.
   *
   * @param nodes nodes that hold the block, or will
   * @return null if it is where its neighbour is, or if it isn't a split's; for a group's split,
   *     null if it is on its key's nodes
   */
  Missing missing(Collection<? extends DatanodeInfo> nodes, int count, long staleMillis) {
    files.lock();
    try {
      Folders.Folder folder = files.lockedAsked(nodes);
      if (folder == null) {
        return null;
      }
      boolean isOfGroup = folder.group() != null;
      if (!isOfGroup && !apart.contains(folder.id()) && files.lockedNeighbourIsOn(nodes)) {
        return null;
      }
      Replicas block = files.lockedAskedReplicas();
      SplitBlocks blocks = isOfGroup ? new SplitBlocks(folder.id()) : folder.blocks();
      Home home = lockedHome(folder, blocks, block.types(count));
      if (isOfGroup && nodes.containsAll(home.nodes().keySet())) {
        return null;
      }
      int ready =
          block
              .lacking(
                  home, (node, type) -> !nodes.contains(node) && isReady(node, type, staleMillis))
              .size();
      return new Missing(folder.id(), ready);
    } finally {
      files.unlock();
    }
  }

  private boolean isReady(DatanodeDescriptor node, StorageType type, long staleMillis) {
    return node.isInService()
        && node.isAlive()
        && !node.isStale(staleMillis)
        && files.lockedAskedFits(node, type);
  }

  /**
   * A block whose split may be apart.
   *
   * @param folder inode id of the split's folder
   * @param ready number of the split's nodes that lack the block and have room for it now; 0 if the
   *     split's home isn't known
   */
  record Missing(long folder, int ready) {}
}
