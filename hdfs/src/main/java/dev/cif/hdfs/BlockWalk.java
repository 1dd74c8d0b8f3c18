package dev.cif.hdfs;

import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.util.ReadOnlyList;

/**
 * A resumable walk over the blocks of a split's files, in the order of the files' names.
 *
 * <p>Each call visits a bounded number of blocks, so that the time under the namesystem's lock
 * doesn't grow with the split. The lock may be released between two calls. Files that come or go
 * meanwhile may be seen or missed.
 *
 * <p>Not thread-safe.
 */
final class BlockWalk {
  /** Receives one block after the other. */
  interface Visitor {
    /** Returns true if the walk shall go on. */
    boolean visit(INodeFile file, BlockInfo block);
  }

  private byte[] name;
  private int at;
  private boolean isAtEnd;

  /** Returns true if all blocks were visited. */
  boolean isAtEnd() {
    return isAtEnd;
  }

  /**
   * Continues the walk where the last call ended.
   *
   * @param files files of the folder at this moment
   * @param maxFiles number of files to look at, at most
   * @param maxBlocks number of blocks to visit, at most; the visitor may stop earlier
   */
  void go(ReadOnlyList<INode> files, int maxFiles, int maxBlocks, Visitor visitor) {
    int blocks = 0;
    int first = first(files);
    for (int i = first; i < files.size(); i++) {
      name = files.get(i).getLocalNameBytes();
      if (i - first == maxFiles) {
        return;
      }
      BlockInfo[] ofFile = blocks(files.get(i));
      while (at < ofFile.length) {
        if (blocks++ == maxBlocks || !visitor.visit(files.get(i).asFile(), ofFile[at++])) {
          return;
        }
      }
      at = 0;
    }
    isAtEnd = true;
  }

  private int first(ReadOnlyList<INode> files) {
    if (name == null) {
      return 0;
    }
    int found = ReadOnlyList.Util.binarySearch(files, name);
    if (found < 0) {
      at = 0;
    }
    return found < 0 ? -found - 1 : found;
  }

  /** Returns the blocks of a split's file, and none for any other inode. */
  private static BlockInfo[] blocks(INode inode) {
    // Most files of a new split have no blocks, which is the quickest to see.
    BlockInfo[] blocks = inode.isFile() ? inode.asFile().getBlocks() : BlockInfo.EMPTY_ARRAY;
    return blocks.length == 0 || Namespace.isSplitFile(inode) ? blocks : BlockInfo.EMPTY_ARRAY;
  }
}
