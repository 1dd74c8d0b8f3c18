package dev.cif.hdfs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementStatus;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.util.VersionInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts all blocks of all files of a split-directory on the same nodes (FORMAT.md section 2; the
 * paper's section 4.1), and all other files where HDFS's default policy puts them. The NameNode
 * uses it when {@code dfs.block.replicator.classname} names it.
 *
 * <p>The policy knows a split-directory by the names of its files and by the inode id of its
 * folder. Renamed folders and NameNode restarts therefore change nothing. Its nodes are those that
 * hold blocks of the folder's files. Choices whose blocks are not reported yet are remembered
 * ({@link RememberedNodes}).
 *
 * <p>The first block goes where the default policy wants it. So does a replica that the split's
 * nodes can't take: they are full, stale, excluded, out of service, or too many on a rack. Where
 * that policy draws a node at random, it gets the emptier of two ({@link TwoChoices}). Favoured
 * nodes come before the split's.
 *
 * <p>If the policy listens to HDFS ({@link AskedBlocks}), it also decides which replicas are
 * deleted, and mends splits. A split belongs on the nodes that hold most of its blocks at that
 * moment ({@link SplitBlocks}). Of too many replicas, those on other nodes are deleted first. A
 * block that isn't there is reported as one that HDFS has to copy, like a block on too few racks. A
 * split that was seen apart is checked until it is together ({@link SplitWatcher}). If the Balancer
 * moves a block, the split follows or the block goes back ({@link Moves}).
 *
 * <p>Columns may have storage policies. Blocks whose replicas are on the same types of storage have
 * nodes of their own. These are the split's other nodes as far as those have such storage ({@link
 * Home}).
 *
 * <p>A folder with the key of a co-location group ({@link GroupKey}) belongs on the nodes of that
 * key ({@link GroupNodes}), like all others with it. The nodes that hold its blocks now don't
 * matter.
 *
 * <p>Never fails a write: a fault inside the policy is logged once, and the default policy decides.
 * Thread-safe. It takes the namesystem's read lock to look up a folder, and to read the nodes when
 * some came or went. It never holds a lock of its own then.
 */
public final class ColumnPlacementPolicy extends BlockPlacementPolicyDefault
    implements Configurable {
  private static final Logger LOG = LoggerFactory.getLogger(ColumnPlacementPolicy.class);
  private static final int STRIPES = 256;

  /** Number of splits of co-location groups that are checked when nodes come or go, at most. */
  static final int MAX_GROUPED = 65_536;

  /** Time within which a new node is seen, in milliseconds. */
  private static final long NODES_MILLIS = 1_000;

  /** Nodes that the choice under way on this thread tries first. */
  private static final ThreadLocal<SplitNodes> WANTED = new ThreadLocal<>();

  private final AtomicBoolean warned = new AtomicBoolean();
  private final Moves moves = new Moves(Time::monotonicNow);
  private final Object[] stripes = Stream.generate(Object::new).limit(STRIPES).toArray();
  private Configuration conf;
  private PolicySettings settings = PolicySettings.DEFAULT;
  private String hadoop = VersionInfo.getVersion();
  private TwoChoices draws = settings.newTwoChoices();
  private RememberedNodes remembered = settings.newMemory();
  private SplitWatcher watcher = settings.newWatcher();
  private GroupNodes groups =
      new GroupNodes(MAX_GROUPED, NODES_MILLIS, Time::monotonicNow, this::watchGroups);
  private volatile Folders namespace;
  private volatile long term;
  private volatile boolean sought;

  /** Creates the policy for HDFS, which then calls {@link #setConf} and initialises it. */
  public ColumnPlacementPolicy() {
    this(null);
  }

  /**
   * Creates a policy for use without a NameNode.
   *
   * @param folders folders to place by; null to look for a NameNode's
   */
  ColumnPlacementPolicy(Folders folders) {
    namespace = folders;
    sought = folders != null;
  }

  /**
   * Sets the configuration; HDFS calls it after the constructor. Null leaves all settings at their
   * defaults.
   */
  @Override
  public void setConf(Configuration conf) {
    this.conf = conf;
    if (conf != null) {
      settings = PolicySettings.of(conf);
      remembered = settings.newMemory();
      watcher = settings.newWatcher();
      draws = settings.newTwoChoices();
    }
  }

  @Override
  public Configuration getConf() {
    return conf;
  }

  /**
   * Returns the NameNode's files; null where they aren't reachable, as in the Balancer.
   *
   * <p>They are looked up at the first use: while HDFS initialises the policy, it has no namesystem
   * yet. Two threads may both find them, which does no harm. A lock of the policy's own would be in
   * the way of HDFS's locks.
   */
  private Folders namespace() {
    if (!sought) {
      try {
        Namespace found = isHadoopKnown() ? NameNodeAccess.namespace(this) : null;
        if (found != null && settings.listens() && !found.listen()) {
          return null;
        }
        namespace = found;
      } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
        warn("the NameNode's files can't be seen; the default policy places all blocks", e);
      }
      sought = true;
    }
    return namespace;
  }

  private boolean isHadoopKnown() {
    boolean isKnown = NameNodeAccess.isKnown(hadoop) || hadoop.equals(settings.hadoop());
    if (!isKnown) {
      warn(
          "the policy doesn't know Hadoop "
              + hadoop
              + "; the default policy places all blocks. Try it on a cluster for tests with "
              + PolicySettings.HADOOP
              + " set to this version",
          null);
    }
    return isKnown;
  }

  @Override
  public DatanodeStorageInfo[] chooseTarget(
      String srcPath,
      int numOfReplicas,
      Node writer,
      List<DatanodeStorageInfo> chosen,
      boolean returnChosenNodes,
      Set<Node> excludedNodes,
      long blocksize,
      BlockStoragePolicy storagePolicy,
      EnumSet<AddBlockFlag> flags) {
    Choice choice =
        (excluded, policy) ->
            super.chooseTarget(
                srcPath,
                numOfReplicas,
                writer,
                chosen,
                returnChosenNodes,
                excluded,
                blocksize,
                policy,
                flags);
    Replicas block = Replicas.of(chosen, storagePolicy);
    return chooseTogether(srcPath, numOfReplicas, block, blocksize, excludedNodes, choice);
  }

  @Override
  public DatanodeStorageInfo[] chooseTarget(
      String srcPath,
      int numOfReplicas,
      Node writer,
      List<DatanodeStorageInfo> chosen,
      boolean returnChosenNodes,
      Set<Node> excludedNodes,
      long blocksize,
      BlockStoragePolicy storagePolicy,
      EnumSet<AddBlockFlag> flags,
      EnumMap<StorageType, Integer> storageTypes) {
    Choice choice =
        (excluded, policy) ->
            super.chooseTarget(
                srcPath,
                numOfReplicas,
                writer,
                chosen,
                returnChosenNodes,
                excluded,
                blocksize,
                policy,
                flags,
                storageTypes);
    Replicas block = Replicas.of(chosen, storagePolicy);
    return chooseTogether(srcPath, numOfReplicas, block, blocksize, excludedNodes, choice);
  }

  /** A choice of nodes by the default policy. */
  private interface Choice {
    DatanodeStorageInfo[] of(Set<Node> excluded, BlockStoragePolicy policy);
  }

  /** Runs the default policy's choice. A split's file tries the split's nodes before all others. */
  private DatanodeStorageInfo[] chooseTogether(
      String path, int count, Replicas block, long bytes, Set<Node> excluded, Choice choice) {
    boolean isOfSplit = count > 0 && SplitFileNames.matchesPath(path);
    int replication = block.on().size() + count;
    SplitNodes split = isOfSplit ? split(path, block, replication, bytes) : null;
    if (split == null) {
      return choice.of(excluded, block.policy());
    }
    BlockStoragePolicy policy = block.policyForCopies(split.copied());
    if (split.isOfGroup()) {
      return choose(split, excluded, policy, choice);
    }
    // Blocks of one split are placed one at a time, so that files begun together stay together.
    synchronized (stripes[Long.hashCode(split.folder()) & (STRIPES - 1)]) {
      long key = RememberedNodes.key(split.folder(), block.types(replication));
      List<DatanodeDescriptor> nodes = split.merge(remembered.of(key));
      if (key != split.folder()) {
        nodes = new SplitNodes(key, nodes, 0).merge(remembered.of(split.folder()));
      }
      DatanodeStorageInfo[] targets =
          choose(new SplitNodes(key, nodes, split.home()), excluded, policy, choice);
      List<DatanodeDescriptor> now = SplitNodes.add(nodes, targets, block.on().isEmpty());
      remembered.put(key, now);
      if (key != split.folder() && remembered.of(split.folder()).isEmpty()) {
        // Blocks on disks, of which none was placed yet, follow to these nodes.
        remembered.put(split.folder(), now);
      }
      return targets;
    }
  }

  private static DatanodeStorageInfo[] choose(
      SplitNodes wanted, Set<Node> excluded, BlockStoragePolicy policy, Choice choice) {
    WANTED.set(wanted);
    try {
      return choice.of(excluded, policy);
    } finally {
      WANTED.remove();
    }
  }

  /**
   * Returns the split of a path; null if the path isn't in a split-directory, or if a fault hides
   * it.
   */
  private SplitNodes split(String path, Replicas block, int count, long bytes) {
    Folders files = namespace();
    if (files == null) {
      return null;
    }
    try {
      readNodes(files);
      return splits(files).of(path, block, count, bytes);
    } catch (IOException | RuntimeException | LinkageError e) {
      warn(path + " is placed by the default policy", e);
      return null;
    }
  }

  private void readNodes(Folders files) {
    if (draws.isOld(clusterMap)) {
      files.lock();
      try {
        draws.read(clusterMap);
      } finally {
        files.unlock();
      }
    }
  }

  @Override
  protected Node chooseTargetInOrder(
      int numOfReplicas,
      Node writer,
      Set<Node> excludedNodes,
      long blocksize,
      int maxNodesPerRack,
      List<DatanodeStorageInfo> results,
      boolean avoidStaleNodes,
      boolean newBlock,
      EnumMap<StorageType, Integer> storageTypes)
      throws NotEnoughReplicasException {
    SplitNodes split = WANTED.get();
    int missing = numOfReplicas;
    if (split != null) {
      for (int i = 0; i < split.nodes().size(); i++) {
        DatanodeDescriptor node = split.nodes().get(i);
        if (missing == 0 || storageTypes.isEmpty()) {
          break;
        }
        // Chosen like favoured nodes: the load of a node doesn't count.
        if (!excludedNodes.contains(node)
            && chooseLocalOrFavoredStorage(
                    node,
                    true,
                    excludedNodes,
                    blocksize,
                    i < split.home() ? Integer.MAX_VALUE : maxNodesPerRack,
                    results,
                    avoidStaleNodes,
                    storageTypes)
                != null) {
          missing--;
        }
      }
      if (missing == 0) {
        return writer;
      }
    }
    return super.chooseTargetInOrder(
        missing,
        writer,
        excludedNodes,
        blocksize,
        maxNodesPerRack,
        results,
        avoidStaleNodes,
        newBlock,
        storageTypes);
  }

  @Override
  protected DatanodeDescriptor chooseDataNode(String scope, Collection<Node> excluded) {
    DatanodeDescriptor node = draw(scope, excluded, null);
    return node == null ? super.chooseDataNode(scope, excluded) : node;
  }

  @Override
  protected DatanodeDescriptor chooseDataNode(
      String scope, Collection<Node> excluded, StorageType type) {
    DatanodeDescriptor node = draw(scope, excluded, type);
    return node == null ? super.chooseDataNode(scope, excluded, type) : node;
  }

  /** Draws a node for a split's block; null if the default policy is to draw it. */
  private DatanodeDescriptor draw(String scope, Collection<Node> excluded, StorageType type) {
    if (WANTED.get() == null) {
      return null;
    }
    try {
      return draws.draw(scope, excluded, type);
    } catch (RuntimeException | LinkageError e) {
      warn("nodes are drawn by the default policy", e);
      return null;
    }
  }

  @Override
  public List<DatanodeStorageInfo> chooseReplicasToDelete(
      Collection<DatanodeStorageInfo> availableReplicas,
      Collection<DatanodeStorageInfo> delCandidates,
      int expectedNumOfReplicas,
      List<StorageType> excessTypes,
      DatanodeDescriptor addedNode,
      DatanodeDescriptor delNodeHint) {
    Folders files = namespace();
    boolean isExcess = delCandidates.size() > expectedNumOfReplicas;
    if (files != null && files.listens() && isExcess) {
      try {
        Replicas replicas = Replicas.of(availableReplicas, null);
        List<StorageType> types =
            Replicas.kept(replicas.on().values(), expectedNumOfReplicas, excessTypes);
        Splits.Moved moved = Splits.Moved.of(delNodeHint, addedNode, replicas);
        Splits.Kept kept = splits(files).toKeep(replicas.on().keySet(), types, moved);
        if (kept != null) {
          watch(files, kept.folder());
          return chooseExcess(
              availableReplicas,
              delCandidates,
              expectedNumOfReplicas,
              excessTypes,
              new ExcessOrder(
                  kept.ranked(), kept.home(), Time.monotonicNow() - settings.staleMillis()));
        }
      } catch (RuntimeException | LinkageError e) {
        warn("which replicas are deleted is chosen by the default policy", e);
      }
    }
    return super.chooseReplicasToDelete(
        availableReplicas,
        delCandidates,
        expectedNumOfReplicas,
        excessTypes,
        addedNode,
        delNodeHint);
  }

  private Splits splits(Folders files) {
    long now = files.term();
    if (now != term) {
      term = now;
      remembered.clear();
      moves.clear();
    }
    return new Splits(files, remembered, this::perRack, watcher, moves, groups);
  }

  /** Returns the number of nodes that one rack may give to a split with this replication. */
  private int perRack(int replication) {
    return getMaxNodesPerRack(0, replication)[1];
  }

  private void watch(Folders files, long folder) {
    watcher.watch(folder);
    startWatch(files);
  }

  private void watchGroups(Folders files) {
    if (files.listens()) {
      watcher.watchAll(groups::seen);
      startWatch(files);
    }
  }

  private void startWatch(Folders files) {
    watcher.start((folder, pace) -> mend(files, folder, pace), files::isRunning);
  }

  /** Returns the number of splits that were seen apart and aren't known to be together yet. */
  int watched() {
    return watcher.size();
  }

  /** Checks a split that was seen apart; returns true if nothing is left to do. */
  boolean mend(Folders files, long folder, Pace pace) throws InterruptedException {
    try {
      return files.mend(folder, splits(files)::lockedHome, pace);
    } catch (RuntimeException | LinkageError e) {
      warn("a split that is apart stays so", e);
      return true;
    }
  }

  @Override
  public BlockPlacementStatus verifyBlockPlacement(DatanodeInfo[] locations, int replication) {
    BlockPlacementStatus racks = super.verifyBlockPlacement(locations, replication);
    Folders files = namespace();
    boolean isOff = locations == null || settings.mendSeconds() == 0;
    if (files == null || !files.listens() || isOff || !racks.isPlacementPolicySatisfied()) {
      return racks;
    }
    try {
      Splits.Missing missing =
          splits(files).missing(Arrays.asList(locations), replication, settings.staleMillis());
      if (missing != null) {
        watch(files, missing.folder());
        return missing.ready() == 0 ? racks : new MisplacedStatus(missing.ready());
      }
    } catch (RuntimeException | LinkageError e) {
      warn("that a block isn't with its split is not seen", e);
    }
    return racks;
  }

  /**
   * Chooses the replicas to delete by the default policy's rules for racks and storage types, in
   * the given order.
   */
  private List<DatanodeStorageInfo> chooseExcess(
      Collection<DatanodeStorageInfo> replicas,
      Collection<DatanodeStorageInfo> candidates,
      int expected,
      List<StorageType> excessTypes,
      ExcessOrder order) {
    Map<String, List<DatanodeStorageInfo>> racks = new HashMap<>();
    List<DatanodeStorageInfo> severalOnRack = new ArrayList<>();
    List<DatanodeStorageInfo> aloneOnRack = new ArrayList<>();
    splitNodesWithRack(replicas, candidates, racks, severalOnRack, aloneOnRack);
    List<DatanodeStorageInfo> excess = new ArrayList<>();
    while (candidates.size() - expected > excess.size()) {
      DatanodeStorageInfo next = null;
      for (DatanodeStorageInfo replica : pickupReplicaSet(severalOnRack, aloneOnRack, racks)) {
        if (excessTypes.contains(replica.getStorageType())
            && (next == null || order.compare(replica, next) < 0)) {
          next = replica;
        }
      }
      if (next == null) {
        break;
      }
      excessTypes.remove(next.getStorageType());
      adjustSetsWithChosenReplica(racks, severalOnRack, aloneOnRack, next);
      excess.add(next);
    }
    return excess;
  }

  private void warn(String what, Throwable e) {
    if (warned.compareAndSet(false, true)) {
      LOG.warn("Files of split-directories may be apart: {} (said once)", what, e);
    }
  }
}
