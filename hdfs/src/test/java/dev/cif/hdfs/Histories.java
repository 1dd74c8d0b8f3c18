package dev.cif.hdfs;

import dev.cif.hdfs.ModelCluster.Box;
import dev.cif.hdfs.ModelCluster.Piece;
import dev.cif.hdfs.ModelCluster.Task;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.util.Time;

/** A small cluster to which anything may happen in any order. */
final class Histories extends ModelNameNode {
  private static final int RACKS = 4;
  private static final int MOST_NODES = 16;
  private static final int LEAST_NODES = 8;

  /**
   * @param seed of all that chance decides
   */
  Histories(long seed) throws ReflectiveOperationException {
    super(seed);
    for (int i = 0; i < LEAST_NODES + 2; i++) {
      addNode();
    }
  }

  void addNode() {
    if (boxes.size() == MOST_NODES) {
      return;
    }
    int i = boxes.size();
    DatanodeDescriptor node =
        new DatanodeDescriptor(
            new DatanodeID("10.0.0." + i, "n" + i, "uuid" + i, 1, 2, 3, 4), "/rack" + i % RACKS);
    BlockManagerTestUtil.updateStorage(node, new DatanodeStorage("s" + i));
    node.getStorageInfos()[0].setUtilizationForTesting(1L << 40, 0, 1L << 40, 0);
    node.setCapacity(1L << 40);
    node.setAlive(true);
    node.setLastUpdateMonotonic(Time.monotonicNow());
    topology.add(node);
    boxes.add(new Box(node));
  }

  void addSplit(int replication) {
    splits.add(new ArrayList<>());
    groups.add(random.nextInt(2) == 0 ? null : "group/" + random.nextInt(3));
    int columns = 1 + random.nextInt(6);
    for (int i = 0; i < columns; i++) {
      addFile(splits.size() - 1, replication);
    }
  }

  void addFile() {
    if (!splits.isEmpty()) {
      int split = random.nextInt(splits.size());
      addFile(split, splits.get(split).get(0).replication);
    }
  }

  private void addFile(int split, int replication) {
    int file = splits.get(split).size();
    for (int i = 0; i <= random.nextInt(2); i++) {
      Piece piece = new Piece(split, file, replication);
      DatanodeStorageInfo[] targets =
          choose(piece, replication, null, new ArrayList<>(), new HashSet<>());
      splits.get(split).add(piece);
      for (DatanodeStorageInfo target : targets) {
        Box box = box(target);
        box.disk.add(piece);
        piece.known.add(box);
      }
      check(piece);
    }
  }

  private long serving() {
    return boxes.stream().filter(Box::serves).count();
  }

  void kill() {
    Box box = any(true);
    if (box == null || serving() <= LEAST_NODES || losesAnything(box)) {
      return;
    }
    box.node.setAlive(false);
    topology.remove(box.node);
    box.unreported.clear();
    copies.removeIf(copy -> copy.box() == box && forget(copy));
    deletions.removeIf(deletion -> deletion.box() == box);
    for (List<Piece> pieces : splits) {
      for (Piece piece : pieces) {
        piece.excess.remove(box);
        if (piece.known.remove(box)) {
          check(piece);
        }
      }
    }
  }

  private boolean forget(Task copy) {
    copy.piece().pending.remove(copy.box());
    needed.add(copy.piece());
    return true;
  }

  private boolean losesAnything(Box box) {
    for (List<Piece> pieces : splits) {
      for (Piece piece : pieces) {
        Set<Box> left = boxes(piece);
        left.remove(box);
        if (left.isEmpty()) {
          return true;
        }
      }
    }
    return false;
  }

  void comeBack() {
    Box box = any(false);
    if (box != null) {
      box.node.setAlive(true);
      topology.add(box.node);
      report(box);
    }
  }

  private void report(Box box) {
    box.unreported.clear();
    box.unreported.addAll(box.disk);
    Collections.shuffle(box.unreported, random);
  }

  /** The Balancer moves a block. */
  void move() {
    if (splits.isEmpty()) {
      return;
    }
    List<Piece> pieces = splits.get(random.nextInt(splits.size()));
    Piece piece = pieces.get(random.nextInt(pieces.size()));
    Box from = boxes(piece).stream().findFirst().orElse(null);
    Box to = any(true);
    if (from != null && to.serves() && !piece.known.contains(to) && !piece.pending.contains(to)) {
      copies.add(new Task(piece, to, from));
    }
  }

  void decommission() {
    Box box = any(true);
    if (box != null && box.serves() && serving() > LEAST_NODES) {
      box.node.setDecommissioned();
      all(this::check);
    }
  }

  void recommission() {
    for (Box box : boxes) {
      if (box.isLive() && !box.node.isInService()) {
        box.node.stopDecommission();
        all(this::check);
        return;
      }
    }
  }

  /** Nothing is known any more; nodes report one block after the other. */
  void restartNameNode() throws ReflectiveOperationException {
    startNameNode();
    needed.clear();
    postponed.clear();
    copies.clear();
    deletions.clear();
    all(
        piece -> {
          piece.known.clear();
          piece.excess.clear();
          piece.pending.clear();
        });
    boxes.stream().filter(Box::isLive).forEach(this::report);
    // It waits for one replica of each block.
    for (Box box : boxes) {
      if (box.isLive() && random.nextBoolean()) {
        while (!box.unreported.isEmpty()) {
          Piece piece = box.unreported.remove(box.unreported.size() - 1);
          piece.known.add(box);
        }
      }
    }
    all(
        piece -> {
          for (Box box : boxes) {
            if (piece.known.isEmpty() && box.unreported.remove(piece)) {
              piece.known.add(box);
            }
          }
        });
    all(this::check);
  }
}
