package dev.cif.hdfs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;

/**
 * A split-directory and the nodes that its blocks are on, in the order in which they are wanted.
 *
 * @param folder the inode id of the split-directory
 * @param nodes none, if no block was looked at
 */
record SplitNodes(long folder, List<DatanodeDescriptor> nodes) {
  /** So many nodes are remembered of a split; replicas beyond are placed as by default. */
  private static final int MAX_NODES = 16;

  /** These nodes, then those of {@code more} that aren't among them. */
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
   * The same nodes with those that a writer can't reach last, so that its next file needn't try.
   */
  static List<DatanodeDescriptor> last(
      List<DatanodeDescriptor> nodes, Collection<Node> unreachable) {
    if (unreachable.isEmpty()) {
      return nodes;
    }
    List<DatanodeDescriptor> sorted = new ArrayList<>(nodes.size());
    for (boolean reached : new boolean[] {true, false}) {
      for (DatanodeDescriptor node : nodes) {
        if (unreachable.contains(node) != reached) {
          sorted.add(node);
        }
      }
    }
    return sorted;
  }

  /** The nodes with those of new targets behind them. */
  static List<DatanodeDescriptor> add(
      List<DatanodeDescriptor> nodes, DatanodeStorageInfo[] targets) {
    List<DatanodeDescriptor> all = new ArrayList<>(nodes);
    for (DatanodeStorageInfo target : targets) {
      if (target != null && !all.contains(target.getDatanodeDescriptor())) {
        all.add(target.getDatanodeDescriptor());
      }
    }
    return cut(all);
  }

  /** What is remembered of these nodes. */
  static List<DatanodeDescriptor> cut(List<DatanodeDescriptor> nodes) {
    return nodes.subList(0, Math.min(nodes.size(), MAX_NODES));
  }
}
