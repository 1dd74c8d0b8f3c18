package org.apache.hadoop.hdfs.server.namenode;

import java.util.EnumSet;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.fs.permission.PermissionStatus;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoContiguous;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/** Blocks of a NameNode's files that no DataNode holds. */
public final class MadeUpBlocks {
  private static final long FIRST_ID = 1L << 30;

  private final FSNamesystem namesystem;
  private long blocks;

  /**
   * @param namesystem whose files get blocks
   */
  public MadeUpBlocks(FSNamesystem namesystem) {
    this.namesystem = namesystem;
  }

  /** Begins a file from a host; returns its inode id. */
  public long create(String path, String writer, String host, short replication, long blockSize)
      throws Exception {
    return namesystem
        .startFile(
            path,
            PermissionStatus.createImmutable(writer, writer, FsPermission.getFileDefault()),
            writer,
            host,
            EnumSet.of(CreateFlag.CREATE),
            true,
            replication,
            blockSize,
            CryptoProtocolVersion.supported(),
            null,
            null,
            false)
        .getFileId();
  }

  /** Adds a complete block to a closed file, as if these storages had reported it. */
  public BlockInfo add(String path, long bytes, DatanodeStorageInfo... holders) throws Exception {
    namesystem.writeLock();
    try {
      FSDirectory directory = namesystem.getFSDirectory();
      INodeFile file =
          directory.resolvePath(null, path, FSDirectory.DirOp.READ).getLastINode().asFile();
      BlockInfo block =
          new BlockInfoContiguous(
              new Block(FIRST_ID + blocks++, bytes, 1), file.getFileReplication());
      file.addBlock(block);
      namesystem.getBlockManager().addBlockCollection(block, file);
      for (DatanodeStorageInfo holder : holders) {
        holder.addBlock(block, block);
      }
      return block;
    } finally {
      namesystem.writeUnlock();
    }
  }
}
