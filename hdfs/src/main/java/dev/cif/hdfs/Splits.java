package dev.cif.hdfs;

import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/**
 * The nodes of split-directories: those remembered, and behind them what the NameNode's block
 * locations say. Thread-safe.
 */
record Splits(Folders files, RememberedNodes remembered) {
  /**
   * The split of a file that exists or is about to.
   *
   * @param count how many nodes are wanted; if so many are remembered, blocks aren't looked at
   * @return null if the path isn't in a split-directory
   */
  SplitNodes of(String path, int count) throws IOException {
    files.lock();
    try {
      long folder = files.lockedFolder(path);
      if (folder == Folders.NONE) {
        return null;
      }
      return remembered.of(folder).size() >= count
          ? new SplitNodes(folder, List.of())
          : new SplitNodes(folder, files.lockedNodes(folder));
    } finally {
      files.unlock();
    }
  }

  /**
   * The nodes on which a block's replicas are wanted, those most wanted first.
   *
   * @param replicas all of the block
   * @param count how many are to stay
   * @param added the node on which the newest is; null if it isn't known
   * @return null if the block is known not to be a split's; if it isn't known what it is, what the
   *     remembered splits with these nodes want
   */
  List<DatanodeDescriptor> toKeep(
      Collection<DatanodeStorageInfo> replicas, int count, DatanodeDescriptor added)
      throws IOException {
    String path = added == null ? RepairContext.path() : null;
    if (added == null && !SplitFileNames.matchesPath(path)) {
      return remembered.of(nodesOf(replicas));
    }
    files.lock();
    try {
      long folder = added == null ? files.lockedFolder(path) : folderOfNewest(replicas, added);
      if (folder == Folders.NONE) {
        return added == null ? List.of() : null;
      }
      // Who repairs has had blocks copied; where most are now counts.
      return toKeep(folder, replicas, added == null ? Integer.MAX_VALUE : count);
    } finally {
      files.unlock();
    }
  }

  private static Set<DatanodeDescriptor> nodesOf(Collection<DatanodeStorageInfo> replicas) {
    Set<DatanodeDescriptor> nodes = new HashSet<>();
    for (DatanodeStorageInfo replica : replicas) {
      nodes.add(replica.getDatanodeDescriptor());
    }
    return nodes;
  }

  private long folderOfNewest(Collection<DatanodeStorageInfo> replicas, DatanodeDescriptor added) {
    for (DatanodeStorageInfo replica : replicas) {
      if (replica.getDatanodeDescriptor().equals(added)) {
        return files.lockedFolder(replica, replicas);
      }
    }
    return Folders.NONE;
  }

  private List<DatanodeDescriptor> toKeep(
      long folder, Collection<DatanodeStorageInfo> replicas, int count) {
    List<DatanodeDescriptor> nodes = remembered.of(folder);
    int known = 0;
    for (DatanodeStorageInfo replica : replicas) {
      known += nodes.contains(replica.getDatanodeDescriptor()) ? 1 : 0;
    }
    if (known < count) {
      nodes = new SplitNodes(folder, files.lockedNodes(folder)).merge(nodes);
      remembered.put(folder, SplitNodes.cut(nodes));
    }
    return nodes;
  }
}
