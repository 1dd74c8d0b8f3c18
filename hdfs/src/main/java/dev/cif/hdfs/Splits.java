package dev.cif.hdfs;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/**
 * The nodes of split-directories: those remembered, and what the NameNode's block locations say; of
 * splits of a co-location group those of its key. Thread-safe.
 */
record Splits(
    Folders files,
    RememberedNodes remembered,
    RackLimit limit,
    Mender apart,
    Moves moves,
    GroupNodes groups) {
  /** How many nodes a rack may give to a split that is on so many nodes. */
  interface RackLimit {
    int of(int replication);
  }

  /**
   * The split of a file that exists or is about to.
   *
   * @param count how many nodes are wanted; unless the split is known to be apart, blocks aren't
   *     looked at if so many are remembered, and not all of them if some tell so many
   * @return null if the path isn't in a split-directory
   */
  SplitNodes of(String path, int count) throws IOException {
    Folders.Folder recent = files.recentFolder(path);
    if (recent != null && recent.group() == null && isRemembered(recent.id(), count)) {
      return new SplitNodes(recent.id(), List.of(), 0);
    }
    files.lock();
    try {
      Folders.Folder folder = files.lockedFolder(path);
      if (folder == null) {
        return null;
      }
      long id = folder.id();
      SplitNodes grouped = lockedOfGroup(folder, count);
      if (grouped != null) {
        return grouped;
      }
      if (isRemembered(id, count)) {
        return new SplitNodes(id, List.of(), 0);
      }
      if (!apart.contains(id)) {
        return new SplitNodes(id, inService(someBlocks(folder, count).ranked()), 0);
      }
      SplitBlocks blocks = blocks(folder);
      int perRack = limit.of(count);
      List<DatanodeDescriptor> home = inService(blocks.first(count, perRack));
      return new SplitNodes(id, inService(blocks.ranked(count, perRack)), home.size());
    } finally {
      files.unlock();
    }
  }

  private boolean isRemembered(long folder, int count) {
    return !apart.contains(folder) && remembered.of(folder).size() >= count;
  }

  /** Null if the folder is of no group. */
  private SplitNodes lockedOfGroup(Folders.Folder folder, int count) {
    String group = folder.group();
    return group == null
        ? null
        : new SplitNodes(folder.id(), groups.order(files, folder.id(), group, count), count, true);
  }

  private static List<DatanodeDescriptor> inService(List<DatanodeDescriptor> nodes) {
    return nodes.stream().filter(DatanodeDescriptor::isInService).toList();
  }

  /** Of a split that isn't known to be apart, nor to be on its way. */
  private SplitBlocks someBlocks(Folders.Folder folder, int nodes) {
    return moves.contains(folder.id()) ? blocks(folder) : folder.someBlocks(nodes);
  }

  private SplitBlocks blocks(Folders.Folder folder) {
    SplitBlocks blocks = folder.blocks();
    moves.apply(blocks);
    return blocks;
  }

  /**
   * The nodes on which the replicas are wanted of the block that HDFS asks about, those most wanted
   * first.
   *
   * @param replicas nodes in service that hold the block
   * @param count how many are to keep it
   * @param moved the nodes from and to which somebody moved the block; null if nobody did
   * @return null if it isn't a split's
   */
  SplitNodes toKeep(Collection<DatanodeDescriptor> replicas, int count, Moved moved) {
    files.lock();
    try {
      Folders.Folder folder = files.lockedAsked(replicas);
      if (folder == null) {
        return null;
      }
      SplitNodes grouped = lockedOfGroup(folder, count);
      if (grouped != null) {
        return grouped;
      }
      SplitBlocks blocks = blocks(folder);
      int perRack = limit.of(count);
      if (moved != null) {
        List<DatanodeDescriptor> home = blocks.home(count, perRack);
        if (home.contains(moved.from()) && !home.contains(moved.to())) {
          moves.begin(blocks, moved.from(), moved.to());
        }
      }
      List<DatanodeDescriptor> ranked = blocks.ranked(count, perRack);
      long id = folder.id();
      SplitNodes split = new SplitNodes(id, inService(ranked), 0);
      remembered.put(id, SplitNodes.cut(split.merge(remembered.of(id))));
      return new SplitNodes(id, ranked, 0);
    } finally {
      files.unlock();
    }
  }

  /** Where the Balancer or the Mover took a block from, and to. */
  record Moved(DatanodeDescriptor from, DatanodeDescriptor to) {
    /** Null if either isn't known. */
    static Moved of(DatanodeDescriptor from, DatanodeDescriptor to) {
      return from == null || to == null ? null : new Moved(from, to);
    }
  }

  /** The nodes that a split belongs on; what {@link Folders#lock} does is done. */
  List<DatanodeDescriptor> lockedHome(Folders.Folder folder, SplitBlocks blocks, int replication) {
    String group = folder.group();
    if (group != null) {
      return groups.home(files, folder.id(), group, replication);
    }
    moves.apply(blocks);
    return blocks.home(replication, limit.of(replication));
  }

  /**
   * Whether the block that HDFS asks about is where its split is.
   *
   * @param nodes what holds it
   * @return null if it is where its neighbour is, or if it isn't a split's; of a group's split, if
   *     it is on its key's nodes
   */
  Missing missing(Collection<? extends DatanodeInfo> nodes, int count, long staleMillis) {
    files.lock();
    try {
      Folders.Folder folder = files.lockedAsked(nodes);
      if (folder == null) {
        return null;
      }
      List<DatanodeDescriptor> home;
      String group = folder.group();
      if (group != null) {
        home = groups.home(files, folder.id(), group, count);
        if (nodes.containsAll(home)) {
          return null;
        }
      } else if (!apart.contains(folder.id()) && files.lockedNeighbourIsOn(nodes)) {
        return null;
      } else {
        home = blocks(folder).home(count, limit.of(count));
      }
      int ready = 0;
      for (DatanodeDescriptor node : home) {
        ready += !nodes.contains(node) && isReady(node, staleMillis) ? 1 : 0;
      }
      return new Missing(folder.id(), ready);
    } finally {
      files.unlock();
    }
  }

  private boolean isReady(DatanodeDescriptor node, long staleMillis) {
    return node.isInService()
        && node.isAlive()
        && !node.isStale(staleMillis)
        && files.lockedAskedFits(node);
  }

  /**
   * A block whose split may be apart.
   *
   * @param ready how many of the split's nodes lack the block and have room for it now; none if
   *     most of the split is not on so many nodes
   */
  record Missing(long folder, int ready) {}
}
