package dev.cif.hdfs;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/**
 * The folders of files, and the nodes that hold their blocks.
 *
 * <p>Thread-safe. Methods that begin with {@code locked} want {@link #lock} to be held.
 */
interface Folders {
  /** The id of no folder. */
  long NONE = -1;

  /** Keeps files and blocks from changing; a thread that sees to that already may call this. */
  void lock();

  /** Ends what {@link #lock} began. */
  void unlock();

  /**
   * The folder of a file that exists or is about to.
   *
   * @return {@link #NONE} if there is none, if it has too many files for a split-directory, or if
   *     the file is erasure-coded
   */
  long lockedFolder(String path) throws IOException;

  /**
   * The folder of the block that was just added to one of some storages, if the block is one of a
   * split-directory's file.
   *
   * @param added the storage that the block was added to last
   * @param replicas all storages that are known to hold the block
   * @return {@link #NONE} if the block is not to be found, or another file's
   */
  long lockedFolder(DatanodeStorageInfo added, Collection<DatanodeStorageInfo> replicas);

  /**
   * The nodes in service that hold blocks of a folder's files, or will hold those that are being
   * written; those with most blocks first.
   */
  List<DatanodeDescriptor> lockedNodes(long folder);
}
