package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.hdfs.cluster.OnCluster;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.balancer.BalancerRun;
import org.apache.hadoop.hdfs.server.balancer.Dispatcher;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The real Balancer: with an empty node that has joined, and with one that a group fills. */
@OnCluster
@Tag("nightly")
class BalancerTest {
  private static final int SPLITS = 12;
  private static final int FILES = 8;
  private static final int TIERED_SPLITS = 20;
  private static final long CAPACITY = 120L * Racks.BLOCK;
  private static final int MAX_SECONDS = 100;
  private static final int SECONDS_FOR_NOTHING = 20;
  private static final String FULL = "n0";

  @TempDir java.nio.file.Path folder;

  @Test
  void balancer_movesSplitsAsAWhole_andOtherFiles_andEnds() throws Exception {
    try (Racks racks = Racks.startSimulated(folder, CAPACITY)) {
      List<Path> splits = new ArrayList<>();
      for (int split = 0; split < SPLITS; split++) {
        splits.add(new Path("/table/" + split));
        for (int file = 0; file < FILES; file++) {
          racks.write(new Path(splits.get(split), file + "-c.col"), Racks.BLOCK);
          racks.write(new Path("/other/" + split + "/" + file), Racks.BLOCK);
        }
      }
      for (Path split : splits) {
        racks.awaitReplicas(split, Racks.REPLICATION);
        racks.together(split);
      }
      Configuration conf = racks.cluster.getConfiguration(0);
      racks.cluster.startDataNodes(
          conf, 1, true, null, new String[] {"/c"}, new String[] {"n8"}, new long[] {CAPACITY});
      racks.cluster.waitActive();
      racks.cluster.triggerHeartbeats();

      assertEquals(0, BalancerRun.run(racks.cluster.getURI(), settings(conf), MAX_SECONDS));
      racks.awaitQuiet();
      int moved = 0;
      for (Path split : splits) {
        racks.awaitTogether(split, Racks.REPLICATION);
        moved += racks.together(split).contains("n8") ? 1 : 0;
      }
      assertTrue(moved > 0, "splits went to the new node");
      int others = 0;
      for (int split = 0; split < SPLITS; split++) {
        for (Set<String> nodes : racks.nodeSets(new Path("/other/" + split))) {
          others += nodes.contains("n8") ? 1 : 0;
        }
      }
      assertTrue(others > 0, "other files went to the new node");
    }
  }

  @Test
  void balancer_columnsOfTwoTiers_eachTierIsTogether_onStorageOfItsType() throws Exception {
    try (Racks racks = Racks.startMixed(folder, CAPACITY, TieredSplits.MIXED)) {
      TieredSplits tiered = new TieredSplits(racks);
      List<Path> splits = tiered.write(new Path("/table"), TIERED_SPLITS, FILES, 1);
      for (Path split : splits) {
        tiered.nodes(split, StorageType.DISK);
        tiered.nodes(split, StorageType.SSD);
      }
      racks.join("n8", "/c", CAPACITY, TieredSplits.BOTH);
      racks.cluster.triggerHeartbeats();

      Configuration conf = settings(racks.cluster.getConfiguration(0));
      assertEquals(0, BalancerRun.run(racks.cluster.getURI(), conf, MAX_SECONDS));
      racks.awaitQuiet();
      Map<StorageType, Integer> moved = new EnumMap<>(StorageType.class);
      for (Path split : splits) {
        for (StorageType type : TieredSplits.BOTH) {
          tiered.awaitTogether(split, type);
          moved.merge(type, tiered.nodes(split, type).contains("n8") ? 1 : 0, Integer::sum);
        }
        tiered.expectTypes(split, FILES);
      }
      assertTrue(
          moved.values().stream().allMatch(splitsOfTier -> splitsOfTier > 0), moved::toString);
    }
  }

  @Test
  void balancer_nodeThatAGroupFills_itsMovesAreUndone() throws Exception {
    try (Racks racks = Racks.startSimulated(folder, CAPACITY)) {
      Map<Path, Set<String>> homes = new HashMap<>();
      for (int key = 0; homes.size() < SPLITS; key++) {
        Set<String> home = racks.home("orders/" + key);
        if (home.contains(FULL)) {
          Path split = new Path("/orders/" + key);
          racks.makeFolder(split, "orders/" + key);
          for (int file = 0; file < FILES; file++) {
            racks.write(new Path(split, file + "-c.col"), Racks.BLOCK);
          }
          homes.put(split, home);
        }
      }
      for (Path split : homes.keySet()) {
        racks.awaitReplicas(split, Racks.REPLICATION);
        assertEquals(homes.get(split), racks.together(split));
      }
      racks.cluster.triggerHeartbeats();

      Configuration conf = settings(racks.cluster.getConfiguration(0));
      LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(Dispatcher.class));
      try {
        // A move that is undone counts as moved: the Balancer may go on for ever.
        BalancerRun.run(racks.cluster.getURI(), conf, SECONDS_FOR_NOTHING);
      } finally {
        log.stopCapturing();
      }
      assertTrue(log.getOutput().contains("Successfully moved"), log.getOutput());
      racks.awaitQuiet();
      for (Path split : homes.keySet()) {
        racks.await(() -> racks.nodeSets(split).equals(Set.of(homes.get(split))), split);
      }
    }
  }

  private static Configuration settings(Configuration nameNode) {
    Configuration conf = new Configuration(nameNode);
    conf.setLong("dfs.balancer.getBlocks.min-block-size", 1);
    conf.setLong("dfs.balancer.movedWinWidth", 2_000);
    conf.setInt("dfs.balancer.max-no-move-interval", 3_000);
    return conf;
  }
}
