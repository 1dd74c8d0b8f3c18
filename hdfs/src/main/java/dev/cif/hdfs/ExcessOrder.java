package dev.cif.hdfs;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/**
 * Which of too many replicas is deleted first: one on a node that has not been heard of for long,
 * then those off the split's nodes, then those on the fuller node. Which node is the fuller is told
 * in tenths, and between equals by a hash of the set of nodes: two files of a split with the same
 * nodes are to lose the same ones, though some time goes by between them.
 */
final class ExcessOrder implements Comparator<DatanodeStorageInfo> {
  private static final int TENTHS = 10;

  private final List<DatanodeDescriptor> kept;
  private final long lastHeard;
  private final int set;

  /**
   * @param kept the split's nodes, those to be kept longest first
   * @param lastHeard nodes are late whose last heartbeat was before, in monotonic milliseconds
   */
  ExcessOrder(
      List<DatanodeDescriptor> kept, Collection<DatanodeStorageInfo> replicas, long lastHeard) {
    this.kept = kept;
    this.lastHeard = lastHeard;
    int sum = 0;
    for (DatanodeStorageInfo replica : replicas) {
      sum += replica.getDatanodeDescriptor().getDatanodeUuid().hashCode();
    }
    set = sum;
  }

  @Override
  public int compare(DatanodeStorageInfo a, DatanodeStorageInfo b) {
    DatanodeDescriptor one = a.getDatanodeDescriptor();
    DatanodeDescriptor other = b.getDatanodeDescriptor();
    int order = Boolean.compare(isLate(other), isLate(one));
    if (order == 0) {
      order = Integer.compare(rank(other), rank(one));
    }
    if (order == 0) {
      order = Integer.compare(tenthsFree(one), tenthsFree(other));
    }
    if (order == 0) {
      order = Integer.compare(hash(one), hash(other));
    }
    return order == 0 ? one.getDatanodeUuid().compareTo(other.getDatanodeUuid()) : order;
  }

  private boolean isLate(DatanodeDescriptor node) {
    return node.getLastUpdateMonotonic() < lastHeard;
  }

  private int rank(DatanodeDescriptor node) {
    int at = kept.indexOf(node);
    return at < 0 ? Integer.MAX_VALUE : at;
  }

  private static int tenthsFree(DatanodeDescriptor node) {
    long capacity = node.getCapacity();
    return capacity <= 0 ? 0 : (int) (TENTHS * ((double) node.getRemaining() / capacity));
  }

  private int hash(DatanodeDescriptor node) {
    int h = (node.getDatanodeUuid().hashCode() + set) * 0x9E3779B9;
    return h ^ (h >>> 15);
  }
}
