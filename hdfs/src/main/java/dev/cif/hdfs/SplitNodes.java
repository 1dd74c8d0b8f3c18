package dev.cif.hdfs;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/**
 * A split-directory and the nodes that its blocks are on, the most wanted first.
 *
 * @param folder inode id of the split-directory
 * @param nodes the nodes; none if no block was looked at
 * @param home number of leading nodes that respect the limit of nodes on a rack; a block that is
 *     copied to them loses the replicas in their way; 0 if it isn't known
 * @param isOfGroup true if these are the nodes of a co-location group, which no event of the split
 *     changes
 * @param copied types of storage on which replicas are wanted, where the storage policy isn't to
 *     decide that; else none
 */
record SplitNodes(
    long folder,
    List<DatanodeDescriptor> nodes,
    int home,
    boolean isOfGroup,
    List<StorageType> copied) {
  /** Number of nodes remembered of a split; further replicas are placed by the default policy. */
  private static final int MAX_NODES = 16;

  SplitNodes(long folder, List<DatanodeDescriptor> nodes, int home) {
    this(folder, nodes, home, false, List.of());
  }

  /**
   * Returns this split for a block that is copied, with these nodes and types of storage before all
   * others.
   */
  SplitNodes copiedTo(Map<DatanodeDescriptor, StorageType> places) {
    return new SplitNodes(
        folder,
        new Home(places, 0).before(nodes),
        Math.max(home, places.size()),
        isOfGroup,
        List.copyOf(places.values()));
  }

  /** Returns these nodes, followed by those of {@code more} that aren't among them. */
  List<DatanodeDescriptor> merge(List<DatanodeDescriptor> more) {
    if (nodes.isEmpty()) {
      return more;
    }
    List<DatanodeDescriptor> all = new ArrayList<>(nodes);
    for (DatanodeDescriptor node : more) {
      if (!all.contains(node)) {
        all.add(node);
      }
    }
    return all;
  }

  /**
   * Returns the nodes, followed by those of new targets. For a new block, nodes that were passed
   * over come last: they are dead, full or out of a writer's reach, and lack a block when they are
   * back. For a copy they keep their place: when they are back they have the blocks that they had.
   *
   * @param isNew true if the targets are those of a new block
   */
  static List<DatanodeDescriptor> add(
      List<DatanodeDescriptor> nodes, DatanodeStorageInfo[] targets, boolean isNew) {
    Set<DatanodeDescriptor> chosen = new LinkedHashSet<>();
    for (DatanodeStorageInfo target : targets) {
      if (target != null) {
        chosen.add(target.getDatanodeDescriptor());
      }
    }
    int wanted = nodes.containsAll(chosen) ? lastOf(nodes, chosen) : nodes.size();
    List<DatanodeDescriptor> all = new ArrayList<>();
    List<DatanodeDescriptor> passedOver = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      boolean passed = isNew && i < wanted && !chosen.contains(nodes.get(i));
      (passed ? passedOver : all).add(nodes.get(i));
    }
    nodes.forEach(chosen::remove);
    all.addAll(chosen);
    all.addAll(passedOver);
    return cut(all);
  }

  private static int lastOf(List<DatanodeDescriptor> nodes, Set<DatanodeDescriptor> chosen) {
    int last = nodes.size() - 1;
    while (last >= 0 && !chosen.contains(nodes.get(last))) {
      last--;
    }
    return last;
  }

  /** Returns the nodes of these that are remembered. */
  static List<DatanodeDescriptor> cut(List<DatanodeDescriptor> nodes) {
    return nodes.subList(0, Math.min(nodes.size(), MAX_NODES));
  }
}
