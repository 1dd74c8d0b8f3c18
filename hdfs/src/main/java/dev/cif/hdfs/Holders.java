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

/** The nodes that hold a block. All of it wants the namesystem's lock to be held. */
final class Holders {
  private final BlockManager manager;

  Holders(BlockManager manager) {
    this.manager = manager;
  }

  /** Counts a block's replicas; of one that is being written, the nodes that it is written to. */
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

  /** Mostly nothing is, which is quicker to ask than for each replica. */
  private boolean isExcess(DatanodeDescriptor node, BlockInfo block) {
    return manager.getExcessBlocksCount() > 0 && manager.isExcess(node, block);
  }

  /** A block's replicas on nodes that are a home, without those to be deleted. */
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

  /** Whether the nodes that have reported a block are just these. */
  static boolean areAll(Collection<? extends DatanodeInfo> nodes, BlockInfo block) {
    int count = 0;
    for (Iterator<DatanodeStorageInfo> i = block.getStorageInfos(); i.hasNext(); count++) {
      if (!nodes.contains(i.next().getDatanodeDescriptor())) {
        return false;
      }
    }
    return count == nodes.size();
  }

  /** Whether any of these nodes has reported a block. */
  static boolean areAny(Collection<? extends DatanodeInfo> nodes, BlockInfo block) {
    for (Iterator<DatanodeStorageInfo> i = block.getStorageInfos(); i.hasNext(); ) {
      if (nodes.contains(i.next().getDatanodeDescriptor())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a node has room for a block on a type of storage, as HDFS tells it, whose own method
   * for this is another one in each version.
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
