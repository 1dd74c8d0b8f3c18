package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.hdfs.cluster.OnCluster;
import dev.cif.hdfs.cluster.Tiers;
import java.io.OutputStream;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeAdminManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.mover.MoverRun;
import org.apache.hadoop.net.StaticMapping;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the operations of administrators on a cluster. */
@OnCluster
@Order(Racks.LAST - 1)
@Tag("nightly")
class OperationsTest {
  private static final int SPLITS = 4;

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

  @Test
  void nodeInMaintenance_filesAddedMeanwhile_areWithTheSplitWhenItIsBack() throws Exception {
    List<Path> splits = racks.writeSplits(table, SPLITS);
    Set<String> before = racks.together(splits.get(0));
    DatanodeDescriptor node = racks.node(before.iterator().next());
    DatanodeAdminManager admin = racks.blocks().getDatanodeManager().getDatanodeAdminManager();
    racks.locked(() -> admin.startMaintenance(node, Long.MAX_VALUE));
    racks.await(node::isInMaintenance, node);
    for (Path split : splits) {
      racks.write(new Path(split, "9-late.col"), 2 * Racks.BLOCK);
    }
    racks.locked(() -> admin.stopMaintenance(node));
    racks.awaitQuiet();
    for (Path split : splits) {
      racks.awaitTogether(split, Racks.REPLICATION);
    }
    assertEquals(before, racks.together(splits.get(0)), "nothing of it had to be copied");
  }

  @Tag("nightly")
  @Test
  void rackChange_splitThatIsOnOneRackNow_getsASecondOne() throws Exception {
    List<Path> splits = racks.writeSplits(table, SPLITS);
    Set<String> nodes = racks.together(splits.get(0));
    Map<String, String> before =
        nodes.stream().collect(Collectors.toMap(Function.identity(), OperationsTest::rack));
    String other = before.values().stream().filter("/a"::equals).findFirst().orElse("/b");
    try {
      nodes.forEach(node -> StaticMapping.addNodeToRack(node, other));
      racks.restartNameNode();
      racks.await(() -> racksOf(splits.get(0)).size() == 2, splits.get(0));
      racks.awaitQuiet();
      for (Path split : splits) {
        racks.awaitTogether(split, Racks.REPLICATION);
        // Nodes that moved to another rack may leave another split with three racks.
        assertTrue(racksOf(split).size() > 1, split.toString());
      }
    } finally {
      before.forEach(StaticMapping::addNodeToRack);
      racks.restartNameNode();
    }
  }

  private static String rack(String node) {
    return racks.node(node).getNetworkLocation();
  }

  private static Set<String> racksOf(Path split) throws java.io.IOException {
    Set<String> found = new HashSet<>();
    for (Set<String> nodes : racks.nodeSets(split)) {
      nodes.forEach(node -> found.add(rack(node)));
    }
    return found;
  }

  /** For WARM, the Mover chooses for each block which replica goes. */
  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(strings = {"COLD", "WARM"})
  void mover_toTheArchivesOfTheSameNodes_leavesSplitsTogether(String policy) throws Exception {
    Path moved = new Path(table, policy);
    Set<StorageType> types = EnumSet.of(StorageType.ARCHIVE);
    if (policy.equals("WARM")) {
      types.add(StorageType.DISK);
    }
    List<Path> splits = racks.writeSplits(moved, SPLITS);
    Set<String> before = racks.together(splits.get(0));
    racks.fs().setStoragePolicy(moved, policy);
    int code = MoverRun.run(racks.cluster.getURI(), moved, racks.cluster.getConfiguration(0));
    assertEquals(0, code);
    racks.awaitQuiet();
    for (Path split : splits) {
      racks.awaitTogether(split, Racks.REPLICATION);
      for (FileStatus file : racks.fs().listStatus(split)) {
        assertEquals(types, Tiers.types(racks.fs(), file.getPath()));
      }
    }
    assertEquals(before, racks.together(splits.get(0)));
  }

  @Test
  void anyReplication_nodeLostAndNodeAdded_splitsAreTogether() throws Exception {
    short[] counts = {1, 2, 3, 5};
    for (short count : counts) {
      for (int file = 0; file < 4; file++) {
        Path path = new Path(table, count + "/" + file + "-c.col");
        try (OutputStream out = racks.fs().create(path, count)) {
          out.write(new byte[2 * Racks.BLOCK]);
        }
      }
    }
    for (short count : counts) {
      racks.awaitTogether(new Path(table, "" + count), count);
    }
    Set<String> alone = racks.together(new Path(table, "1"));
    String dead =
        racks.together(new Path(table, "5")).stream()
            .filter(node -> !alone.contains(node))
            .findFirst()
            .orElseThrow();
    DataNodeProperties stopped = racks.kill(dead);
    for (short count : counts) {
      Path split = new Path(table, "" + count);
      racks.awaitTogether(split, count);
      racks.write(new Path(split, "9-late.col"), Racks.BLOCK);
      racks.fs().setReplication(new Path(split, "9-late.col"), count);
    }
    racks.cluster.restartDataNode(stopped, true);
    racks.awaitQuiet();
    for (short count : counts) {
      racks.awaitTogether(new Path(table, "" + count), count);
    }
  }

  @Test
  void newNode_getsSplitsAsAWhole() throws Exception {
    racks.join("n8", "/c");
    int on = 0;
    for (int i = 0; i < 40; i++) {
      Path split = new Path(table, "" + i);
      for (int file = 0; file < 3; file++) {
        racks.write(new Path(split, file + "-c.col"), 10);
      }
      racks.awaitTogether(split, Racks.REPLICATION);
      on += racks.together(split).contains("n8") ? 1 : 0;
    }
    // It has no archive, as all others have.
    racks.kill("n8");
    assertTrue(on > 3, "splits on the new node: " + on);
  }
}
