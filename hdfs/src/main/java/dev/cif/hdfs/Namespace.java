package dev.cif.hdfs;

import java.io.IOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.CorruptReplicasMap;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
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
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.hdfs.util.ReadOnlyList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the policy reads of the NameNode: the folder of a file, and which nodes hold the blocks of
 * that folder's files.
 *
 * <p>HDFS hands a placement policy no more than the cluster's statistics, of a type that only its
 * own package may name. They are an inner class of the {@link DatanodeManager}, which knows the
 * namesystem and the block manager; the way there is by reflection, and so is the one by which
 * {@link AskedBlocks} takes its place.
 *
 * <p>Thread-safe.
 */
final class Namespace implements Folders {
  private static final Logger LOG = LoggerFactory.getLogger(Namespace.class);

  /** Folders of more files are no split-directories. */
  static final int MAX_FILES = 4_096;

  /** So many blocks of a folder tell its nodes; bounds the time under the lock. */
  private static final int MAX_BLOCKS = 2_048;

  /**
   * So many are enough where all are together; keeps late columns of wide splits from being dear.
   */
  private static final int SOME_BLOCKS = 32;

  /** So many files of a folder are looked at again at a time; bounds it too. */
  private static final int MAX_MENDED = 32;

  private final Namesystem namesystem;
  private final BlockManager manager;
  private final RecentFolders recent = new RecentFolders();
  private volatile boolean listens;
  private volatile boolean canReadGroups = true;

  private Namespace(Namesystem namesystem, BlockManager manager) {
    this.namesystem = namesystem;
    this.manager = manager;
  }

  /**
   * @return null if the policy has no NameNode, as in the Balancer
   * @throws ReflectiveOperationException if this Hadoop is built otherwise than known
   */
  static Namespace of(BlockPlacementPolicyDefault policy) throws ReflectiveOperationException {
    Field stats = BlockPlacementPolicyDefault.class.getDeclaredField("stats");
    stats.setAccessible(true);
    Object ofNameNode = stats.get(policy);
    if (ofNameNode == null) {
      return null;
    }
    Object nodes = field(ofNameNode, ofNameNode.getClass(), DatanodeManager.class);
    Namesystem namesystem = (Namesystem) field(nodes, DatanodeManager.class, Namesystem.class);
    BlockManager manager = (BlockManager) field(nodes, DatanodeManager.class, BlockManager.class);
    return new Namespace(namesystem, manager);
  }

  /**
   * Has HDFS say from now on which blocks it asks about. Until then no block is known to be asked
   * about.
   *
   * @return false if this thread may not, because it reads the namesystem
   */
  boolean listen() throws ReflectiveOperationException {
    if (namesystem.hasReadLock() && !namesystem.hasWriteLock()) {
      return false;
    }
    Object corrupt = field(manager, BlockManager.class, CorruptReplicasMap.class);
    Field blocks = fieldOf(corrupt, CorruptReplicasMap.class, Map.class);
    namesystem.writeLock();
    try {
      if (blocks.get(corrupt) instanceof Map<?, ?> known && !(known instanceof AskedBlocks)) {
        blocks.set(corrupt, listening(known));
      }
    } finally {
      namesystem.writeUnlock();
    }
    listens = true;
    return true;
  }

  private static AskedBlocks<Object> listening(Map<?, ?> known) {
    AskedBlocks<Object> blocks = new AskedBlocks<>(Map.of());
    known.forEach((block, value) -> blocks.put((Block) block, value));
    return blocks;
  }

  private static Object field(Object owner, Class<?> in, Class<?> type)
      throws ReflectiveOperationException {
    return fieldOf(owner, in, type).get(owner);
  }

  /** A field of a type that isn't null. */
  private static Field fieldOf(Object owner, Class<?> in, Class<?> type)
      throws ReflectiveOperationException {
    for (Field field : in.getDeclaredFields()) {
      if (type.isAssignableFrom(field.getType())) {
        field.setAccessible(true);
        if (field.get(owner) != null) {
          return field;
        }
      }
    }
    throw new NoSuchFieldException("no field of type " + type.getName() + " in " + in.getName());
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
    return parent == null || !isOnAny(block, nodes) ? null : folder(parent);
  }

  @Override
  public boolean lockedAskedFits(DatanodeDescriptor node) {
    BlockInfo block = asked();
    if (block == null) {
      return false;
    }
    Set<StorageType> types = EnumSet.noneOf(StorageType.class);
    for (Iterator<DatanodeStorageInfo> i = block.getStorageInfos(); i.hasNext(); ) {
      types.add(i.next().getStorageType());
    }
    for (StorageType type : types) {
      if (hasRoom(node, type, block.getNumBytes())) {
        return true;
      }
    }
    return false;
  }

  /** As HDFS tells it, whose own method for this is another one in each version. */
  private static boolean hasRoom(DatanodeDescriptor node, StorageType type, long bytes) {
    long room = -bytes * node.getBlocksScheduled(type);
    for (StorageReport report : node.getStorageReports()) {
      DatanodeStorage storage = report.getStorage();
      boolean isUsable =
          storage.getStorageType() == type && storage.getState() == DatanodeStorage.State.NORMAL;
      room += isUsable && report.getRemaining() >= bytes ? report.getRemaining() : 0;
    }
    return room >= bytes;
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

  private static boolean isOnAny(BlockInfo block, Collection<? extends DatanodeInfo> nodes) {
    for (Iterator<DatanodeStorageInfo> i = block.getStorageInfos(); i.hasNext(); ) {
      if (nodes.contains(i.next().getDatanodeDescriptor())) {
        return true;
      }
    }
    return false;
  }

  private Folder folder(INodeDirectory directory) {
    return children(directory).size() <= MAX_FILES ? new Known(directory) : null;
  }

  private static ReadOnlyList<INode> children(INodeDirectory folder) {
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
    BlockInfo next = next(block, file);
    int count = 0;
    for (Iterator<DatanodeStorageInfo> i = next.getStorageInfos(); i.hasNext(); count++) {
      if (!nodes.contains(i.next().getDatanodeDescriptor())) {
        return false;
      }
    }
    return count == nodes.size();
  }

  /** The next complete block of the folder, the first behind the last; itself if it is alone. */
  private static BlockInfo next(BlockInfo block, INodeFile file) {
    BlockInfo[] ofFile = file.getBlocks();
    for (int i = 0; i + 1 < ofFile.length; i++) {
      if (ofFile[i].equals(block) && ofFile[i + 1].isComplete()) {
        return ofFile[i + 1];
      }
    }
    ReadOnlyList<INode> files = children(file.getParent());
    int at = ReadOnlyList.Util.binarySearch(files, file.getLocalNameBytes());
    for (int i = 1; i < files.size(); i++) {
      INode other = files.get((at + i) % files.size());
      if (isSplitFile(other) && other.asFile().getFileReplication() == file.getFileReplication()) {
        BlockInfo[] blocks = other.asFile().getBlocks();
        if (blocks.length > 0 && blocks[0].isComplete()) {
          return blocks[0];
        }
      }
    }
    return ofFile.length == 0 ? block : ofFile[0];
  }

  /** A folder by its inode: to look that up by its id takes as long as to resolve a path. */
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
      return Namespace.this.blocks(directory, MAX_BLOCKS, 0);
    }

    @Override
    public SplitBlocks someBlocks(int nodes) {
      return Namespace.this.blocks(directory, SOME_BLOCKS, nodes);
    }
  }

  /** So many blocks of a folder, or more until they tell so many nodes. */
  private SplitBlocks blocks(INodeDirectory directory, int enough, int nodes) {
    SplitBlocks split = new SplitBlocks(directory.getId());
    int blocks = 0;
    for (INode child : children(directory)) {
      // Most files of a split that is new have no blocks, which is the quickest to see.
      if (!child.isFile() || child.asFile().getBlocks().length == 0 || !isSplitFile(child)) {
        continue;
      }
      for (BlockInfo block : child.asFile().getBlocks()) {
        count(block, split);
        blocks++;
      }
      if (blocks >= MAX_BLOCKS || (blocks >= enough && split.size() >= nodes)) {
        break;
      }
    }
    return split;
  }

  private INodeDirectory directory(long folder) {
    INode inode = namesystem.getFSDirectory().getInode(folder);
    return inode == null || !inode.isDirectory() ? null : inode.asDirectory();
  }

  private void count(BlockInfo block, SplitBlocks split) {
    var construction = block.getUnderConstructionFeature();
    if (construction == null || block.isComplete()) {
      for (Iterator<DatanodeStorageInfo> i = block.getStorageInfos(); i.hasNext(); ) {
        DatanodeStorageInfo storage = i.next();
        if (storage != null && isHolder(storage.getDatanodeDescriptor(), block)) {
          split.add(storage.getDatanodeDescriptor(), block.getNumBytes());
        }
      }
      return;
    }
    for (DatanodeStorageInfo storage : construction.getExpectedStorageLocations()) {
      if (storage != null && isHolder(storage.getDatanodeDescriptor(), block)) {
        split.add(storage.getDatanodeDescriptor(), block.getNumBytes());
      }
    }
  }

  private boolean isHolder(DatanodeDescriptor node, BlockInfo block) {
    return NodeRanking.isHome(node) && !isExcess(node, block);
  }

  /** Mostly nothing is, which is quicker to ask than for each replica. */
  private boolean isExcess(DatanodeDescriptor node, BlockInfo block) {
    return manager.getExcessBlocksCount() > 0 && manager.isExcess(node, block);
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
  public boolean mend(long folder, Homes homes) {
    // Most were apart for a moment only; that is seen without keeping others from reading.
    namesystem.readLock();
    try {
      // Of a standby nothing is wanted; if it takes over, HDFS asks about all blocks again.
      if (!manager.isPopulatingReplQueues() || lockedApart(folder, homes).isEmpty()) {
        return true;
      }
    } finally {
      namesystem.readUnlock();
    }
    namesystem.writeLock();
    try {
      List<INodeFile> apart = lockedApart(folder, homes);
      if (manager.isPopulatingReplQueues()) {
        apart.forEach(manager::checkRedundancy);
      }
      return apart.isEmpty();
    } finally {
      namesystem.writeUnlock();
    }
  }

  /** Some of the closed files with a block elsewhere than where the split is. */
  private List<INodeFile> lockedApart(long folder, Homes homes) {
    INodeDirectory directory = directory(folder);
    if (directory == null) {
      return List.of();
    }
    Folder known = new Known(directory);
    SplitBlocks split = known.blocks();
    Map<Integer, List<DatanodeDescriptor>> homeOf = new HashMap<>();
    List<INodeFile> apart = new ArrayList<>();
    for (INode child : children(directory)) {
      if (apart.size() < MAX_MENDED
          && isSplitFile(child)
          && !child.asFile().isUnderConstruction()) {
        List<DatanodeDescriptor> home =
            homeOf.computeIfAbsent(
                (int) child.asFile().getFileReplication(), r -> homes.of(known, split, r));
        if (!home.isEmpty() && !isOn(child.asFile(), home)) {
          apart.add(child.asFile());
        }
      }
    }
    return apart;
  }

  private boolean isOn(INodeFile file, List<DatanodeDescriptor> home) {
    for (BlockInfo block : file.getBlocks()) {
      int found = 0;
      for (Iterator<DatanodeStorageInfo> i = block.getStorageInfos(); i.hasNext(); ) {
        DatanodeDescriptor node = i.next().getDatanodeDescriptor();
        if (isHolder(node, block)) {
          if (!home.contains(node)) {
            return false;
          }
          found++;
        }
      }
      if (found < home.size()) {
        return false;
      }
    }
    return true;
  }
}
