package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.hdfs.cluster.OnCluster;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.slf4j.LoggerFactory;

/** Tests the places of new blocks while all DataNodes live. */
@OnCluster
class PlacementTest {
  private static Racks racks;
  private Path table;

  @BeforeAll
  static void start() throws Exception {
    racks = Racks.shared();
  }

  @AfterAll
  static void stop() throws Exception {
    Racks.release();
  }

  @BeforeEach
  void name(TestInfo test) {
    table = new Path("/" + test.getTestMethod().orElseThrow().getName());
  }

  private static void expectTwoRacks(Set<String> nodes) {
    Set<String> locations =
        nodes.stream().map(n -> racks.node(n).getNetworkLocation()).collect(Collectors.toSet());
    assertEquals(2, locations.size(), () -> nodes + " on " + locations);
  }

  @Test
  void splitWriter_blocksOfAllFiles_areTogetherOnTwoRacks() throws Exception {
    Set<Set<String>> sets = new HashSet<>();
    for (Path split : racks.writeSplits(table, 8)) {
      assertTrue(
          racks.fs().getFileBlockLocations(new Path(split, "3-content.col"), 0, 1 << 20).length
              > 2);
      Set<String> nodes = racks.together(split);
      assertEquals(Racks.REPLICATION, nodes.size());
      expectTwoRacks(nodes);
      sets.add(nodes);
    }
    assertTrue(sets.size() > 3, "splits are spread: " + sets);
  }

  @Test
  void otherNames_areSpread() throws Exception {
    for (String name : List.of("x.col", "-1.col", "1-a.cols", "schema.cif2", "a-1.col", "1.col")) {
      for (int i = 0; i < 3; i++) {
        racks.write(new Path(table, i + "/" + name), 10);
        racks.write(new Path(table, i + "/other"), 10);
      }
      assertFalse(SplitFileNames.matchesPath("/t/" + name), name);
    }
    Set<Set<String>> sets = new HashSet<>();
    for (int i = 0; i < 3; i++) {
      sets.addAll(racks.nodeSets(new Path(table, "" + i)));
    }
    assertTrue(sets.size() > 3, "as the default policy would: " + sets);
  }

  @Test
  void filesWrittenSideBySide_areTogether() throws Exception {
    List<OutputStream> files = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      files.add(racks.fs().create(new Path(table, i + "-c.col")));
    }
    List<Thread> writers = new ArrayList<>();
    for (OutputStream file : files) {
      writers.add(
          new Thread(
              () -> {
                try (file) {
                  file.write(new byte[3 * Racks.BLOCK]);
                } catch (java.io.IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              }));
    }
    writers.forEach(Thread::start);
    for (Thread writer : writers) {
      writer.join();
    }
    racks.awaitReplicas(table, Racks.REPLICATION);
    racks.together(table);
  }

  @Test
  void withNothingRemembered_theBlocksTellTheNodes() throws Exception {
    Object memory = Fields.set(racks.policy(), "remembered", new RememberedNodes(0, 0, () -> 0));
    try {
      for (int i = 0; i < 6; i++) {
        racks.write(new Path(table, i + "-c.col"), Racks.BLOCK);
        racks.awaitReplicas(table, Racks.REPLICATION);
      }
      racks.together(table);
    } finally {
      Fields.set(racks.policy(), "remembered", memory);
    }
  }

  @Test
  void renamedFolderAndRestartedNameNode_addedColumnIsWhereTheSplitIs() throws Exception {
    Path staging = new Path("/tmp/.hive-staging_1/_task_tmp.-ext-10000");
    List<Path> written = racks.writeSplits(staging, 3);
    racks.fs().mkdirs(table);
    List<Path> splits = new ArrayList<>();
    for (Path split : written) {
      splits.add(new Path(table, split.getName()));
      assertTrue(racks.fs().rename(split, splits.get(splits.size() - 1)));
    }
    // Others take the old names.
    racks.writeSplits(staging, 3);
    racks.restartNameNode();
    for (Path split : splits) {
      racks.awaitReplicas(split, Racks.REPLICATION);
      racks.addColumn(split);
      racks.together(split);
    }
  }

  @Test
  void replicationThatDiffersByFile_sharesNodes() throws Exception {
    Set<String> nodes = Set.of();
    for (short replication : new short[] {2, 5, 1, 3, 10}) {
      Path file = new Path(table, replication + "-c.col");
      try (OutputStream out = racks.fs().create(file, replication)) {
        out.write(1);
      }
      racks.await(
          () -> racks.nodeSetsOfFile(file).iterator().next().size() == Math.min(replication, 8),
          "as many replicas as there are nodes");
      Set<String> more = racks.nodeSetsOfFile(file).iterator().next();
      assertTrue(
          more.size() < nodes.size() ? nodes.containsAll(more) : more.containsAll(nodes),
          nodes + ", " + more);
      nodes = more.size() > nodes.size() ? more : nodes;
    }
  }

  @Test
  void favouredNodes_winOverTheSplits_untilTheFileIsClosed() throws Exception {
    racks.writeSplits(table, 1);
    Path split = new Path(table, "000000_0");
    Set<String> before = racks.together(split);
    List<DataNode> others =
        racks.cluster.getDataNodes().stream()
            .filter(node -> !before.contains(node.getDatanodeId().getHostName()))
            .toList();
    DataNode favoured = others.get(0);
    Path file = new Path(split, "9-favoured.col");
    InetSocketAddress[] addresses = {favoured.getXferAddress()};
    FsPermission permission = FsPermission.getFileDefault();
    try (FSDataOutputStream out =
        racks
            .fs()
            .create(
                file, permission, true, 4096, Racks.REPLICATION, Racks.BLOCK, null, addresses)) {
      out.write(1);
      out.hflush();
      // HDFS moves no block that is written; it may move this one as soon as the file is closed.
      Set<String> nodes = racks.nodesOfLastBlock(file);
      assertTrue(nodes.contains(favoured.getDatanodeId().getHostName()), nodes.toString());
      nodes.removeAll(before);
      assertEquals(1, nodes.size(), "the other replicas are where the split is");
    }
    racks.write(new Path(split, "10-next.col"), 10);
    racks.awaitReplicas(new Path(split, "10-next.col"), Racks.REPLICATION);
    assertEquals(Set.of(before), racks.nodeSetsOfFile(new Path(split, "10-next.col")));
    racks.awaitTogether(split, Racks.REPLICATION);
    assertEquals(before, racks.together(split), "what was elsewhere is mended");
  }

  @Test
  void fullNode_allFilesAfterwardsShareTheOneThatTakesItsPlace() throws Exception {
    racks.writeSplits(table, 1);
    Path split = new Path(table, "000000_0");
    Set<String> before = racks.together(split);
    String full = before.iterator().next();
    DataNode dataNode = racks.dataNode(full);
    Set<Set<String>> late = new HashSet<>();
    racks.heartbeats(dataNode, false);
    try {
      racks.fill(full);
      for (int i = 10; i < 15; i++) {
        racks.write(new Path(split, i + "-late.col"), 2 * Racks.BLOCK);
      }
      racks.awaitReplicas(split, Racks.REPLICATION);
      // When the node has room again, they are mended.
      for (int i = 10; i < 15; i++) {
        late.addAll(racks.nodeSetsOfFile(new Path(split, i + "-late.col")));
      }
    } finally {
      racks.heartbeats(dataNode, true);
    }
    assertEquals(1, late.size(), late.toString());
    Set<String> nodes = new HashSet<>(late.iterator().next());
    assertFalse(nodes.contains(full));
    nodes.removeAll(before);
    assertEquals(1, nodes.size(), "two of the split's nodes stay");
  }

  @Test
  void nodeThatAWriterExcludes_isNotGivenToItAgain() throws Exception {
    racks.write(new Path(table, "1-a.col"), 10);
    Set<String> before = racks.together(table);
    DatanodeDescriptor excluded = racks.node(before.iterator().next());
    Path file = new Path(table, "2-b.col");
    Set<String> chosen = racks.choose(file, Set.of(excluded));
    assertFalse(chosen.contains(excluded.getHostName()));
    assertEquals(Racks.REPLICATION, chosen.size());
    assertEquals(chosen, racks.choose(new Path(table, "3-c.col"), Set.of(excluded)));
    assertEquals(
        chosen, racks.choose(new Path(table, "4-d.col"), Set.of()), "nor to the next file");
  }

  @Test
  void erasureCodedFolder_isLeftAlone() throws Exception {
    racks.fs().mkdirs(table);
    racks.fs().enableErasureCodingPolicy("XOR-2-1-1024k");
    racks.fs().setErasureCodingPolicy(table, "XOR-2-1-1024k");
    for (int i = 0; i < 8; i++) {
      Path file = new Path(table, i + "-c.col");
      try (OutputStream out = racks.fs().create(file, true, 4096, (short) 3, 1 << 20)) {
        out.write(new byte[100_000]);
      }
    }
    Set<Set<String>> sets = racks.nodeSets(table);
    assertTrue(sets.size() > 1, sets.toString());
  }

  @Test
  void namesystemThatCannotBeRead_writesByTheDefaultPolicy_andWarnsOnce() throws Exception {
    Fields.set(racks.policy(), "warned", new AtomicBoolean());
    LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(ColumnPlacementPolicy.class));
    Object files = Fields.set(racks.policy(), "namespace", Fields.brokenNamespace());
    try {
      for (int i = 0; i < 8; i++) {
        racks.write(new Path(table, i + "-c.col"), 10);
      }
    } finally {
      Fields.set(racks.policy(), "namespace", files);
      log.stopCapturing();
    }
    assertEquals(1, StringUtils.countMatches(log.getOutput(), "said once"), log.getOutput());
    assertNotEquals(1, racks.nodeSets(table).size());
    racks.fs().setReplication(new Path(table, "1-c.col"), (short) 2);
    racks.await(
        () -> racks.nodeSetsOfFile(new Path(table, "1-c.col")).iterator().next().size() == 2,
        "one replica less");
  }
}
