package dev.cif.hdfs;

import dev.cif.hdfs.ModelCluster.Box;
import dev.cif.hdfs.ModelCluster.Piece;
import dev.cif.hdfs.ModelCluster.Task;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementStatus;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;

/**
 * A model of what a NameNode's block manager does (BlockManager.java of Hadoop 3.3), which asks the
 * policy's own code. Copies, deletions and reports are under way for as long as chance has it.
 */
class ModelNameNode {
  static final long BYTES = 1 << 20;

  final Random random;
  final BlockStoragePolicy hot = BlockStoragePolicySuite.createDefaultSuite().getPolicy("HOT");
  final Configuration conf = new Configuration();
  final DFSNetworkTopology topology = DFSNetworkTopology.getInstance(conf);
  final List<Box> boxes = new ArrayList<>();
  final List<List<Piece>> splits = new ArrayList<>();

  /** Key of the co-location group of each split; null if it has none. */
  final List<String> groups = new ArrayList<>();

  final Set<Piece> needed = new LinkedHashSet<>();
  final Set<Piece> postponed = new LinkedHashSet<>();
  final List<Task> copies = new ArrayList<>();
  final List<Task> deletions = new ArrayList<>();
  final Modelled files = new Modelled();
  ColumnPlacementPolicy policy;
  SplitWatcher watcher;
  private GroupNodes nodesOfGroups;
  Piece asked;
  long now;

  /**
   * @param seed of all that chance decides
   */
  ModelNameNode(long seed) throws ReflectiveOperationException {
    random = new Random(seed);
    Fields.seed(topology, seed);
    startNameNode();
  }

  void startNameNode() throws ReflectiveOperationException {
    policy = new ColumnPlacementPolicy(files);
    policy.initialize(conf, MadeUpNodes.stats(), topology, null);
    watcher = new SplitWatcher(100, 10, () -> now, false, millis -> {});
    Fields.set(policy, "watcher", watcher);
    Fields.set(policy, "draws", new TwoChoices(random::nextInt));
    nodesOfGroups =
        new GroupNodes(100, 0, () -> now, known -> watcher.watchAll(nodesOfGroups::seen));
    Fields.set(policy, "groups", nodesOfGroups);
  }

  /** The policy's view of the model. */
  final class Modelled implements Folders {
    @Override
    public void lock() {}

    @Override
    public void unlock() {}

    @Override
    public Folder lockedFolder(String path) {
      return new ModelFolder(Integer.parseInt(path, 1, path.indexOf('/', 1), 10));
    }

    @Override
    public Collection<DatanodeDescriptor> nodes() {
      return boxes.stream().map(box -> box.node).toList();
    }

    @Override
    public Folder lockedAsked(Collection<? extends DatanodeInfo> nodes) {
      return new ModelFolder(asked.split);
    }

    @Override
    public int lockedReplication(String path) {
      for (Piece piece : splits.get(Integer.parseInt(path, 1, path.indexOf('/', 1), 10))) {
        if (path.equals(path(piece))) {
          return piece.replication;
        }
      }
      return 0;
    }

    @Override
    public Replicas lockedAskedReplicas() {
      return Replicas.of(holders(asked).stream().map(Box::storage).toList(), hot);
    }

    @Override
    public boolean lockedAskedFits(DatanodeDescriptor node, StorageType type) {
      return true;
    }

    @Override
    public boolean lockedNeighbourIsOn(Collection<? extends DatanodeInfo> nodes) {
      List<Piece> pieces = splits.get(asked.split);
      Piece next = pieces.get((pieces.indexOf(asked) + 1) % pieces.size());
      Set<DatanodeInfo> there = new HashSet<>();
      next.known.forEach(box -> there.add(box.node));
      return there.equals(new HashSet<>(nodes));
    }

    @Override
    public boolean mend(long folder, Homes homes, Pace pace) {
      Folder known = new ModelFolder((int) folder);
      boolean together = true;
      for (Piece piece : splits.get((int) folder)) {
        List<StorageType> types = Collections.nCopies(piece.replication, StorageType.DISK);
        Set<DatanodeDescriptor> home = homes.of(known, known.blocks(), types).nodes().keySet();
        Set<DatanodeDescriptor> on = new HashSet<>();
        holders(piece).forEach(box -> on.add(box.node));
        if (!home.isEmpty() && !on.equals(home)) {
          together = false;
          check(piece);
        }
      }
      return together;
    }

    @Override
    public boolean isRunning() {
      return true;
    }
  }

  private final class ModelFolder implements Folders.Folder {
    private final int split;

    ModelFolder(int split) {
      this.split = split;
    }

    @Override
    public long id() {
      return split;
    }

    @Override
    public String group() {
      return groups.get(split);
    }

    @Override
    public SplitBlocks blocks() {
      SplitBlocks blocks = new SplitBlocks(split);
      for (Piece piece : splits.get(split)) {
        holders(piece).forEach(box -> blocks.add(box.node, StorageType.DISK, BYTES));
      }
      return blocks;
    }
  }

  /** Nodes in service that hold a block which they needn't delete. */
  static Set<Box> holders(Piece piece) {
    Set<Box> boxes = new LinkedHashSet<>();
    for (Box box : piece.known) {
      if (box.serves() && !piece.excess.contains(box)) {
        boxes.add(box);
      }
    }
    return boxes;
  }

  static String path(Piece piece) {
    return "/" + piece.split + "/" + piece.file + "-c.col";
  }

  Box box(DatanodeStorageInfo storage) {
    for (Box box : boxes) {
      if (box.node.equals(storage.getDatanodeDescriptor())) {
        return box;
      }
    }
    throw new AssertionError(storage);
  }

  Box any(boolean live) {
    List<Box> some = boxes.stream().filter(box -> box.isLive() == live).toList();
    return some.isEmpty() ? null : some.get(random.nextInt(some.size()));
  }

  interface Step {
    void of(Piece piece);
  }

  void all(Step step) {
    List<Piece> pieces = new ArrayList<>();
    splits.forEach(pieces::addAll);
    Collections.shuffle(pieces, random);
    pieces.forEach(step::of);
  }

  /** Does a part of a random pending task. */
  void step() {
    now++;
    switch (random.nextInt(5)) {
      case 0 -> schedule();
      case 1 -> land();
      case 2 -> hear();
      case 3 -> delete();
      default -> {
        List<Piece> again = List.copyOf(postponed);
        postponed.clear();
        again.forEach(this::check);
        look();
      }
    }
  }

  private void look() {
    try {
      watcher.look((folder, pace) -> policy.mend(files, folder, pace));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void schedule() {
    List<Piece> some = new ArrayList<>(needed);
    Collections.shuffle(some, random);
    for (Piece piece : some.subList(0, Math.min(some.size(), 3))) {
      if (!needs(piece)) {
        needed.remove(piece);
        continue;
      }
      copy(piece);
    }
  }

  private void copy(Piece piece) {
    List<DatanodeStorageInfo> live = new ArrayList<>();
    holders(piece).forEach(box -> live.add(box.storage()));
    boolean enough = live.size() >= piece.replication;
    int more =
        enough
            ? status(piece, List.of()).getAdditionalReplicasRequired()
            : piece.replication - live.size() - piece.pending.size();
    Box from = piece.known.stream().filter(Box::isLive).findFirst().orElse(null);
    if (from == null || more <= 0) {
      return;
    }
    Set<Node> excluded = new HashSet<>();
    piece.known.forEach(box -> excluded.add(box.node));
    piece.pending.forEach(box -> excluded.add(box.node));
    DatanodeStorageInfo[] targets =
        policy.chooseTarget(path(piece), more, from.node, live, false, excluded, BYTES, hot, null);
    List<Box> to = new ArrayList<>();
    for (DatanodeStorageInfo target : targets) {
      to.add(box(target));
    }
    if (enough) {
      BlockPlacementStatus then = status(piece, to);
      if (!then.isPlacementPolicySatisfied() && then.getAdditionalReplicasRequired() >= more) {
        return;
      }
    }
    for (Box box : to) {
      piece.pending.add(box);
      copies.add(new Task(piece, box, null));
    }
  }

  private void land() {
    if (!copies.isEmpty()) {
      Task copy = copies.remove(random.nextInt(copies.size()));
      copy.piece().pending.remove(copy.box());
      copy.box().disk.add(copy.piece());
      copy.piece().known.add(copy.box());
      check(copy.piece(), copy.from() == null ? null : copy.box(), copy.from());
    }
  }

  private void hear() {
    Box box = any(true);
    for (int i = 0; box != null && i < 3 && !box.unreported.isEmpty(); i++) {
      add(box.unreported.remove(box.unreported.size() - 1), box);
    }
  }

  private void delete() {
    if (!deletions.isEmpty()) {
      Task deletion = deletions.remove(random.nextInt(deletions.size()));
      Piece piece = deletion.piece();
      piece.excess.remove(deletion.box());
      piece.known.remove(deletion.box());
      deletion.box().disk.remove(piece);
      check(piece);
    }
  }

  private void add(Piece piece, Box box) {
    piece.known.add(box);
    check(piece);
  }

  void check(Piece piece) {
    check(piece, null, null);
  }

  void check(Piece piece, Box added, Box from) {
    if (needs(piece)) {
      needed.add(piece);
    } else {
      needed.remove(piece);
    }
    Set<Box> holders = holders(piece);
    if (holders.size() <= piece.replication) {
      return;
    }
    for (Box box : holders) {
      if (!box.unreported.isEmpty()) {
        postponed.add(piece);
        return;
      }
    }
    Collection<DatanodeStorageInfo> replicas = new ArrayList<>();
    List<StorageType> types = new ArrayList<>();
    holders.forEach(box -> replicas.add(box.storage()));
    holders.stream().skip(piece.replication).forEach(box -> types.add(StorageType.DISK));
    asked = piece;
    for (DatanodeStorageInfo excess :
        policy.chooseReplicasToDelete(
            replicas,
            replicas,
            piece.replication,
            types,
            added == null ? null : added.node,
            from == null ? null : from.node)) {
      piece.excess.add(box(excess));
      deletions.add(new Task(piece, box(excess), null));
    }
  }

  private boolean needs(Piece piece) {
    int there = holders(piece).size() + piece.pending.size();
    return there < piece.replication
        || (piece.pending.isEmpty() && !status(piece, List.of()).isPlacementPolicySatisfied());
  }

  private BlockPlacementStatus status(Piece piece, List<Box> more) {
    List<DatanodeInfo> nodes = new ArrayList<>();
    more.forEach(box -> nodes.add(box.node));
    piece.known.stream().filter(Box::serves).forEach(box -> nodes.add(box.node));
    asked = piece;
    return policy.verifyBlockPlacement(nodes.toArray(DatanodeInfo[]::new), piece.replication);
  }

  /**
   * Lets all that is under way come to its end.
   *
   * @return null, or what goes on for ever
   */
  String settle() {
    for (int i = 0; i < 60_000; i++) {
      step();
      boolean quiet =
          copies.isEmpty()
              && deletions.isEmpty()
              && postponed.isEmpty()
              && needed.isEmpty()
              && watcher.size() == 0
              && boxes.stream().allMatch(box -> !box.isLive() || box.unreported.isEmpty());
      if (quiet) {
        return null;
      }
    }
    return copies.size()
        + " copies, "
        + deletions.size()
        + " deletions, "
        + postponed.size()
        + " postponed, "
        + needed.size()
        + " needed, "
        + watcher.size()
        + " watched: "
        + apart();
  }

  /**
   * The splits whose blocks are not all on the same nodes, and as many as they should be; and the
   * groups' keys for which the nodes of one split aren't those of another with as many replicas, or
   * among those of one with more.
   */
  List<String> apart() {
    List<String> apart = new ArrayList<>();
    Map<String, Set<Set<Box>>> ofKeys = new TreeMap<>();
    for (int i = 0; i < splits.size(); i++) {
      if (groups.get(i) != null) {
        Set<Set<Box>> sets = ofKeys.computeIfAbsent(groups.get(i), key -> new HashSet<>());
        splits.get(i).forEach(piece -> sets.add(holders(piece)));
      }
    }
    ofKeys.forEach(
        (key, sets) -> {
          List<Set<Box>> chain = sets.stream().sorted(Comparator.comparingInt(Set::size)).toList();
          for (int i = 1; i < chain.size(); i++) {
            boolean within = chain.get(i).containsAll(chain.get(i - 1));
            if (!within || chain.get(i).size() == chain.get(i - 1).size()) {
              apart.add(key + " " + chain);
            }
          }
        });
    for (List<Piece> pieces : splits) {
      Set<String> sets = new TreeSet<>();
      boolean full = true;
      for (Piece piece : pieces) {
        Set<String> set = new TreeSet<>();
        holders(piece).forEach(box -> set.add(box.toString()));
        sets.add(set.toString());
        full &= set.size() == piece.replication;
      }
      if (sets.size() != 1 || !full) {
        apart.add(splits.indexOf(pieces) + " " + sets);
      }
    }
    return apart;
  }
}
