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
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/** A NameNode whose copies, deletions and reports are under way for as long as chance has it. */
class ModelNameNode extends MadeUpBlockManager<Piece> {
  static final long BYTES = 1 << 20;

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
  private GroupNodes nodesOfGroups;

  /**
   * @param seed of all that chance decides
   */
  ModelNameNode(long seed) throws ReflectiveOperationException {
    super(new Random(seed));
    Fields.seed(topology, seed);
    startNameNode();
  }

  void startNameNode() throws ReflectiveOperationException {
    ColumnPlacementPolicy ours = new ColumnPlacementPolicy(this);
    ours.initialize(conf, MadeUpNodes.stats(), topology, null);
    watcher = new SplitWatcher(100, 10, () -> now, false, millis -> {});
    Fields.set(ours, "watcher", watcher);
    Fields.set(ours, "draws", new TwoChoices(random::nextInt));
    nodesOfGroups =
        new GroupNodes(100, 0, () -> now, known -> watcher.watchAll(nodesOfGroups::seen));
    Fields.set(ours, "groups", nodesOfGroups);
    policy = ours;
  }

  @Override
  int split(Piece piece) {
    return piece.split;
  }

  @Override
  int file(Piece piece) {
    return piece.file;
  }

  @Override
  List<Piece> blocks(int split) {
    return splits.get(split);
  }

  @Override
  String group(int split) {
    return groups.get(split);
  }

  @Override
  int replication(Piece piece) {
    return piece.replication;
  }

  @Override
  long bytes() {
    return BYTES;
  }

  @Override
  public Collection<DatanodeDescriptor> nodes() {
    return nodes(boxes);
  }

  @Override
  public boolean lockedAskedFits(DatanodeDescriptor node, StorageType type) {
    return true;
  }

  private static List<DatanodeDescriptor> nodes(Collection<Box> boxes) {
    return boxes.stream().map(box -> box.node).toList();
  }

  @Override
  Collection<DatanodeDescriptor> known(Piece piece) {
    return nodes(piece.known);
  }

  @Override
  Collection<DatanodeDescriptor> holders(Piece piece) {
    return nodes(boxes(piece));
  }

  @Override
  Collection<DatanodeDescriptor> pending(Piece piece) {
    return nodes(piece.pending);
  }

  /** Nodes in service that hold a block which they needn't delete. */
  static Set<Box> boxes(Piece piece) {
    Set<Box> boxes = new LinkedHashSet<>();
    for (Box box : piece.known) {
      if (box.serves() && !piece.excess.contains(box)) {
        boxes.add(box);
      }
    }
    return boxes;
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
    for (DatanodeStorageInfo target : chooseCopies(piece)) {
      Box box = box(target);
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

  @Override
  void check(Piece piece) {
    check(piece, null, null);
  }

  void check(Piece piece, Box added, Box from) {
    if (needs(piece)) {
      needed.add(piece);
    } else {
      needed.remove(piece);
    }
    Set<Box> holders = boxes(piece);
    if (holders.size() <= piece.replication) {
      return;
    }
    if (holders.stream().anyMatch(box -> !box.unreported.isEmpty())) {
      postponed.add(piece);
      return;
    }
    for (DatanodeStorageInfo excess :
        excess(piece, added == null ? null : added.node, from == null ? null : from.node)) {
      piece.excess.add(box(excess));
      deletions.add(new Task(piece, box(excess), null));
    }
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
        splits.get(i).forEach(piece -> sets.add(boxes(piece)));
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
        boxes(piece).forEach(box -> set.add(box.toString()));
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
