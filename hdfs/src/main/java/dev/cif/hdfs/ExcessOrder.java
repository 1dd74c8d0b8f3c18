package dev.cif.hdfs;

import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/**
 * Order in which excess replicas are deleted: replicas on nodes with a late heartbeat first, then
 * those on the nodes that rank last for the split.
 *
 * @param ranked all nodes that hold blocks of the split, those that it belongs on first
 * @param home nodes and types of storage that the block's replicas belong on; a replica there on
 *     another type ranks last
 * @param lastHeard time in monotonic milliseconds; a node is late if its last heartbeat was before
 *     it
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
