package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.junit.jupiter.api.Test;

class MovesTest {
  private static final int REPLICATION = 2;

  private final DatanodeDescriptor full = node("full", "/a", 80);
  private final DatanodeDescriptor other = node("other", "/b", 50);
  private final DatanodeDescriptor empty = node("empty", "/a", 20);
  private final AtomicLong now = new AtomicLong();
  private final Moves moves = new Moves(now::get);

  private static DatanodeDescriptor node(String name, String rack, long used) {
    DatanodeDescriptor node = DFSTestUtil.getDatanodeDescriptor("1.2.3.4", rack, name);
    node.setCapacity(100);
    node.setDfsUsed(used);
    node.setAlive(true);
    return node;
  }

  private SplitBlocks split(long folder, long bytes) {
    SplitBlocks split = new SplitBlocks(folder);
    for (int block = 0; block < 4; block++) {
      split.add(full, StorageType.DISK, bytes / 4);
      split.add(other, StorageType.DISK, bytes / 4);
    }
    split.add(empty, StorageType.DISK, bytes / 4);
    return split;
  }

  private List<DatanodeDescriptor> home(SplitBlocks split) {
    return split
        .home(Collections.nCopies(REPLICATION, StorageType.DISK), 1)
        .nodes()
        .keySet()
        .stream()
        .sorted(Comparator.comparing(DatanodeDescriptor::getHostName))
        .toList();
  }

  @Test
  void begin_fromFullToEmpty_theSplitBelongsOnTheEmptyNode() {
    SplitBlocks split = split(1, 20);
    assertEquals(List.of(full, other), home(split(1, 20)));
    assertTrue(moves.begin(split, full, empty));
    assertEquals(List.of(empty, other), home(split));
    SplitBlocks again = split(1, 20);
    moves.apply(again);
    assertEquals(List.of(empty, other), home(again));
  }

  @Test
  void begin_whereTheTakerWouldBeFuller_isRefused() {
    assertFalse(moves.begin(split(1, 64), full, empty));
    assertFalse(moves.begin(split(1, 4), empty, full));
  }

  @Test
  void begin_withOthersOnTheirWay_theirsIsCounted() {
    assertTrue(moves.begin(split(1, 20), full, empty));
    assertFalse(moves.begin(split(1, 4), full, empty), "it is on its way already");
    assertFalse(moves.begin(split(2, 24), full, empty), "60 and 40 come to 36 and 64");
    assertTrue(moves.begin(split(3, 8), full, empty));
  }

  @Test
  void apply_afterAnHour_orWithTheTakerGone_endsTheMove() {
    assertTrue(moves.begin(split(1, 20), full, empty));
    now.addAndGet(3_600_000);
    SplitBlocks late = split(1, 20);
    moves.apply(late);
    assertEquals(List.of(full, other), home(late));
    assertTrue(moves.begin(split(2, 20), full, empty));
    empty.setAlive(false);
    SplitBlocks left = split(2, 20);
    moves.apply(left);
    assertEquals(List.of(full, other), home(left));
  }

  @Test
  void apply_nothingLeftOnTheGiver_isDone_andCountedUntilNodesHaveTold() {
    assertTrue(moves.begin(split(1, 20), full, empty));
    SplitBlocks moved = new SplitBlocks(1);
    moved.add(other, StorageType.DISK, 20);
    moved.add(empty, StorageType.DISK, 20);
    moves.apply(moved);
    assertEquals(List.of(empty, other), home(moved));
    assertFalse(moves.begin(split(2, 24), full, empty));
    now.addAndGet(30_000);
    assertTrue(moves.begin(split(2, 24), full, empty), "they have told nothing of it here");
  }
}
