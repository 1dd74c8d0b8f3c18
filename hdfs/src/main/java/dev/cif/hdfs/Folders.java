package dev.cif.hdfs;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/**
 * The folders of files, and the nodes that hold their blocks.
 *
 * <p>Thread-safe. Methods that begin with {@code locked} want {@link #lock} to be held.
 */
interface Folders {
  /** A folder as it is; wants {@link #lock} to be held. */
  interface Folder {
    /** The folder's inode id. */
    long id();

    /**
     * The key of its co-location group, as it stands on the folder.
     *
     * @return null if there is none, or none of the form ({@link GroupKey})
     */
    String group();

    /**
     * The blocks of its files on nodes that live and are in service or in maintenance. Of blocks
     * that are being written, the nodes that they are written to.
     */
    SplitBlocks blocks();

    /**
     * Some of the same blocks: enough to tell the nodes of a split that is together.
     *
     * @param types of storage, one for each node that it is on at least
     */
    default SplitBlocks someBlocks(List<StorageType> types) {
      return blocks();
    }
  }

  /** Where a split belongs. */
  interface Homes {
    /**
     * Where replicas belong; nowhere if that can't be told.
     *
     * @param types of storage, one a replica
     */
    Home of(Folder folder, SplitBlocks blocks, List<StorageType> types);
  }

  /** Keeps files and blocks from changing; a thread that sees to that already may call this. */
  void lock();

  /** Ends what {@link #lock} began. */
  void unlock();

  /**
   * The folder of a file that exists or is about to.
   *
   * @return null if there is none, if it has too many files for a split-directory, or if the file
   *     is erasure-coded
   */
  Folder lockedFolder(String path) throws IOException;

  /**
   * The same, of a file whose folder was looked up not long ago. Wants no lock: but for its id, its
   * group and how many files it has, what it says may be out of date.
   *
   * @return null if it isn't known
   */
  default Folder recentFolder(String path) {
    return null;
  }

  /** How many replicas a file is to have; 0 if there is no such file. */
  int lockedReplication(String path) throws IOException;

  /** All nodes that are known, dead ones among them. */
  Collection<DatanodeDescriptor> nodes();

  /**
   * The folder of the block that this thread asked HDFS about last, if it is a block of a
   * split-directory's file.
   *
   * @param nodes what is said to hold the block, among others
   * @return null if it is another file's, or isn't on any of these nodes
   */
  Folder lockedAsked(Collection<? extends DatanodeInfo> nodes);

  /** That block's replicas on nodes that are a home, without those to be deleted. */
  Replicas lockedAskedReplicas();

  /** Whether a node has room for that block on a type of storage. */
  boolean lockedAskedFits(DatanodeDescriptor node, StorageType type);

  /**
   * Whether that block's neighbour in its folder, of those with the same replication and storage
   * policy, is on just these nodes. If all blocks of a folder are where their neighbours are, all
   * are together; this is quicker to find out than {@link Folder#blocks}.
   */
  boolean lockedNeighbourIsOn(Collection<? extends DatanodeInfo> nodes);

  /**
   * Lets HDFS look again at the blocks of a folder that aren't where the split is. Takes the locks
   * that it needs, each time at the pace's next step.
   *
   * @return whether there is nothing more to do: it is together, or no split, or gone
   */
  boolean mend(long folder, Homes homes, Pace pace) throws InterruptedException;

  /** Whether HDFS says which blocks it asks about; if not, {@link #lockedAsked} knows none. */
  default boolean listens() {
    return true;
  }

  /**
   * A number that changes when another NameNode takes over, and when this one does: what was
   * decided before may be out of date then.
   */
  default long term() {
    return 0;
  }

  /** Whether the NameNode still runs. */
  boolean isRunning();
}
