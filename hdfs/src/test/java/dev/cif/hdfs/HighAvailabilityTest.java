package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.WriteOptions;
import dev.cif.hdfs.cluster.OnCluster;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Two NameNodes with the policy, of which each takes over from the other, and an observer. */
@OnCluster
@Tag("nightly")
class HighAvailabilityTest {
  private static final int BUCKETS = 4;

  @TempDir static java.nio.file.Path folder;
  private static Racks racks;
  private static LogCapturer log;
  private Path table;

  @BeforeAll
  static void start() throws Exception {
    log = LogCapturer.captureLogs(LoggerFactory.getLogger("dev.cif.hdfs"));
    racks = Racks.startHighlyAvailable(folder);
  }

  @AfterAll
  static void stop() {
    racks.close();
    log.stopCapturing();
  }

  @BeforeEach
  void name(TestInfo test) {
    table = new Path("/" + test.getTestMethod().orElseThrow().getName());
  }

  @AfterEach
  void expectNoFailureOfThePolicy() throws Exception {
    awaitStandbyThatWatchesNothing();
    expectIdleStandby();
    expectIdle(observerBlocks());
    assertEquals(0, policy(observerBlocks()).watched());
    assertEquals("", log.getOutput());
  }

  private static void awaitStandbyThatWatchesNothing() throws Exception {
    racks.await(
        () -> policy(racks.standbyBlocks()).watched() == 0, "a standby that watches no split");
  }

  private static ColumnPlacementPolicy policy(BlockManager blocks) {
    return (ColumnPlacementPolicy) blocks.getBlockPlacementPolicy();
  }

  private static BlockManager observerBlocks() {
    return racks.cluster.getNamesystem(Racks.OBSERVER).getBlockManager();
  }

  private static void expectIdleStandby() {
    expectIdle(racks.standbyBlocks());
  }

  /** It has nothing to copy or to delete. */
  private static void expectIdle(BlockManager blocks) {
    BlockManagerTestUtil.updateState(blocks);
    List<Long> work =
        List.of(
            blocks.getLowRedundancyBlocksCount(),
            blocks.getPendingReconstructionBlocksCount(),
            blocks.getExcessBlocksCount(),
            blocks.getPendingDeletionBlocksCount(),
            blocks.getPostponedMisreplicatedBlocksCount());
    assertEquals(Set.of(0L), new HashSet<>(work), work.toString());
  }

  private static void awaitTogether(List<Path> splits) throws Exception {
    for (Path split : splits) {
      racks.await(
          () -> {
            expectIdleStandby();
            Set<Set<String>> sets = racks.nodeSets(split);
            return sets.size() == 1 && sets.iterator().next().size() == Racks.REPLICATION;
          },
          split);
    }
  }

  @Test
  void splitWrittenBeforeAndAfter_isTogether() throws Exception {
    racks.write(new Path(table, "0-c.col"), 2 * Racks.BLOCK);
    racks.awaitReplicas(table, Racks.REPLICATION);
    List<FSDataOutputStream> open = new ArrayList<>();
    for (int i = 1; i < 4; i++) {
      open.add(racks.fs().create(new Path(table, i + "-c.col")));
      open.get(i - 1).write(new byte[2 * Racks.BLOCK + 10]);
      open.get(i - 1).hflush();
    }
    racks.failOver(new Path(table, "0-c.col"));
    for (FSDataOutputStream out : open) {
      out.write(new byte[2 * Racks.BLOCK]);
      out.close();
    }
    racks.write(new Path(table, "schema.cif"), 10);
    racks.awaitReplicas(table, Racks.REPLICATION);
    racks.together(table);
  }

  @Test
  void columnAddedAfterAStop_andAfterFailingBack_isWhereTheSplitIs() throws Exception {
    Path split = racks.writeSplits(table, 1).get(0);
    Set<String> before = racks.together(split);
    racks.failOverFromStopped(table);
    racks.addColumn(split);
    assertEquals(before, racks.together(split));
    racks.restartStopped();
    racks.failOver(table);
    racks.write(new Path(split, "9-later.col"), 2 * Racks.BLOCK);
    racks.awaitReplicas(split, Racks.REPLICATION);
    assertEquals(before, racks.together(split));
  }

  @Test
  void nodeThatDiesAfterwards_oneTakesItsPlaceForAllFiles_alsoAfterFailingBack() throws Exception {
    List<Path> splits = new ArrayList<>();
    Map<String, Integer> splitsOfNode = new TreeMap<>();
    for (int i = 0; i < 12; i++) {
      Path split = new Path(table, "" + i);
      splits.add(split);
      for (int file = 0; file < 3; file++) {
        racks.write(new Path(split, file + "-c.col"), 10);
      }
      racks.awaitReplicas(split, Racks.REPLICATION);
      racks.together(split).forEach(node -> splitsOfNode.merge(node, 1, Integer::sum));
    }
    String dead = Collections.max(splitsOfNode.entrySet(), Map.Entry.comparingByValue()).getKey();

    racks.failOver(table);
    DataNodeProperties stopped = racks.kill(dead);
    awaitTogether(splits);

    racks.failOver(table);
    for (Path split : splits) {
      Path file = new Path(split, "9-later.col");
      assertEquals(
          racks.together(split), racks.choose(file, Set.of()), "of before is nothing left");
      racks.write(file, 10);
    }
    assertTrue(racks.cluster.restartDataNode(stopped, true));
    racks.await(() -> racks.node(dead).isAlive(), dead);
    awaitReportsOfAll();
    racks.awaitQuiet();
    awaitTogether(splits);
  }

  @Test
  void splitThatIsApart_isLeftToWhoTakesOver() throws Exception {
    Path split = racks.writeSplits(table, 1).get(0);
    Set<String> home = racks.together(split);
    // A node whose heartbeats aren't heard can't be told to copy.
    for (DataNode node : racks.cluster.getDataNodes()) {
      racks.heartbeats(node, false);
    }
    try {
      racks.writeElsewhere(new Path(split, "9-off.col"), home);
      assertTrue(racks.policy().watched() > 0, "it is seen");
      racks.failOver(table);
      awaitStandbyThatWatchesNothing();
      assertNotEquals(Set.of(home), racks.nodeSets(split));
    } finally {
      for (DataNode node : racks.cluster.getDataNodes()) {
        racks.heartbeats(node, true);
      }
    }
    awaitReportsOfAll();
    awaitTogether(List.of(split));
    assertEquals(home, racks.together(split));
  }

  @Test
  void activeThatIsTakenOverFromUnawares_isNotObeyed_andNothingStaysApart() throws Exception {
    List<Path> splits = racks.writeSplits(new Path(table, "closed"), 3);
    Path open = new Path(table, "open");
    racks.write(new Path(open, "0-c.col"), 2 * Racks.BLOCK);
    FSDataOutputStream out = racks.fs().create(new Path(open, "1-c.col"));
    out.write(new byte[2 * Racks.BLOCK + 10]);
    out.hflush();
    Set<String> pipeline = racks.nodesOfLastBlock(new Path(open, "1-c.col"));

    racks.takeOver(splits.get(0).getParent());
    Set<String> nodes = new HashSet<>();
    for (Path split : splits) {
      nodes.addAll(racks.together(split));
    }
    // The writer would call the NameNode that it knows.
    nodes.removeAll(pipeline);
    String dead = nodes.iterator().next();
    DataNodeProperties stopped = racks.kill(dead);
    for (Path split : splits) {
      racks.awaitTogether(split, Racks.REPLICATION);
    }
    racks.endTakenOver();

    out.write(new byte[2 * Racks.BLOCK]);
    out.close();
    racks.awaitTogether(open, Racks.REPLICATION);
    racks.restartStopped();
    assertTrue(racks.cluster.restartDataNode(stopped, true));
    racks.await(() -> racks.node(dead).isAlive(), dead);
    awaitReportsOfAll();
    racks.awaitQuiet();
    splits.add(open);
    awaitTogether(splits);
  }

  @Test
  void observer_showsSplitsTogether_alsoAColumnThatWasAddedThroughIt() throws Exception {
    Path split = racks.writeSplits(table, 1).get(0);
    Set<String> before = racks.together(split);
    try (DistributedFileSystem observed = racks.observed()) {
      Path column = new Path(split, "9-later.col");
      try (FSDataOutputStream out = observed.create(column)) {
        out.write(new byte[2 * Racks.BLOCK]);
      }
      racks.awaitReplicas(split, Racks.REPLICATION);
      assertEquals(before, racks.together(split));
      racks.await(
          () ->
              Set.of(before).equals(Racks.nodeSetsOfFile(observed, column))
                  && HATestUtil.isSentToAnyOfNameNodes(observed, racks.cluster, Racks.OBSERVER),
          "an observer that knows where it is");
    }
  }

  /** Until then HDFS deletes nothing that was there when a NameNode took over. */
  private static void awaitReportsOfAll() throws Exception {
    racks.cluster.triggerHeartbeats();
    racks.cluster.triggerBlockReports();
  }

  @Test
  void tablesOfOneGroup_writtenUnderOneNameNodeEach_shareNodes() throws Exception {
    WriteOptions options = WriteOptions.DEFAULT.withGroup("orders");
    Set<Set<String>> all = new HashSet<>();
    for (String name : List.of("a", "b")) {
      for (int bucket = 0; bucket < BUCKETS; bucket++) {
        racks.writeSplit(new Path(table, name + "/" + bucket), options.ofPart(bucket));
      }
      for (int bucket = 0; bucket < BUCKETS; bucket++) {
        Path split = new Path(table, name + "/" + bucket);
        racks.awaitReplicas(split, Racks.REPLICATION);
        Set<String> nodes = racks.together(split);
        assertEquals(racks.together(new Path(table, "a/" + bucket)), nodes, split.toString());
        all.add(nodes);
      }
      racks.failOver(table);
    }
    assertTrue(all.size() > 1, "buckets are spread: " + all);
  }
}
