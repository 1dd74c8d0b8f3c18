package dev.cif.hdfs;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
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
      split.add(storage.getDatanodeDescriptor(), block.getNumBytes());
    }
  }

  private boolean isHolder(DatanodeDescriptor node, BlockInfo block) {
    return NodeRanking.isHome(node) && !isExcess(node, block);
  }

  /** Mostly nothing is, which is quicker to ask than for each replica. */
  private boolean isExcess(DatanodeDescriptor node, BlockInfo block) {
    return manager.getExcessBlocksCount() > 0 && manager.isExcess(node, block);
  }

  /** Whether all of these nodes hold a block, and no others that are a home do. */
  boolean areJust(List<DatanodeDescriptor> nodes, BlockInfo block) {
    int found = 0;
    for (Iterator<DatanodeStorageInfo> i = block.getStorageInfos(); i.hasNext(); ) {
      DatanodeDescriptor node = i.next().getDatanodeDescriptor();
      if (isHolder(node, block)) {
        if (!nodes.contains(node)) {
          return false;
        }
        found++;
      }
    }
    return found >= nodes.size();
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

  /** Whether a node has room for a block on a storage of a type that holds it elsewhere. */
  static boolean hasRoom(DatanodeDescriptor node, BlockInfo block) {
    Set<StorageType> types = EnumSet.noneOf(StorageType.class);
    for (Iterator<DatanodeStorageInfo> i = block.getStorageInfos(); i.hasNext(); ) {
      types.add(i.next().getStorageType());
    }
    for (StorageType type : types) {
      if (hasRoom(node, type, block.getNumBytes())) {
        return true;
      }
    }
    return false;
  }

  /** As HDFS tells it, whose own method for this is another one in each version. */
  private static boolean hasRoom(DatanodeDescriptor node, StorageType type, long bytes) {
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
