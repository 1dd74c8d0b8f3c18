package dev.cif.hdfs;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/**
 * Folders of the file system, and the nodes that hold the blocks of their files.
 *
 * <p>Thread-safe. Methods whose names begin with {@code locked} require {@link #lock} to be held.
 */
interface Folders {
  /** A folder at this moment; its methods require {@link #lock} to be held. */
  interface Folder {
    /** Returns the folder's inode id. */
    long id();

    /**
     * Returns the key of its co-location group, read from the folder.
     *
     * @return null if the folder has none, or one that is malformed ({@link GroupKey})
     */
    String group();

    /**
     * Counts the blocks of its files on nodes that are alive and in service or in maintenance. A
     * block that is being written counts on the nodes to which it is written.
     */
    SplitBlocks blocks();

    /**
     * Counts some of the same blocks: enough to tell the nodes of a split that is together.
     *
     * @param types types of storage of the replicas, one a replica; the count names as many nodes
     *     if it can
     */
    default SplitBlocks someBlocks(List<StorageType> types) {
      return blocks();
    }
  }

  /** Function that tells the nodes that a split belongs on. */
  interface Homes {
    /**
     * Returns the nodes that replicas belong on; {@link Home#NONE} if they can't be told.
     *
     * @param types types of storage, one a replica
     */
    Home of(Folder folder, SplitBlocks blocks, List<StorageType> types);
  }

  /**
   * Keeps files and blocks from changing; a thread that holds such a lock already may call this.
   */
  void lock();

  /** Releases {@link #lock}. */
  void unlock();

  /**
   * Returns the folder of a file that exists or is about to be created.
   *
   * @return null if there is none, if it has too many files for a split-directory, or if the file
   *     is erasure-coded
   */
  Folder lockedFolder(String path) throws IOException;

  /**
   * Returns the folder of a file if the folder was looked up not long ago. Requires no lock. The
   * id, the group and the number of files are current; everything else that the folder says may be
   * out of date.
   *
   * @return null if the folder isn't known
   */
  default Folder recentFolder(String path) {
    return null;
  }

  /** Returns the replication of a file; 0 if there is no such file. */
  int lockedReplication(String path) throws IOException;

  /** Returns all nodes that are known, dead ones included. */
  Collection<DatanodeDescriptor> nodes();

  /**
   * Returns the folder of the block that this thread asked HDFS about last, if it is a block of a
   * split-directory's file.
   *
   * @param nodes nodes of which one at least must have reported the block
   * @return null if the block belongs to another file, or is on none of these nodes
   */
  Folder lockedAsked(Collection<? extends DatanodeInfo> nodes);

  /**
   * Returns the replicas of that block on nodes that may be a home, without those to be deleted.
   */
  Replicas lockedAskedReplicas();

  /** Returns true if a node has room for that block on a type of storage. */
  boolean lockedAskedFits(DatanodeDescriptor node, StorageType type);

  /**
   * Returns true if the next block of that block's folder, with the same replication and storage
   * policy, is on exactly these nodes. If each block of a folder is where its neighbour is, all
   * blocks are together. This check is faster than {@link Folder#blocks}.
   */
  boolean lockedNeighbourIsOn(Collection<? extends DatanodeInfo> nodes);

  /**
   * Has HDFS check the blocks of a folder that aren't on the split's nodes. Takes the locks that it
   * needs, each at the next step of the pace.
   *
   * @return true if nothing is left to do: the split is together, the folder is no split, or it is
   *     gone
   */
  boolean mend(long folder, Homes homes, Pace pace) throws InterruptedException;

  /**
   * Returns true if HDFS tells which blocks it asks about; otherwise {@link #lockedAsked} knows
   * none.
   */
  default boolean listens() {
    return true;
  }

  /**
   * Returns a number that changes when a NameNode becomes active or standby. Decisions made under
   * another number may be out of date.
   */
  default long term() {
    return 0;
  }

  /** Returns true if the NameNode still runs. */
  boolean isRunning();
}
