package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.util.Time;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An administrator who wants nothing of HDFS's replaced by the policy. */
class ListenTest {
  private static final Path TABLE = new Path("/t");

  @TempDir java.nio.file.Path folder;
  private Racks racks;

  @BeforeEach
  void start() throws Exception {
    racks = Racks.startDeaf(folder);
  }

  @AfterEach
  void stop() {
    racks.close();
  }

  @Test
  void turnedOff_splitsAreWrittenTogether_andNothingIsReplaced() throws Exception {
    for (Path split : racks.writeSplits(TABLE, 4)) {
      assertEquals(Racks.REPLICATION, racks.together(split).size());
    }
    assertFalse(Fields.corruptBlocks(racks.blocks()) instanceof AskedBlocks);
  }

  @Test
  void turnedOff_hdfsOrderOfExcessReplicasDecides_turnedOnTheSplitDoes() throws Exception {
    Path split = racks.writeSplits(TABLE, 1).get(0);
    Set<String> home = racks.together(split);
    String full = home.iterator().next();
    String elsewhere = elsewhere(home);
    Block block = DFSTestUtil.getFirstBlock(racks.fs(), new Path(split, "1-k.col")).getLocalBlock();
    assertEquals(full, deleted(block, home, elsewhere, full));
    Configuration on = new Configuration(racks.cluster.getConfiguration(0));
    on.setBoolean(Settings.LISTEN, true);
    Fields.set(racks.policy(), "settings", Settings.of(on));
    Fields.set(racks.policy(), "sought", false);
    assertEquals(home, racks.choose(new Path(split, "9-next.col"), Set.of()));
    assertEquals(elsewhere, deleted(block, home, elsewhere, full));
    assertInstanceOf(AskedBlocks.class, Fields.corruptBlocks(racks.blocks()));
  }

  /** A node that isn't the split's, on the rack where the split has one node only. */
  private String elsewhere(Set<String> home) {
    List<String> racksOfHome = home.stream().map(this::rack).toList();
    return racks.cluster.getDataNodes().stream()
        .map(node -> node.getDatanodeId().getHostName())
        .filter(host -> !home.contains(host))
        .filter(host -> racksOfHome.stream().filter(rack(host)::equals).count() == 1)
        .findFirst()
        .orElseThrow();
  }

  private String rack(String host) {
    return racks.node(host).getNetworkLocation();
  }

  /** Which one of four replicas goes, if one node is full and all were heard of just now. */
  private String deleted(Block block, Set<String> home, String elsewhere, String full) {
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
          // As HDFS does before it asks which replicas to delete.
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
