package dev.cif.hdfs;

import dev.cif.hdfs.cluster.OnCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that report when HDFS has begun to copy what they hold. */
@OnCluster
@Tag("nightly")
class LateReportsTest {
  private static final int SPLITS = 4;

  @TempDir static java.nio.file.Path folder;
  private static Racks racks;
  private List<Path> splits;

  @BeforeAll
  static void start() throws Exception {
    racks = Racks.start(folder);
    // A NameNode that is started again doesn't wait for late nodes.
    racks.cluster.getConfiguration(0).setInt("dfs.namenode.safemode.extension", 0);
    // Few copies at a time, so that a node is back amid them.
    racks.cluster.getConfiguration(0).setInt("dfs.namenode.replication.max-streams", 4);
    racks.cluster.getConfiguration(0).setInt("dfs.namenode.replication.max-streams-hard-limit", 4);
    racks.restartNameNode();
  }

  @AfterAll
  static void stop() {
    racks.close();
  }

  @BeforeEach
  void write(TestInfo test) throws Exception {
    splits =
        racks.writeSplits(new Path("/" + test.getTestMethod().orElseThrow().getName()), SPLITS);
  }

  @AfterEach
  void delete() throws Exception {
    racks.fs().delete(splits.get(0).getParent(), true);
  }

  /** Waits until some of what a node held is elsewhere. */
  private void awaitSomeCopies(String without) throws Exception {
    racks.await(
        () -> {
          for (Path split : splits) {
            for (Set<String> nodes : racks.nodeSets(split)) {
              if (!nodes.contains(without) && nodes.size() == Racks.REPLICATION) {
                return true;
              }
            }
          }
          return false;
        },
        "a copy of what was on " + without);
  }

  private void expectTogether() throws Exception {
    racks.awaitQuiet();
    for (Path split : splits) {
      racks.awaitTogether(split, Racks.REPLICATION);
    }
  }

  @Test
  void deadNode_backAmidTheCopying_splitsEndTogether() throws Exception {
    String dead = racks.together(splits.get(0)).iterator().next();
    splits = splitsOn(dead);
    DataNodeProperties stopped = racks.kill(dead);
    awaitSomeCopies(dead);
    racks.cluster.restartDataNode(stopped, true);
    expectTogether();
  }

  @Test
  void deadNode_backAmidTheCopying_withFilesAddedMeanwhile_splitsEndTogether() throws Exception {
    String dead = racks.together(splits.get(0)).iterator().next();
    splits = splitsOn(dead);
    DataNodeProperties stopped = racks.kill(dead);
    for (Path split : splits) {
      racks.write(new Path(split, "9-late.col"), 2 * Racks.BLOCK);
    }
    awaitSomeCopies(dead);
    racks.cluster.restartDataNode(stopped, true);
    expectTogether();
  }

  @Test
  void nameNodeThatDoesNotWait_nodeReportsAmidTheCopying_splitsEndTogether() throws Exception {
    String late = racks.together(splits.get(0)).iterator().next();
    DataNodeProperties stopped = racks.kill(late);
    racks.restartNameNode();
    awaitSomeCopies(late);
    racks.cluster.restartDataNode(stopped, true);
    expectTogether();
  }

  private List<Path> splitsOn(String node) throws Exception {
    List<Path> on = new ArrayList<>();
    for (Path split : splits) {
      if (racks.together(split).contains(node)) {
        on.add(split);
      }
    }
    return on;
  }
}
