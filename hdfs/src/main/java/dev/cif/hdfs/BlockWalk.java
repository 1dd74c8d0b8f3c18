package dev.cif.hdfs;

import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.util.ReadOnlyList;

/**
 * Goes over the blocks of a split's files, by the files' names, and so many at a time: how long the
 * namesystem's lock is held must not depend on how large a split is. Between two stretches the lock
 * may be let go; files that come or go meanwhile are seen or not.
 *
 * <p>Not thread-safe.
 */
final class BlockWalk {
  /** Is shown one block after the other. */
  interface Visitor {
    /** Whether to go on. */
    boolean visit(INodeFile file, BlockInfo block);
  }

  private byte[] name;
  private int at;
  private boolean isAtEnd;

  /** Whether all blocks were visited. */
  boolean isAtEnd() {
    return isAtEnd;
  }

  /**
   * Goes on where the last call ended.
   *
   * @param files of the folder, as they are now
   * @param maxFiles so many files are looked at
   * @param maxBlocks so many blocks are visited, if the visitor wants as many
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

  /** None if it isn't a split's file. */
  private static BlockInfo[] blocks(INode inode) {
    // Most files of a split that is new have no blocks, which is the quickest to see.
    BlockInfo[] blocks = inode.isFile() ? inode.asFile().getBlocks() : BlockInfo.EMPTY_ARRAY;
    return blocks.length == 0 || Namespace.isSplitFile(inode) ? blocks : BlockInfo.EMPTY_ARRAY;
  }
}
