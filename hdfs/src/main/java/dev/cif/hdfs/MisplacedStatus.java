package dev.cif.hdfs;

import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementStatus;

/**
 * Placement status of a block that lacks replicas on nodes of its split-directory.
 *
 * @param missing number of the split's nodes to which the block has to be copied
 */
record MisplacedStatus(int missing) implements BlockPlacementStatus {
  @Override
  public boolean isPlacementPolicySatisfied() {
    return false;
  }

  @Override
  public String getErrorDescription() {
    return "Block should be on " + missing + " more node(s) that hold its split-directory";
  }

  @Override
  public int getAdditionalReplicasRequired() {
    return missing;
  }
}
