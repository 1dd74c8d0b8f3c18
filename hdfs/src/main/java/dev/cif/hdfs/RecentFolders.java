package dev.cif.hdfs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.INodesInPath;

/**
 * Cache of folders that were looked up lately, to be found without the namesystem's lock. That lock
 * is granted in turn, so that even a short reader waits behind all writers.
 *
 * <p>A folder is found if all folders above it are unchanged and in place. This is checked without
 * a lock, so that a rename at that very moment may be missed. Where a folder was deleted and
 * another took its place, a snapshot may keep the old one valid. Either way the nodes of the old
 * folder are remembered for the new one's blocks, which does no harm.
 *
 * <p>Holds at most 4,096 folders, one for each hash of the path. Thread-safe, without locks.
 */
final class RecentFolders {
  private static final int SLOTS = 4_096;

  /** Chain of folders from the root down to one, with their names. */
  private record Way(String path, List<INodeDirectory> folders, List<byte[]> names) {
    /**
     * Returns true if the chain belongs to a tree with this root and nothing on it was moved or
     * renamed.
     */
    @SuppressWarnings("ReferenceEquality") // A tree that was read anew has the same ids.
    boolean isStill(INodeDirectory root) {
      INodeDirectory above = null;
      for (int i = 0; i < folders.size(); i++) {
        INodeDirectory folder = folders.get(i);
        boolean isThere =
            above == null
                ? folder == root
                : folder.getParent() == above
                    && Arrays.equals(folder.getLocalNameBytes(), names.get(i));
        if (!isThere) {
          return false;
        }
        above = folder;
      }
      return true;
    }
  }

  private final AtomicReferenceArray<Way> ways = new AtomicReferenceArray<>(SLOTS);

  /**
   * Remembers the folder of a file.
   *
   * @param inodes inodes of the file and of all folders above it
   */
  void put(String file, INodesInPath inodes) {
    List<INodeDirectory> folders = new ArrayList<>();
    List<byte[]> names = new ArrayList<>();
    for (int i = 0; i < inodes.length() - 1; i++) {
      INode inode = inodes.getINode(i);
      if (inode == null || inode.isReference() || !inode.isDirectory()) {
        return;
      }
      folders.add(inode.asDirectory());
      names.add(inode.getLocalNameBytes());
    }
    String path = folder(file);
    ways.setRelease(slot(path), new Way(path, folders, names));
  }

  /**
   * Returns the folder of a file.
   *
   * @param root root of the namesystem at this moment
   * @return null if the folder isn't known
   */
  INodeDirectory get(String file, INodeDirectory root) {
    String path = folder(file);
    Way way = ways.getAcquire(slot(path));
    return way != null && way.path.equals(path) && way.isStill(root)
        ? way.folders.get(way.folders.size() - 1)
        : null;
  }

  private static String folder(String file) {
    return file.substring(0, Math.max(0, file.lastIndexOf('/')));
  }

  private static int slot(String path) {
    int hash = path.hashCode();
    return (hash ^ (hash >>> 16)) & (SLOTS - 1);
  }
}
