package dev.cif.hdfs;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.INodesInPath;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;
import org.apache.hadoop.hdfs.server.namenode.XAttrFeature;
import org.apache.hadoop.hdfs.server.namenode.ha.HAContext;
import org.apache.hadoop.hdfs.server.namenode.ha.HAState;
import org.apache.hadoop.hdfs.server.namenode.snapshot.Snapshot;
import org.apache.hadoop.hdfs.util.ReadOnlyList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part of the NameNode that the policy reads: the folder of a file, and the nodes that hold the
 * blocks of that folder's files.
 *
 * <p>The time under a lock is bounded, however large a folder is. While a call holds the lock, it
 * looks at no more than {@value #MAX_BLOCKS} blocks and {@value #MAX_FILES} files. Under the write
 * lock it looks at {@value #MAX_MENDED} blocks.
 *
 * <p>Thread-safe.
 */
final class Namespace implements Folders {
  private static final Logger LOG = LoggerFactory.getLogger(Namespace.class);

  /** Number of files of a split-directory, at most; a folder with more is none. */
  static final int MAX_FILES = 4_096;

  /** Number of blocks looked at under the lock, at most. */
  static final int MAX_BLOCKS = 2_048;

  /**
   * Number of files, and of blocks, looked at to answer about single blocks; part of both limits.
   */
  static final int SEARCHED = 1_024;

  /** Number of blocks of a folder that tell its nodes; always the same ones. */
  private static final int COUNTED = MAX_BLOCKS - SEARCHED;

  /**
   * Number of blocks that is enough where all are together. It keeps late columns of wide splits
   * cheap.
   */
  private static final int SOME_BLOCKS = 32;

  /** Number of blocks mended under the write lock at once, at most. */
  static final int MAX_MENDED = 32;

  final Namesystem namesystem;
  final BlockManager manager;
  final Holders holders;
  private final RecentFolders recent = new RecentFolders();

  /** Count made by a mending thread, so that HDFS's questions don't make it count again. */
  static final ThreadLocal<SplitBlocks> COUNTED_BY_THREAD = new ThreadLocal<>();

  private volatile boolean listens;
  private volatile boolean canReadGroups = true;

  /** Creates an instance over the parts that {@link NameNodeAccess} found. */
  Namespace(Namesystem namesystem, BlockManager manager) {
    this.namesystem = namesystem;
    this.manager = manager;
    this.holders = new Holders(manager);
  }

  /**
   * Has HDFS tell from now on which blocks it asks about. Before that, no such block is known.
   *
   * @return false if this thread holds the read lock only, and so must not take the write lock
   */
  boolean listen() throws ReflectiveOperationException {
    if (namesystem.hasReadLock() && !namesystem.hasWriteLock()) {
      return false;
    }
    namesystem.writeLock();
    try {
      NameNodeAccess.lockedListen(manager);
    } finally {
      namesystem.writeUnlock();
    }
    listens = true;
    return true;
  }

  @Override
  public boolean listens() {
    return listens;
  }

  @Override
  public void lock() {
    namesystem.readLock();
  }

  @Override
  public void unlock() {
    namesystem.readUnlock();
  }

  @Override
  public Folder lockedFolder(String path) throws IOException {
    FSDirectory directory = namesystem.getFSDirectory();
    if (directory == null) {
      return null;
    }
    INodesInPath inodes = directory.resolvePath(null, path, FSDirectory.DirOp.READ_LINK);
    INode last = inodes.getLastINode();
    if (inodes.length() < 2 || (last != null && !isReplicated(last))) {
      return null;
    }
    INode parent = inodes.getINode(-2);
    if (parent == null || !parent.isDirectory()) {
      return null;
    }
    recent.put(path, inodes);
    return folder(parent.asDirectory());
  }

  @Override
  public Folder recentFolder(String path) {
    FSDirectory directory = namesystem.getFSDirectory();
    INodeDirectory folder = directory == null ? null : recent.get(path, directory.getRoot());
    return folder == null ? null : folder(folder);
  }

  private String group(INodeDirectory directory) {
    try {
      XAttrFeature attributes = canReadGroups ? directory.getXAttrFeature() : null;
      XAttr key = attributes == null ? null : attributes.getXAttr(GroupKey.ATTRIBUTE);
      return key == null ? null : GroupKey.parse(key.getValue());
    } catch (LinkageError e) {
      forgetGroups(e);
      return null;
    }
  }

  private void forgetGroups(LinkageError e) {
    canReadGroups = false;
    LOG.warn("Co-location groups are not kept: this Hadoop is built otherwise", e);
  }

  @Override
  public Collection<DatanodeDescriptor> nodes() {
    try {
      return manager.getDatanodeManager().getDatanodes();
    } catch (LinkageError e) {
      forgetGroups(e);
      return List.of();
    }
  }

  @Override
  public Folder lockedAsked(Collection<? extends DatanodeInfo> nodes) {
    BlockInfo block = asked();
    INodeFile file = block == null ? null : splitFile(block);
    INodeDirectory parent = file == null ? null : file.getParent();
    return parent == null || !Holders.areAny(nodes, block) ? null : folder(parent);
  }

  @Override
  public Replicas lockedAskedReplicas() {
    BlockInfo block = asked();
    return holders.replicas(block, splitFile(block));
  }

  @Override
  public boolean lockedAskedFits(DatanodeDescriptor node, StorageType type) {
    BlockInfo block = asked();
    return block != null && Holders.hasRoom(node, type, block.getNumBytes());
  }

  @Override
  public int lockedReplication(String path) throws IOException {
    FSDirectory directory = namesystem.getFSDirectory();
    INode file = directory.resolvePath(null, path, FSDirectory.DirOp.READ_LINK).getLastINode();
    return file == null || !file.isFile() ? 0 : file.asFile().getFileReplication();
  }

  private BlockInfo asked() {
    Block asked = listens ? AskedBlocks.last() : null;
    BlockInfo block =
        asked instanceof BlockInfo known ? known : asked == null ? null : stored(asked);
    return block == null || block.isStriped() || block.isDeleted() ? null : block;
  }

  private BlockInfo stored(Block block) {
    return manager.getStoredBlock(block);
  }

  private INodeFile splitFile(BlockInfo block) {
    FSDirectory directory = namesystem.getFSDirectory();
    INode file = directory == null ? null : directory.getInode(block.getBlockCollectionId());
    return file != null && isSplitFile(file) ? file.asFile() : null;
  }

  /** Returns the folder; null if it has too many files for a split-directory. */
  Folder folder(INodeDirectory directory) {
    return children(directory).size() <= MAX_FILES ? new Known(directory) : null;
  }

  static ReadOnlyList<INode> children(INodeDirectory folder) {
    return folder.getChildrenList(Snapshot.CURRENT_STATE_ID);
  }

  private static boolean isReplicated(INode inode) {
    return inode.isFile() && !inode.asFile().isStriped();
  }

  static boolean isSplitFile(INode inode) {
    return isReplicated(inode) && SplitFileNames.matches(inode.getLocalNameBytes());
  }

  @Override
  public boolean lockedNeighbourIsOn(Collection<? extends DatanodeInfo> nodes) {
    BlockInfo block = asked();
    INodeFile file = block == null ? null : splitFile(block);
    if (file == null) {
      return true;
    }
    return Holders.areAll(nodes, next(block, file));
  }

  /**
   * Returns the next complete block of the folder with the same replication and storage policy; the
   * first follows the last. Falls back on the file's first block if the search exceeds its bound,
   * and on the block itself if the file has none.
   */
  private static BlockInfo next(BlockInfo block, INodeFile file) {
    BlockInfo[] ofFile = file.getBlocks();
    int left = SEARCHED;
    for (int i = 0; i + 1 < ofFile.length && left > 1; i++, left--) {
      if (ofFile[i].equals(block) && ofFile[i + 1].isComplete()) {
        return ofFile[i + 1];
      }
    }
    ReadOnlyList<INode> files = children(file.getParent());
    int at = ReadOnlyList.Util.binarySearch(files, file.getLocalNameBytes());
    for (int i = 1; i < files.size() && left > 1; i++, left--) {
      INode other = files.get((at + i) % files.size());
      if (isSplitFile(other) && isPlacedAlike(other.asFile(), file)) {
        BlockInfo[] blocks = other.asFile().getBlocks();
        if (blocks.length > 0 && blocks[0].isComplete()) {
          return blocks[0];
        }
      }
    }
    return ofFile.length == 0 ? block : ofFile[0];
  }

  private static boolean isPlacedAlike(INodeFile one, INodeFile other) {
    return one.getFileReplication() == other.getFileReplication()
        && one.getLocalStoragePolicyID() == other.getLocalStoragePolicyID();
  }

  /** A folder held by its inode: a look-up by id takes as long as resolving a path. */
  private final class Known implements Folder {
    private final INodeDirectory directory;

    Known(INodeDirectory directory) {
      this.directory = directory;
    }

    @Override
    public long id() {
      return directory.getId();
    }

    @Override
    public String group() {
      return Namespace.this.group(directory);
    }

    @Override
    public SplitBlocks blocks() {
      SplitBlocks known = COUNTED_BY_THREAD.get();
      return known != null && known.folder() == id() ? known : count(directory, COUNTED, List.of());
    }

    @Override
    public SplitBlocks someBlocks(List<StorageType> types) {
      return count(directory, SOME_BLOCKS, types);
    }
  }

  /**
   * Counts blocks until there are {@code enough} and they name a node for each of the types of
   * storage, or until the limit is reached.
   */
  private SplitBlocks count(INodeDirectory directory, int enough, List<StorageType> types) {
    SplitBlocks split = new SplitBlocks(directory.getId());
    int[] blocks = {0};
    new BlockWalk()
        .go(
            children(directory),
            MAX_FILES - SEARCHED,
            COUNTED,
            (file, block) -> {
              holders.count(block, split);
              return ++blocks[0] < enough || split.size(types) < types.size();
            });
    return split;
  }

  /** Returns the folder with an inode id; null if it doesn't exist any more. */
  INodeDirectory directory(long folder) {
    INode inode = namesystem.getFSDirectory().getInode(folder);
    return inode == null || !inode.isDirectory() ? null : inode.asDirectory();
  }

  @Override
  public long term() {
    HAContext context = namesystem.getHAContext();
    HAState state = context == null ? null : context.getState();
    return state == null ? 0 : state.getLastHATransitionTime();
  }

  @Override
  public boolean isRunning() {
    return namesystem.isRunning();
  }

  @Override
  public boolean mend(long folder, Homes homes, Pace pace) throws InterruptedException {
    return new SplitCheck(this, folder, homes).run(pace);
  }
}
