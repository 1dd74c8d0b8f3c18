package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.cif.hdfs.cluster.OnCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.server.mover.MoverRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Nodes of which some have disks, some SSDs, and some both; columns with storage policies. */
@OnCluster
class TiersTest {
  private static final int SPLITS = 3;
  private static final long CAPACITY = 1L << 30;
  private static final StorageType[] DISKS = {StorageType.DISK, StorageType.DISK};
  private static final StorageType[] SSDS = {StorageType.SSD, StorageType.SSD};
  private static final StorageType[] BOTH = {StorageType.DISK, StorageType.SSD};

  @TempDir static java.nio.file.Path folder;
  private static Racks racks;
  private Path table;

  @BeforeAll
  static void start() throws Exception {
    racks = Racks.startMixed(folder, CAPACITY, DISKS, BOTH, SSDS, DISKS, BOTH, SSDS, BOTH, SSDS);
  }

  @AfterAll
  static void stop() {
    racks.close();
  }

  @BeforeEach
  void name(TestInfo test) {
    table = new Path("/" + test.getTestMethod().orElseThrow().getName());
  }

  /** The sets of nodes on which replicas of a type are, one for each block that has such. */
  private static Set<Set<String>> nodeSets(Path split, StorageType type) throws IOException {
    Set<Set<String>> sets = new HashSet<>();
    for (FileStatus file : racks.fs().listStatus(split)) {
      for (BlockLocation block : racks.fs().getFileBlockLocations(file, 0, Long.MAX_VALUE)) {
        Set<String> nodes = new TreeSet<>();
        for (int i = 0; i < block.getHosts().length; i++) {
          if (block.getStorageTypes()[i] == type) {
            nodes.add(block.getHosts()[i]);
          }
        }
        if (!nodes.isEmpty()) {
          sets.add(nodes);
        }
      }
    }
    return sets;
  }

  /** The types of storage that a column's blocks are on. */
  private static Set<StorageType> types(Path file) throws Exception {
    Set<StorageType> types = new TreeSet<>();
    for (BlockLocation block : racks.fs().getFileBlockLocations(file, 0, Long.MAX_VALUE)) {
      types.addAll(List.of(block.getStorageTypes()));
    }
    return types;
  }

  private static Set<String> nodes(Path split, StorageType type) throws Exception {
    Set<Set<String>> sets = nodeSets(split, type);
    assertEquals(1, sets.size(), split + " on " + type + ": " + sets);
    Set<String> nodes = sets.iterator().next();
    assertEquals(Racks.REPLICATION, nodes.size(), split + " on " + type);
    return nodes;
  }

  private static void awaitTogether(Path split, StorageType... types) throws Exception {
    for (StorageType type : types) {
      racks.await(
          () -> {
            Set<Set<String>> sets = nodeSets(split, type);
            return sets.size() == 1 && sets.iterator().next().size() == Racks.REPLICATION;
          },
          split + " on " + type);
    }
  }

  private static void writeColumn(Path column, String policy) throws Exception {
    racks.fs().create(column).close();
    racks.fs().setStoragePolicy(column, policy);
    try (var out = racks.fs().append(column)) {
      out.write(new byte[3 * Racks.BLOCK]);
    }
  }

  private List<Path> writeSplitsOfTwoTiers() throws Exception {
    List<Path> splits = new ArrayList<>();
    for (int i = 0; i < SPLITS; i++) {
      Path split = new Path(table, "00000" + i + "_0");
      splits.add(split);
      for (int file = 1; file <= 6; file++) {
        writeColumn(new Path(split, file + "-c.col"), file % 2 == 0 ? "ALL_SSD" : "HOT");
      }
      racks.awaitReplicas(split, Racks.REPLICATION);
    }
    return splits;
  }

  @Test
  void write_columnsOfTwoTiers_eachTierIsTogether_andSoAreColumnsThatAreAddedLate()
      throws Exception {
    for (Path split : writeSplitsOfTwoTiers()) {
      Set<String> ssds = nodes(split, StorageType.SSD);
      Set<String> disks = nodes(split, StorageType.DISK);
      Fields.set(racks.policy(), "remembered", new RememberedNodes(100, 1_000, () -> 0));
      writeColumn(new Path(split, "8-late.col"), "HOT");
      writeColumn(new Path(split, "9-late.col"), "ALL_SSD");
      racks.awaitReplicas(split, Racks.REPLICATION);
      assertEquals(ssds, nodes(split, StorageType.SSD));
      assertEquals(disks, nodes(split, StorageType.DISK));
    }
  }

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
      awaitTogether(split, StorageType.SSD, StorageType.DISK);
      assertEquals(Set.of(StorageType.SSD), types(new Path(split, "3-content.col")));
      assertEquals(Set.of(StorageType.DISK), types(new Path(split, "2-url.col")));
      assertEquals(before.get(i), nodes(split, StorageType.DISK), "nothing else had to move");
      racks.awaitTogether(wholes.get(i), Racks.REPLICATION);
      assertEquals(Set.of(), nodeSets(wholes.get(i), StorageType.DISK));
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
    List<Path> splits = writeSplitsOfTwoTiers();
    Set<String> ssds = nodes(splits.get(0), StorageType.SSD);
    Set<String> disks = nodes(splits.get(0), StorageType.DISK);
    String dead = ssds.iterator().next();
    DataNodeProperties stopped = racks.kill(dead);
    for (Path split : splits) {
      awaitTogether(split, StorageType.SSD, StorageType.DISK);
      for (int file = 1; file <= 6; file++) {
        Set<StorageType> expected = Set.of(file % 2 == 0 ? StorageType.SSD : StorageType.DISK);
        assertEquals(expected, types(new Path(split, file + "-c.col")));
      }
    }
    Set<String> repaired = nodes(splits.get(0), StorageType.SSD);
    assertFalse(repaired.contains(dead));
    ssds.removeAll(repaired);
    assertEquals(Set.of(dead), ssds, "the others stay");
    if (!disks.contains(dead)) {
      assertEquals(disks, nodes(splits.get(0), StorageType.DISK));
    }
    racks.cluster.restartDataNode(stopped, true);
    racks.awaitQuiet();
    for (Path split : splits) {
      awaitTogether(split, StorageType.SSD, StorageType.DISK);
    }
  }

  @Test
  void group_columnsOfTwoTiers_areOnTheKeysNodesOfEachTier() throws Exception {
    Set<Set<String>> ssds = new HashSet<>();
    Set<Set<String>> disks = new HashSet<>();
    for (String name : List.of("a", "b")) {
      Path split = new Path(table, name);
      racks.makeFolder(split, "tiered/7");
      writeColumn(new Path(split, "1-c.col"), "HOT");
      writeColumn(new Path(split, "2-c.col"), "ALL_SSD");
      awaitTogether(split, StorageType.SSD, StorageType.DISK);
      ssds.add(nodes(split, StorageType.SSD));
      disks.add(nodes(split, StorageType.DISK));
    }
    assertEquals(1, ssds.size(), ssds.toString());
    assertEquals(1, disks.size(), disks.toString());
  }
}
