package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.hdfs.cluster.OnCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.util.Time;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/**
 * A NameNode whose administrator hasn't asked for {@code cif.placement.listen}: what the policy
 * then does, and what it leaves to HDFS (docs/HDFS.md, Listening).
 */
@OnCluster
@Tag("nightly")
class ListenTest {
  private static final int SPLITS = 4;

  @TempDir static java.nio.file.Path folder;
  private static Racks racks;
  private Path table;

  @BeforeAll
  static void start() throws Exception {
    racks = Racks.startDeaf(folder);
  }

  @AfterAll
  static void stop() {
    racks.close();
  }

  @BeforeEach
  void name(TestInfo test) {
    table = new Path("/" + test.getTestMethod().orElseThrow().getName());
  }

  private static void expectNothingReplaced() throws Exception {
    assertFalse(Fields.corruptBlocks(racks.blocks()) instanceof AskedBlocks);
    assertEquals(0, racks.policy().watched());
  }

  @Test
  void notAskedFor_splitsAreWrittenTogether_andColumnsAreAddedThere() throws Exception {
    List<Path> splits = racks.writeSplits(table, SPLITS);
    List<Set<String>> homes = new ArrayList<>();
    for (Path split : splits) {
      homes.add(racks.together(split));
      assertEquals(Racks.REPLICATION, homes.get(homes.size() - 1).size());
    }
    racks.restartNameNode();
    for (int i = 0; i < SPLITS; i++) {
      racks.awaitReplicas(splits.get(i), Racks.REPLICATION);
      racks.addColumn(splits.get(i));
      assertEquals(homes.get(i), racks.together(splits.get(i)));
    }
    expectNothingReplaced();
  }

  @Test
  void notAskedFor_whatADeadNodeHeld_isCopiedToOneNodeForAllFiles() throws Exception {
    List<Path> splits = racks.writeSplits(table, SPLITS);
    String dead = racks.together(splits.get(0)).iterator().next();
    DataNodeProperties stopped = racks.kill(dead);
    try {
      for (Path split : splits) {
        racks.awaitReplicas(split, Racks.REPLICATION);
        assertFalse(racks.together(split).contains(dead));
      }
    } finally {
      racks.cluster.restartDataNode(stopped, true);
      racks.await(() -> racks.node(dead).isAlive(), dead);
    }
    expectNothingReplaced();
  }

  @Test
  void notAskedFor_aFileThatIsElsewhere_isLeftThere() throws Exception {
    Path split = racks.writeSplits(table, 1).get(0);
    Set<String> home = racks.together(split);
    Path file = new Path(split, "9-off.col");
    racks.writeElsewhere(file, home);
    racks.awaitReplicas(file, Racks.REPLICATION);
    Set<String> elsewhere = racks.nodeSetsOfFile(file).iterator().next();
    Block block = DFSTestUtil.getFirstBlock(racks.fs(), file).getLocalBlock();
    racks.locked(
        () -> {
          racks.blocks().numCorruptReplicas(block);
          DatanodeInfo[] nodes = elsewhere.stream().map(racks::node).toArray(DatanodeInfo[]::new);
          assertTrue(
              racks
                  .policy()
                  .verifyBlockPlacement(nodes, Racks.REPLICATION)
                  .isPlacementPolicySatisfied());
        });
    expectNothingReplaced();
  }

  @Test
  void hdfsOrderOfExcessReplicasDecides_ifListeningIsAskedForTheSplitDoes() throws Exception {
    Path split = racks.writeSplits(table, 1).get(0);
    Set<String> home = racks.together(split);
    String full = home.iterator().next();
    String elsewhere = elsewhere(home);
    Block block = DFSTestUtil.getFirstBlock(racks.fs(), new Path(split, "1-k.col")).getLocalBlock();
    assertEquals(full, deleted(block, home, elsewhere, full));
    expectNothingReplaced();
    Configuration on = new Configuration(racks.cluster.getConfiguration(0));
    on.setBoolean(PolicySettings.LISTEN, true);
    try {
      Fields.set(racks.policy(), "settings", PolicySettings.of(on));
      Fields.set(racks.policy(), "sought", false);
      assertEquals(home, racks.choose(new Path(split, "9-next.col"), Set.of()));
      assertEquals(elsewhere, deleted(block, home, elsewhere, full));
      assertInstanceOf(AskedBlocks.class, Fields.corruptBlocks(racks.blocks()));
    } finally {
      racks.restartNameNode();
    }
  }

  /** A node that isn't the split's, on the rack where the split has one node only. */
  private static String elsewhere(Set<String> home) {
    List<String> racksOfHome = home.stream().map(ListenTest::rack).toList();
    return racks.cluster.getDataNodes().stream()
        .map(node -> node.getDatanodeId().getHostName())
        .filter(host -> !home.contains(host))
        .filter(host -> racksOfHome.stream().filter(rack(host)::equals).count() == 1)
        .findFirst()
        .orElseThrow();
  }

  private static String rack(String host) {
    return racks.node(host).getNetworkLocation();
  }

  /** Which one of four replicas goes, if one node is full and all were heard of just now. */
  private static String deleted(Block block, Set<String> home, String elsewhere, String full) {
    List<DatanodeStorageInfo> replicas = new ArrayList<>();
    List<DatanodeStorageInfo> excess = new ArrayList<>();
    racks.locked(
        () -> {
          for (String host : home) {
            replicas.add(racks.node(host).getStorageInfos()[0]);
          }
          replicas.add(racks.node(elsewhere).getStorageInfos()[0]);
          for (DatanodeStorageInfo replica : replicas) {
            DatanodeDescriptor node = replica.getDatanodeDescriptor();
            node.setLastUpdateMonotonic(Time.monotonicNow());
            long free = node.getHostName().equals(full) ? 0 : 1 << 20;
            replica.setUtilizationForTesting(1 << 20, 0, free, 0);
          }
          // HDFS makes the same call before it asks which replicas to delete.
          racks.blocks().numCorruptReplicas(block);
          excess.addAll(
              racks
                  .policy()
                  .chooseReplicasToDelete(
                      replicas,
                      new ArrayList<>(replicas),
                      Racks.REPLICATION,
                      new ArrayList<>(List.of(StorageType.DISK)),
                      null,
                      null));
        });
    assertEquals(1, excess.size());
    return excess.get(0).getDatanodeDescriptor().getHostName();
  }
}
