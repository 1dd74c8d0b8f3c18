package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.apache.hadoop.util.VersionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** A Hadoop whose inside is not as the policy knows it. */
class UnknownHadoopTest {
  private static final int NODES = 30;
  private static final int FILES = 8;
  private static final int REPLICATION = 3;

  private final DFSNetworkTopology topology = DFSNetworkTopology.getInstance(new Configuration());

  @Test
  void nothingToListenTo_blocksGoWhereTheDefaultPolicyPutsThem_andThatIsLoggedOnce() {
    for (int i = 0; i < NODES; i++) {
      topology.add(node(i));
    }
    ColumnPlacementPolicy policy = new ColumnPlacementPolicy();
    policy.initialize(new Configuration(), MadeUpNodes.stats(), topology, null);
    Set<Set<DatanodeDescriptor>> sets = new HashSet<>();
    LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(ColumnPlacementPolicy.class));
    try {
      for (int file = 0; file < FILES; file++) {
        Set<DatanodeDescriptor> nodes = choose(policy, "/t/0/" + file + "-c.col");
        assertEquals(REPLICATION, nodes.size());
        sets.add(nodes);
      }
    } finally {
      log.stopCapturing();
    }
    assertTrue(sets.size() > 1, "files of one folder are apart");
    assertEquals(1, StringUtils.countMatches(log.getOutput(), "said once"), log.getOutput());
    assertTrue(log.getOutput().contains("the default policy places all blocks"), log.getOutput());
  }

  @Test
  void versionThatIsNotKnown_theDefaultPolicyPlacesAllBlocks_andThatIsLoggedOnce()
      throws Exception {
    LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(ColumnPlacementPolicy.class));
    MadeUpNodes madeUp = new MadeUpNodes(NODES);
    try (MadeUpNameNode nameNode = new MadeUpNameNode(madeUp)) {
      ColumnPlacementPolicy policy = new ColumnPlacementPolicy();
      policy.setConf(nameNode.conf());
      Fields.set(policy, "hadoop", "3.1.1.7.1.9.0-387");
      nameNode.started(policy);
      assertTrue(setsOf(policy).size() > 1, "files of one folder are apart");
      assertFalse(nameNode.corruptBlocks() instanceof AskedBlocks, "nothing is replaced");
      assertEquals(1, StringUtils.countMatches(log.getOutput(), "said once"), log.getOutput());
      assertTrue(log.getOutput().contains("3.1.1.7.1.9.0-387"), log.getOutput());
      assertTrue(log.getOutput().contains("the default policy places all blocks"));
      log.clearOutput();

      Configuration conf = nameNode.conf();
      conf.set(PolicySettings.HADOOP, "3.1.1.7.1.9.0-387");
      ColumnPlacementPolicy vouched = new ColumnPlacementPolicy();
      vouched.setConf(conf);
      Fields.set(vouched, "hadoop", "3.1.1.7.1.9.0-387");
      nameNode.started(vouched);
      assertEquals(1, setsOf(vouched).size());
      assertEquals("", log.getOutput());
    } finally {
      log.stopCapturing();
    }
  }

  private static Set<Set<DatanodeDescriptor>> setsOf(ColumnPlacementPolicy policy) {
    Set<Set<DatanodeDescriptor>> sets = new HashSet<>();
    for (int file = 0; file < FILES; file++) {
      sets.add(choose(policy, "/" + file + "-c.col"));
    }
    return sets;
  }

  @ParameterizedTest
  @CsvSource({
    "3.3.6, true",
    "3.3.7, true",
    "3.4.1, true",
    "3.4.10, true",
    "3.3.5, false",
    "3.4.0, false",
    "3.2.4, false",
    "3.5.0, false",
    "4.0.0, false",
    "3.3.6-cdh, false",
    "3.1.1.7.1.9.0-387, false",
    "3.4.1-SNAPSHOT, false",
    "Unknown, false"
  })
  void version_isKnownFromTheOneThatWasTestedOn(String hadoop, boolean isKnown) {
    assertEquals(isKnown, NameNodeAccess.isKnown(hadoop));
  }

  @Test
  void versionOfTheseTests_isKnown() {
    assertTrue(NameNodeAccess.isKnown(VersionInfo.getVersion()), VersionInfo.getVersion());
  }

  private static DatanodeDescriptor node(int i) {
    DatanodeDescriptor node =
        BlockManagerTestUtil.getDatanodeDescriptor(
            "10.0.0." + i, "/rack" + i % 5, new DatanodeStorage("storage" + i), "n" + i);
    for (DatanodeStorageInfo storage : node.getStorageInfos()) {
      storage.setUtilizationForTesting(1L << 40, 0, 1L << 40, 0);
    }
    return node;
  }

  private static Set<DatanodeDescriptor> choose(ColumnPlacementPolicy policy, String path) {
    DatanodeStorageInfo[] targets =
        policy.chooseTarget(
            path,
            REPLICATION,
            null,
            List.of(),
            false,
            new HashSet<>(),
            1 << 20,
            BlockStoragePolicySuite.createDefaultSuite().getPolicy("HOT"),
            null);
    return Arrays.stream(targets)
        .map(DatanodeStorageInfo::getDatanodeDescriptor)
        .collect(Collectors.toSet());
  }
}
