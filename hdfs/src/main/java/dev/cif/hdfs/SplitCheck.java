package dev.cif.hdfs;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockCollection;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeDirectory;
import org.apache.hadoop.hdfs.util.ReadOnlyList;

/**
 * One check of a split that was seen apart: has HDFS check the blocks that aren't on the split's
 * nodes. It walks over the split in bounded stretches and releases the lock between them.
 *
 * <p>Not thread-safe.
 */
final class SplitCheck {
  private final Namespace files;
  private final long folder;
  private final Folders.Homes homes;
  private final BlockWalk walk = new BlockWalk();
  private SplitBlocks split;
  private boolean isOver;

  SplitCheck(Namespace files, long folder, Folders.Homes homes) {
    this.files = files;
    this.folder = folder;
    this.homes = homes;
  }

  /** Runs the check; returns true if nothing is left to do. */
  boolean run(Pace pace) throws InterruptedException {
    boolean isTogether = true;
    while (!isOver) {
      pace.step();
      List<BlockInfo> apart = lookOn();
      if (!apart.isEmpty()) {
        isTogether = false;
        pace.step();
        haveChecked(apart);
      }
    }
    return isTogether;
  }

  /** Returns some of the blocks of closed files that aren't on the split's nodes. */
  private List<BlockInfo> lookOn() {
    // Most splits were apart for a moment only; a read lock is enough to see that.
    files.namesystem.readLock();
    try {
      INodeDirectory directory = files.directory(folder);
      // A standby checks nothing; if it takes over, HDFS asks about all blocks again.
      boolean isActive = directory != null && files.manager.isPopulatingReplQueues();
      Folders.Folder known = isActive ? files.folder(directory) : null;
      isOver = known == null;
      return isOver ? List.of() : lookOn(known, Namespace.children(directory));
    } finally {
      files.namesystem.readUnlock();
    }
  }

  private List<BlockInfo> lookOn(Folders.Folder known, ReadOnlyList<INode> children) {
    if (split == null) {
      split = known.group() == null ? known.blocks() : new SplitBlocks(folder);
    }
    Map<List<StorageType>, Home> homeOf = new HashMap<>();
    List<BlockInfo> apart = new ArrayList<>();
    walk.go(
        children,
        Namespace.SEARCHED,
        Namespace.SEARCHED,
        (file, block) -> {
          if (!file.isUnderConstruction()) {
            Replicas replicas = files.holders.replicas(block, file);
            List<StorageType> types = replicas.types(file.getFileReplication());
            Home home = homeOf.computeIfAbsent(types, t -> homes.of(known, split, t));
            if (!home.isEmpty() && replicas.areApart(home, types.size())) {
              apart.add(block);
            }
          }
          return apart.size() < Namespace.MAX_MENDED;
        });
    isOver = walk.isAtEnd();
    return apart;
  }

  /** Has HDFS check some blocks, with the count of the split's blocks made before. */
  private void haveChecked(List<BlockInfo> blocks) {
    files.namesystem.writeLock();
    try {
      Namespace.COUNTED_BY_THREAD.set(split);
      BlockInfo[] known =
          blocks.stream().filter(block -> !block.isDeleted()).toArray(BlockInfo[]::new);
      if (files.manager.isPopulatingReplQueues()) {
        files.manager.checkRedundancy(collection(known));
      }
    } finally {
      Namespace.COUNTED_BY_THREAD.remove();
      files.namesystem.writeUnlock();
    }
  }

  /** Returns a stand-in for a file with exactly these blocks; HDFS asks it for nothing else. */
  private static BlockCollection collection(BlockInfo... blocks) {
    return (BlockCollection)
        Proxy.newProxyInstance(
            BlockCollection.class.getClassLoader(),
            new Class<?>[] {BlockCollection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getBlocks")) {
                return blocks;
              }
              throw new UnsupportedOperationException(method.toString());
            });
  }
}
