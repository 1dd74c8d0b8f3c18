package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.cif.hdfs.cluster.OnCluster;
import dev.cif.hdfs.cluster.Tiers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.server.mover.MoverRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Nodes of which some have disks, some SSDs, and some both; columns with storage policies. */
@OnCluster
class TiersTest {
  private static final int SPLITS = 3;
  private static final long CAPACITY = 1L << 30;
  private static final int COLUMNS = 6;
  private static final int BLOCKS = 3;

  @TempDir static java.nio.file.Path folder;
  private static Racks racks;
  private static TieredSplits tiered;
  private Path table;

  @BeforeAll
  static void start() throws Exception {
    racks = Racks.startMixed(folder, CAPACITY, TieredSplits.MIXED);
    tiered = new TieredSplits(racks);
  }

  @AfterAll
  static void stop() {
    racks.close();
  }

  @BeforeEach
  void name(TestInfo test) {
    table = new Path("/" + test.getTestMethod().orElseThrow().getName());
  }

  @Test
  void write_columnsOfTwoTiers_eachTierIsTogether_andSoAreColumnsThatAreAddedLate()
      throws Exception {
    for (Path split : tiered.write(table, SPLITS, COLUMNS, BLOCKS)) {
      Set<String> ssds = tiered.nodes(split, StorageType.SSD);
      Set<String> disks = tiered.nodes(split, StorageType.DISK);
      Fields.set(racks.policy(), "remembered", new RememberedNodes(100, 1_000, () -> 0));
      tiered.writeColumn(new Path(split, "8-late.col"), "HOT", BLOCKS);
      tiered.writeColumn(new Path(split, "9-late.col"), "ALL_SSD", BLOCKS);
      racks.awaitReplicas(split, Racks.REPLICATION);
      assertEquals(ssds, tiered.nodes(split, StorageType.SSD));
      assertEquals(disks, tiered.nodes(split, StorageType.DISK));
    }
  }

  @Tag("nightly")
  @Test
  void mover_toSsdsOfOtherNodes_eachTierIsTogether() throws Exception {
    Path column = new Path(table, "column");
    Path whole = new Path(table, "whole");
    Path one = new Path(table, "one");
    List<Path> splits = racks.writeSplits(column, SPLITS);
    List<Set<String>> before = new ArrayList<>();
    for (Path split : splits) {
      before.add(racks.together(split));
      racks.fs().setStoragePolicy(new Path(split, "3-content.col"), "ALL_SSD");
    }
    List<Path> wholes = racks.writeSplits(whole, SPLITS);
    racks.fs().setStoragePolicy(whole, "ALL_SSD");
    List<Path> ones = racks.writeSplits(one, SPLITS);
    racks.fs().setStoragePolicy(one, "ONE_SSD");

    assertEquals(0, MoverRun.run(racks.cluster.getURI(), table, racks.cluster.getConfiguration(0)));
    racks.awaitQuiet();
    for (int i = 0; i < SPLITS; i++) {
      Path split = splits.get(i);
      tiered.awaitTogether(split, StorageType.SSD, StorageType.DISK);
      assertEquals(
          Set.of(StorageType.SSD), Tiers.types(racks.fs(), new Path(split, "3-content.col")));
      assertEquals(Set.of(StorageType.DISK), Tiers.types(racks.fs(), new Path(split, "2-url.col")));
      assertEquals(
          before.get(i), tiered.nodes(split, StorageType.DISK), "nothing else had to move");
      racks.awaitTogether(wholes.get(i), Racks.REPLICATION);
      assertEquals(Set.of(), tiered.nodeSets(wholes.get(i), StorageType.DISK));
      for (FileStatus file : racks.fs().listStatus(ones.get(i))) {
        for (BlockLocation block : racks.fs().getFileBlockLocations(file, 0, Long.MAX_VALUE)) {
          List<StorageType> on = new ArrayList<>(List.of(block.getStorageTypes()));
          on.sort(null);
          assertEquals(List.of(StorageType.SSD, StorageType.DISK, StorageType.DISK), on);
        }
      }
    }
  }

  @Test
  void deadNode_ofATier_isReplacedWithinTheTier_andComesBack() throws Exception {
    List<Path> splits = tiered.write(table, SPLITS, COLUMNS, BLOCKS);
    Set<String> ssds = tiered.nodes(splits.get(0), StorageType.SSD);
    Set<String> disks = tiered.nodes(splits.get(0), StorageType.DISK);
    String dead = ssds.iterator().next();
    DataNodeProperties stopped = racks.kill(dead);
    for (Path split : splits) {
      tiered.awaitTogether(split, StorageType.SSD, StorageType.DISK);
      tiered.expectTypes(split, COLUMNS);
    }
    Set<String> repaired = tiered.nodes(splits.get(0), StorageType.SSD);
    assertFalse(repaired.contains(dead));
    ssds.removeAll(repaired);
    assertEquals(Set.of(dead), ssds, "the others stay");
    if (!disks.contains(dead)) {
      assertEquals(disks, tiered.nodes(splits.get(0), StorageType.DISK));
    }
    racks.cluster.restartDataNode(stopped, true);
    racks.awaitQuiet();
    for (Path split : splits) {
      tiered.awaitTogether(split, StorageType.SSD, StorageType.DISK);
    }
  }

  @Test
  void oneSsd_isWrittenTogether_andTogetherAgainAfterItsNodeDied() throws Exception {
    Path split = new Path(table, "s");
    for (int column = 1; column <= COLUMNS; column++) {
      tiered.writeColumn(TieredSplits.column(split, column), "ONE_SSD", BLOCKS);
    }
    tiered.awaitTogether(split, StorageType.SSD, 1);
    tiered.awaitTogether(split, StorageType.DISK, Racks.REPLICATION - 1);
    Set<Set<String>> disks = tiered.nodeSets(split, StorageType.DISK);
    String dead = tiered.nodeSets(split, StorageType.SSD).iterator().next().iterator().next();
    DataNodeProperties stopped = racks.kill(dead);
    tiered.awaitTogether(split, StorageType.SSD, 1);
    assertFalse(tiered.nodeSets(split, StorageType.SSD).contains(Set.of(dead)));
    tiered.awaitTogether(split, StorageType.DISK, Racks.REPLICATION - 1);
    assertEquals(disks, tiered.nodeSets(split, StorageType.DISK), "the others stay");
    racks.cluster.restartDataNode(stopped, true);
    racks.awaitQuiet();
  }

  @Test
  void group_columnsOfTwoTiers_areOnTheKeysNodesOfEachTier() throws Exception {
    Set<Set<String>> ssds = new HashSet<>();
    Set<Set<String>> disks = new HashSet<>();
    for (String name : List.of("a", "b")) {
      Path split = new Path(table, name);
      racks.makeFolder(split, "tiered/7");
      tiered.writeColumn(new Path(split, "1-c.col"), "HOT", BLOCKS);
      tiered.writeColumn(new Path(split, "2-c.col"), "ALL_SSD", BLOCKS);
      tiered.awaitTogether(split, StorageType.SSD, StorageType.DISK);
      ssds.add(tiered.nodes(split, StorageType.SSD));
      disks.add(tiered.nodes(split, StorageType.DISK));
    }
    assertEquals(1, ssds.size(), ssds.toString());
    assertEquals(1, disks.size(), disks.toString());
  }
}
