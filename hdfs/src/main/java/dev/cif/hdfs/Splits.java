package dev.cif.hdfs;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/**
 * The nodes of split-directories: those remembered, and what the NameNode's block locations say.
 * Thread-safe.
 */
record Splits(Folders files, RememberedNodes remembered) {
  /** How many nodes a rack may give to a split that is on so many nodes. */
  interface RackLimit {
    int of(int replication);
  }

  /** Folders that are known to be apart. */
  interface Watched {
    boolean contains(long folder);
  }

  /**
   * The split of a file that exists or is about to.
   *
   * @param count how many nodes are wanted; if so many are remembered, blocks aren't looked at
   *     unless the split is known to be apart
   * @return null if the path isn't in a split-directory
   */
  SplitNodes of(String path, int count, Watched apart) throws IOException {
    files.lock();
    try {
      long folder = files.lockedFolder(path);
      if (folder == Folders.NONE) {
        return null;
      }
      return remembered.of(folder).size() >= count && !apart.contains(folder)
          ? new SplitNodes(folder, List.of())
          : new SplitNodes(folder, inService(files.lockedBlocks(folder).ranked()));
    } finally {
      files.unlock();
    }
  }

  private static List<DatanodeDescriptor> inService(List<DatanodeDescriptor> nodes) {
    return nodes.stream().filter(DatanodeDescriptor::isInService).toList();
  }

  /**
   * The nodes on which the replicas are wanted of the block that HDFS asks about, those most wanted
   * first.
   *
   * @param replicas nodes in service that hold the block
   * @param count how many are to keep it
   * @return null if it isn't a split's
   */
  SplitNodes toKeep(Collection<DatanodeDescriptor> replicas, int count, RackLimit limit) {
    files.lock();
    try {
      long folder = files.lockedAsked(replicas);
      if (folder == Folders.NONE) {
        return null;
      }
      List<DatanodeDescriptor> ranked = files.lockedBlocks(folder).ranked(count, limit.of(count));
      SplitNodes split = new SplitNodes(folder, inService(ranked));
      remembered.put(folder, SplitNodes.cut(split.merge(remembered.of(folder))));
      return new SplitNodes(folder, ranked);
    } finally {
      files.unlock();
    }
  }

  /**
   * Whether the block that HDFS asks about is where its split is.
   *
   * @param nodes what holds it
   * @return null if it is, if it isn't a split's, or if most of its split is not on so many nodes
   */
  Missing missing(
      Collection<? extends DatanodeInfo> nodes,
      int count,
      RackLimit limit,
      Watched apart,
      long staleMillis) {
    files.lock();
    try {
      long folder = files.lockedAsked(nodes);
      if (folder == Folders.NONE || (!apart.contains(folder) && files.lockedNeighbourIsOn(nodes))) {
        return null;
      }
      SplitBlocks blocks = files.lockedBlocks(folder);
      int missing = 0;
      int ready = 0;
      for (DatanodeDescriptor node : blocks.home(count, limit.of(count))) {
        if (!nodes.contains(node)) {
          missing++;
          ready += isReady(node, staleMillis) ? 1 : 0;
        }
      }
      return missing == 0 ? null : new Missing(folder, ready);
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
   * A block that isn't on all nodes of its split.
   *
   * @param ready on how many of those that lack it there is room for it now
   */
  record Missing(long folder, int ready) {}
}
