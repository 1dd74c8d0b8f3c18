package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.hdfs.cluster.OnCluster;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Splits that HDFS has to copy, or that have too many replicas. */
@Tag("nightly")
@OnCluster
class AfterFailuresTest {
  private static final int SPLITS = 6;

  private static Racks racks;
  private Path table;
  private List<Path> splits;

  @BeforeAll
  static void start() throws Exception {
    racks = Racks.shared();
  }

  @AfterAll
  static void stop() throws Exception {
    Racks.release();
  }

  @BeforeEach
  void write(TestInfo test) throws Exception {
    table = new Path("/" + test.getTestMethod().orElseThrow().getName());
    splits = racks.writeSplits(table, SPLITS);
  }

  private void expectTogether() throws Exception {
    for (Path split : splits) {
      racks.together(split);
    }
  }

  /** Waits until the splits that were apart for a while are mended. */
  private void awaitTogether() throws Exception {
    for (Path split : splits) {
      racks.awaitTogether(split, Racks.REPLICATION);
    }
  }

  private String nodeOfFirstSplit() throws Exception {
    return racks.together(splits.get(0)).iterator().next();
  }

  private void awaitReplicasWithout(String node, int count) throws Exception {
    racks.await(
        () -> {
          for (Path split : splits) {
            for (Set<String> nodes : racks.nodeSets(split)) {
              if (nodes.contains(node) || nodes.size() != count) {
                return false;
              }
            }
          }
          return true;
        },
        "blocks without " + node);
  }

  private void awaitReplicas(int count) throws Exception {
    for (Path split : splits) {
      racks.awaitReplicas(split, count);
    }
  }

  @Test
  void deadNode_oneTakesItsPlaceForAllFiles_andSoWhenItComesBack() throws Exception {
    expectTogetherWithoutAndWithAgain(() -> {});
  }

  @Test
  void deadNode_filesAddedMeanwhile_areWithTheSplitWhenItIsBack() throws Exception {
    expectTogetherWithoutAndWithAgain(
        () -> {
          for (Path split : splits) {
            racks.write(new Path(split, "9-late.col"), 3 * Racks.BLOCK);
            racks.awaitReplicas(split, Racks.REPLICATION);
            racks.together(split);
          }
        });
  }

  private interface Action {
    void run() throws Exception;
  }

  private void expectTogetherWithoutAndWithAgain(Action meanwhile) throws Exception {
    String dead = nodeOfFirstSplit();
    MiniDFSCluster.DataNodeProperties stopped = racks.kill(dead);
    awaitReplicasWithout(dead, Racks.REPLICATION);
    expectTogether();
    meanwhile.run();
    assertTrue(racks.cluster.restartDataNode(stopped, true));
    racks.cluster.waitActive();
    racks.await(() -> racks.node(dead).isAlive(), dead);
    racks.cluster.triggerBlockReports();
    awaitTogether();
  }

  @Test
  void decommissionedNode_oneTakesItsPlaceForAllFiles() throws Exception {
    String leaving = nodeOfFirstSplit();
    DatanodeManager nodes = racks.blocks().getDatanodeManager();
    DatanodeDescriptor node = racks.node(leaving);
    racks.locked(() -> nodes.getDatanodeAdminManager().startDecommission(node));
    racks.await(node::isDecommissioned, leaving);
    racks.await(() -> copied(leaving), "copies of what is on " + leaving);
    for (Path split : splits) {
      Set<Set<String>> staying = new HashSet<>();
      for (Set<String> set : racks.nodeSets(split)) {
        set.remove(leaving);
        staying.add(set);
      }
      assertEquals(1, staying.size(), staying.toString());
    }
    racks.locked(() -> nodes.getDatanodeAdminManager().stopDecommission(node));
    awaitTogether();
  }

  private boolean copied(String leaving) throws IOException {
    for (Path split : splits) {
      for (Set<String> nodes : racks.nodeSets(split)) {
        nodes.remove(leaving);
        if (nodes.size() != Racks.REPLICATION) {
          return false;
        }
      }
    }
    return true;
  }

  @Test
  void replicationRaisedAndLowered_allFilesGainAndLoseTheSameNodes() throws Exception {
    for (short count : new short[] {5, 2, 3}) {
      for (Path split : splits) {
        for (FileStatus file : racks.fs().listStatus(split)) {
          racks.fs().setReplication(file.getPath(), count);
        }
      }
      awaitReplicas(count);
      expectTogether();
    }
  }

  @Test
  void fileOnOtherNodes_copiedAndLowered_isBackWithTheSplit() throws Exception {
    Path split = splits.get(0);
    Set<String> home = racks.together(split);
    Path file = new Path(split, "9-off, and on.col");
    racks.writeElsewhere(file, home);
    racks.awaitReplicas(split, Racks.REPLICATION);
    short all = 2 * Racks.REPLICATION;
    racks.fs().setReplication(file, all);
    racks.await(
        () -> racks.nodeSetsOfFile(file).stream().allMatch(nodes -> nodes.containsAll(home)),
        "copies where the split is");
    racks.fs().setReplication(file, Racks.REPLICATION);
    racks.await(() -> racks.nodeSets(split).equals(Set.of(home)), split);
  }
}
