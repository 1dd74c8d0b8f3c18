package dev.cif.hdfs;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;

/** The nodes that hold a block. All methods require the namesystem's lock to be held. */
final class Holders {
  private final BlockManager manager;

  Holders(BlockManager manager) {
    this.manager = manager;
  }

  /**
   * Counts a block's replicas. A block that is being written counts on the nodes to which it is
   * written.
   */
  void count(BlockInfo block, SplitBlocks split) {
    var construction = block.getUnderConstructionFeature();
    if (construction == null || block.isComplete()) {
      for (Iterator<DatanodeStorageInfo> i = block.getStorageInfos(); i.hasNext(); ) {
        count(i.next(), block, split);
      }
      return;
    }
    for (DatanodeStorageInfo storage : construction.getExpectedStorageLocations()) {
      count(storage, block, split);
    }
  }

  private void count(DatanodeStorageInfo storage, BlockInfo block, SplitBlocks split) {
    if (storage != null && isHolder(storage.getDatanodeDescriptor(), block)) {
      split.add(storage.getDatanodeDescriptor(), storage.getStorageType(), block.getNumBytes());
    }
  }

  private boolean isHolder(DatanodeDescriptor node, BlockInfo block) {
    return NodeRanking.isHome(node) && !isExcess(node, block);
  }

  /**
   * Returns true if the block's replica on a node is to be deleted. The total is asked first: it is
   * mostly 0, and cheaper than a look-up for each replica.
   */
  private boolean isExcess(DatanodeDescriptor node, BlockInfo block) {
    return manager.getExcessBlocksCount() > 0 && manager.isExcess(node, block);
  }

  /** Returns a block's replicas on nodes that may be a home, without those to be deleted. */
  Replicas replicas(BlockInfo block, INodeFile file) {
    Map<DatanodeDescriptor, StorageType> on = new LinkedHashMap<>();
    for (Iterator<DatanodeStorageInfo> i = block.getStorageInfos(); i.hasNext(); ) {
      DatanodeStorageInfo storage = i.next();
      if (isHolder(storage.getDatanodeDescriptor(), block)) {
        on.put(storage.getDatanodeDescriptor(), storage.getStorageType());
      }
    }
    return new Replicas(on, manager.getStoragePolicy(file.getStoragePolicyID()));
  }

  /** Returns true if exactly these nodes have reported a block. */
  static boolean areAll(Collection<? extends DatanodeInfo> nodes, BlockInfo block) {
    int count = 0;
    for (Iterator<DatanodeStorageInfo> i = block.getStorageInfos(); i.hasNext(); count++) {
      if (!nodes.contains(i.next().getDatanodeDescriptor())) {
        return false;
      }
    }
    return count == nodes.size();
  }

  /** Returns true if any of these nodes has reported a block. */
  static boolean areAny(Collection<? extends DatanodeInfo> nodes, BlockInfo block) {
    for (Iterator<DatanodeStorageInfo> i = block.getStorageInfos(); i.hasNext(); ) {
      if (nodes.contains(i.next().getDatanodeDescriptor())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns true if a node has room for a block on a type of storage. The rule is HDFS's own,
   * repeated here because HDFS's method for it differs between versions.
   */
  static boolean hasRoom(DatanodeDescriptor node, StorageType type, long bytes) {
    long room = -bytes * node.getBlocksScheduled(type);
    for (StorageReport report : node.getStorageReports()) {
      DatanodeStorage storage = report.getStorage();
      boolean isUsable =
          storage.getStorageType() == type && storage.getState() == DatanodeStorage.State.NORMAL;
      room += isUsable && report.getRemaining() >= bytes ? report.getRemaining() : 0;
    }
    return room >= bytes;
  }
}
