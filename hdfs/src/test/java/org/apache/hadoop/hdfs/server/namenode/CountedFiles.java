package org.apache.hadoop.hdfs.server.namenode;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.fs.permission.PermissionStatus;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoContiguous;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockUnderConstructionFeature;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/** Files of a NameNode that say when they are looked at, and so do their blocks. */
public final class CountedFiles {
  private static final long FIRST_ID = 1L << 40;
  private static final long SIZE = 1 << 20;
  private static final short REPLICATION = 3;

  private final FSNamesystem namesystem;
  private final Consumer<Object> onFile;
  private final Consumer<Object> onBlock;
  private long blocks;

  /**
   * @param onFile told of a file that is asked for its blocks
   * @param onBlock told of a block that is asked anything
   */
  public CountedFiles(FSNamesystem namesystem, Consumer<Object> onFile, Consumer<Object> onBlock) {
    this.namesystem = namesystem;
    this.onFile = onFile;
    this.onBlock = onBlock;
  }

  /** Makes such a file in a folder, closed, with blocks that these storages hold. */
  public List<BlockInfo> add(String folder, String name, int count, DatanodeStorageInfo... holders)
      throws Exception {
    namesystem.writeLock();
    try {
      FSDirectory directory = namesystem.getFSDirectory();
      INodeDirectory parent =
          directory.resolvePath(null, folder, FSDirectory.DirOp.READ).getLastINode().asDirectory();
      List<BlockInfo> made = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        made.add(new CountedBlock(new Block(FIRST_ID + blocks++, SIZE, 1), onBlock));
      }
      CountedFile file =
          new CountedFile(
              directory.allocateNewInodeId(), name, onFile, made.toArray(BlockInfo[]::new));
      parent.addChild(file);
      directory.addToInodeMap(file);
      for (BlockInfo block : made) {
        namesystem.getBlockManager().addBlockCollection(block, file);
        for (DatanodeStorageInfo holder : holders) {
          holder.addBlock(block, block);
        }
      }
      return made;
    } finally {
      namesystem.writeUnlock();
    }
  }

  private static final class CountedFile extends INodeFile {
    private final Consumer<Object> onAsked;

    CountedFile(long id, String name, Consumer<Object> onAsked, BlockInfo... blocks) {
      super(
          id,
          name.getBytes(StandardCharsets.UTF_8),
          PermissionStatus.createImmutable("writer", "writer", FsPermission.getFileDefault()),
          0,
          0,
          blocks,
          REPLICATION,
          SIZE);
      this.onAsked = onAsked;
    }

    @Override
    public BlockInfo[] getBlocks() {
      onAsked.accept(this);
      return super.getBlocks();
    }
  }

  private static final class CountedBlock extends BlockInfoContiguous {
    private final Consumer<Object> onAsked;

    CountedBlock(Block block, Consumer<Object> onAsked) {
      super(block, REPLICATION);
      this.onAsked = onAsked;
    }

    @Override
    public Iterator<DatanodeStorageInfo> getStorageInfos() {
      onAsked.accept(this);
      return super.getStorageInfos();
    }

    @Override
    public boolean isComplete() {
      onAsked.accept(this);
      return super.isComplete();
    }

    @Override
    public BlockUnderConstructionFeature getUnderConstructionFeature() {
      onAsked.accept(this);
      return super.getUnderConstructionFeature();
    }

    @Override
    public boolean equals(Object other) {
      onAsked.accept(this);
      return super.equals(other);
    }

    @Override
    public int hashCode() {
      return super.hashCode();
    }
  }
}
