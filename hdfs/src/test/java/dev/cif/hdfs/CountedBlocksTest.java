package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Splits that a NameNode remembers nothing of, with more blocks than are looked at. */
class CountedBlocksTest {
  private static final int NODES = 100;
  private static final int FILES = 60;

  private static MadeUpNameNode nameNode;

  @BeforeAll
  static void start() throws Exception {
    nameNode = new MadeUpNameNode(new MadeUpNodes(NODES));
  }

  @AfterAll
  static void stop() {
    nameNode.close();
  }

  private static DatanodeStorageInfo[] storages(int... nodes) {
    return Arrays.stream(nodes)
        .mapToObj(node -> nameNode.madeUp.nodes.get(node).getStorageInfos()[0])
        .toArray(DatanodeStorageInfo[]::new);
  }

  private static void add(String folder, int from, int to, DatanodeStorageInfo... holders)
      throws Exception {
    for (int file = from; file < to; file++) {
      String path = folder + "/" + (100 + file) + "-c.col";
      nameNode.createClosed(path);
      nameNode.addBlock(path, holders);
    }
  }

  private static void expectLateColumn(String folder, DatanodeStorageInfo... on) throws Exception {
    String path = folder + "/999-late.col";
    nameNode.create(path);
    DatanodeStorageInfo[] targets =
        nameNode
            .byColumn()
            .chooseTarget(
                path,
                MadeUpNameNode.REPLICATION,
                nameNode.madeUp.nodes.get(NODES - 1),
                new ArrayList<>(),
                false,
                new HashSet<>(),
                MadeUpNameNode.BLOCK,
                BlockStoragePolicySuite.createDefaultSuite().getPolicy("HOT"),
                null);
    assertEquals(Set.of(on), Set.of(targets));
  }

  @Test
  void lateColumn_ofAWideSplit_goesToTheSplitsNodes() throws Exception {
    DatanodeStorageInfo[] home = storages(3, 40, 41);
    add("/wide", 0, FILES, home);
    expectLateColumn("/wide", home);
  }

  @Test
  void lateColumn_whereTheFirstBlocksTellTooFewNodes_goesToAllOfTheSplits() throws Exception {
    DatanodeStorageInfo[] home = storages(7, 60, 61);
    add("/two", 0, FILES - 1, storages(7, 60));
    add("/two", FILES - 1, FILES, home);
    expectLateColumn("/two", home);
  }
}
