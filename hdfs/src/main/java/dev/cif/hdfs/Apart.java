package dev.cif.hdfs;

import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementStatus;

/**
 * A block that isn't where its split is.
 *
 * @param missing how many of the split's nodes it has to be copied to
 */
record Apart(int missing) implements BlockPlacementStatus {
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
