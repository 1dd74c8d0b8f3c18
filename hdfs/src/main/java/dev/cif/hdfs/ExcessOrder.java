package dev.cif.hdfs;

import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/**
 * Which of too many replicas is deleted first: one on a node that has not been heard of for long,
 * then the one on the node that comes last among the split's.
 *
 * @param ranked all nodes that hold something of the split, those it belongs on first
 * @param home where the block's replicas belong: one that is there on another type of storage comes
 *     last
 * @param lastHeard nodes are late whose last heartbeat was before, in monotonic milliseconds
 */
record ExcessOrder(List<DatanodeDescriptor> ranked, Home home, long lastHeard)
    implements Comparator<DatanodeStorageInfo> {
  @Override
  public int compare(DatanodeStorageInfo a, DatanodeStorageInfo b) {
    DatanodeDescriptor one = a.getDatanodeDescriptor();
    DatanodeDescriptor other = b.getDatanodeDescriptor();
    int order = Boolean.compare(isLate(other), isLate(one));
    return order == 0 ? Integer.compare(rank(b), rank(a)) : order;
  }

  private boolean isLate(DatanodeDescriptor node) {
    return node.getLastUpdateMonotonic() < lastHeard;
  }

  private int rank(DatanodeStorageInfo replica) {
    DatanodeDescriptor node = replica.getDatanodeDescriptor();
    int at = ranked.indexOf(node);
    boolean isHome = !home.contains(node) || home.isOf(node, replica.getStorageType());
    return at < 0 ? Integer.MAX_VALUE : isHome ? at : at + ranked.size();
  }
}
