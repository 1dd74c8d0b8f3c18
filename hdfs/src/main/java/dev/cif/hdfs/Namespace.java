package dev.cif.hdfs;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.INodesInPath;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;
import org.apache.hadoop.hdfs.server.namenode.snapshot.Snapshot;
import org.apache.hadoop.hdfs.util.ReadOnlyList;

/**
 * What the policy reads of the NameNode: the folder of a file, and which nodes hold the blocks of
 * that folder's files.
 *
 * <p>HDFS hands a placement policy no more than the cluster's statistics, of a type that only its
 * own package may name. They are an inner class of the {@link DatanodeManager}, which knows the
 * namesystem; the way there is by reflection.
 *
 * <p>Thread-safe.
 */
final class Namespace implements Folders {
  /** Folders of more files are no split-directories. */
  static final int MAX_FILES = 4_096;

  /** So many blocks of a folder tell its nodes; bounds the time under the lock. */
  private static final int MAX_BLOCKS = 2_048;

  private final Namesystem namesystem;
  private final MethodHandle blockIterator;

  private Namespace(Namesystem namesystem, MethodHandle blockIterator) {
    this.namesystem = namesystem;
    this.blockIterator = blockIterator;
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
    Object manager = field(ofNameNode, ofNameNode.getClass(), DatanodeManager.class);
    Object namesystem = field(manager, DatanodeManager.class, Namesystem.class);
    Method iterator = DatanodeStorageInfo.class.getDeclaredMethod("getBlockIterator");
    iterator.setAccessible(true);
    return new Namespace((Namesystem) namesystem, MethodHandles.lookup().unreflect(iterator));
  }

  private static Object field(Object owner, Class<?> in, Class<?> type)
      throws ReflectiveOperationException {
    for (Field field : in.getDeclaredFields()) {
      if (type.isAssignableFrom(field.getType())) {
        field.setAccessible(true);
        Object value = field.get(owner);
        if (value != null) {
          return value;
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
  public long lockedFolder(String path) throws IOException {
    FSDirectory directory = namesystem.getFSDirectory();
    if (directory == null) {
      return NONE;
    }
    INodesInPath inodes = directory.resolvePath(null, path, FSDirectory.DirOp.READ_LINK);
    INode last = inodes.getLastINode();
    if (inodes.length() < 2 || (last != null && !isReplicated(last))) {
      return NONE;
    }
    INode parent = inodes.getINode(-2);
    return parent != null && parent.isDirectory() ? folder(parent.asDirectory()) : NONE;
  }

  @Override
  public long lockedFolder(DatanodeStorageInfo added, Collection<DatanodeStorageInfo> replicas) {
    BlockInfo block = newest(added);
    if (block == null || block.isStriped() || block.isDeleted() || !isOnAll(block, replicas)) {
      return NONE;
    }
    INode file = namesystem.getFSDirectory().getInode(block.getBlockCollectionId());
    if (file == null || !isReplicated(file) || !SplitFileNames.matches(file.getLocalNameBytes())) {
      return NONE;
    }
    INodeDirectory parent = file.getParent();
    return parent == null ? NONE : folder(parent);
  }

  private static long folder(INodeDirectory folder) {
    return children(folder).size() <= MAX_FILES ? folder.getId() : NONE;
  }

  private static ReadOnlyList<INode> children(INodeDirectory folder) {
    return folder.getChildrenList(Snapshot.CURRENT_STATE_ID);
  }

  private static boolean isReplicated(INode inode) {
    return inode.isFile() && !inode.asFile().isStriped();
  }

  /** A storage keeps its blocks in a list and adds at its head. */
  private BlockInfo newest(DatanodeStorageInfo storage) {
    try {
      Iterator<?> blocks = (Iterator<?>) blockIterator.invoke(storage);
      return blocks.hasNext() ? (BlockInfo) blocks.next() : null;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isOnAll(BlockInfo block, Collection<DatanodeStorageInfo> replicas) {
    int found = 0;
    for (Iterator<DatanodeStorageInfo> i = block.getStorageInfos(); i.hasNext(); ) {
      if (replicas.contains(i.next())) {
        found++;
      }
    }
    return found == replicas.size();
  }

  @Override
  public List<DatanodeDescriptor> lockedNodes(long folder) {
    INode inode = namesystem.getFSDirectory().getInode(folder);
    if (inode == null || !inode.isDirectory()) {
      return List.of();
    }
    IdentityHashMap<DatanodeDescriptor, int[]> blocksOf = new IdentityHashMap<>();
    int blocks = 0;
    for (INode child : children(inode.asDirectory())) {
      if (!isReplicated(child) || !SplitFileNames.matches(child.getLocalNameBytes())) {
        continue;
      }
      INodeFile file = child.asFile();
      for (BlockInfo block : file.getBlocks()) {
        count(block, blocksOf);
        blocks++;
      }
      if (blocks >= MAX_BLOCKS) {
        break;
      }
    }
    List<DatanodeDescriptor> nodes = new ArrayList<>(blocksOf.keySet());
    nodes.sort(
        Comparator.comparingInt((DatanodeDescriptor node) -> -blocksOf.get(node)[0])
            .thenComparing(DatanodeDescriptor::getDatanodeUuid));
    return nodes;
  }

  private static void count(BlockInfo block, IdentityHashMap<DatanodeDescriptor, int[]> blocksOf) {
    var construction = block.getUnderConstructionFeature();
    if (construction == null || block.isComplete()) {
      for (Iterator<DatanodeStorageInfo> i = block.getStorageInfos(); i.hasNext(); ) {
        count(i.next(), blocksOf);
      }
      return;
    }
    for (DatanodeStorageInfo storage : construction.getExpectedStorageLocations()) {
      count(storage, blocksOf);
    }
  }

  private static void count(
      DatanodeStorageInfo storage, IdentityHashMap<DatanodeDescriptor, int[]> blocksOf) {
    if (storage == null) {
      return;
    }
    DatanodeDescriptor node = storage.getDatanodeDescriptor();
    if (node.isInService() && node.isAlive()) {
      blocksOf.computeIfAbsent(node, n -> new int[1])[0]++;
    }
  }
}
