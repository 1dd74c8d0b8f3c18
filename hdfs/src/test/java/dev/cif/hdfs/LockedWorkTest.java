package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.namenode.CountedFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests the bound of the policy's work under the namesystem's lock, counted by the blocks and the
 * files themselves. It doesn't depend on the size of a split (docs/HDFS.md, Locks).
 */
class LockedWorkTest {
  private static final int BLOCKS = 2_048;
  private static final int FILES = 4_096;
  private static final int MENDED = 32;
  private static final int LARGE = 5_000;

  private final LockHolds holds = new LockHolds();
  private MadeUpNameNode nameNode;
  private CountedFiles files;
  private ColumnPlacementPolicy policy;
  private Namespace namespace;
  private long folder;

  @BeforeEach
  void start() throws Exception {
    nameNode = new MadeUpNameNode(new MadeUpNodes(50));
    files = new CountedFiles(nameNode.namesystem(), holds::file, holds::block);
    policy = nameNode.byColumn();
    namespace = holds.of(nameNode.namesystem(), nameNode.namesystem().getBlockManager());
    assertTrue(namespace.listen());
    Fields.set(policy, "namespace", namespace);
    nameNode.use(policy);
    nameNode.createClosed("/split/schema.cif");
    folder = nameNode.id("/split");
    holds.take();
  }

  @AfterEach
  void stop() {
    nameNode.close();
  }

  private DatanodeStorageInfo[] storages(int... nodes) {
    return Arrays.stream(nodes)
        .mapToObj(node -> nameNode.madeUp.nodes.get(node).getStorageInfos()[0])
        .toArray(DatanodeStorageInfo[]::new);
  }

  private List<BlockInfo> add(String file, int blocks, DatanodeStorageInfo... holders)
      throws Exception {
    return files.add("/split", file, blocks, holders);
  }

  private void ask(BlockInfo block) throws Exception {
    nameNode.corruptBlocks().get(block);
  }

  private void expectBounded() {
    List<LockHolds.Hold> taken = holds.take();
    assertFalse(taken.isEmpty());
    for (LockHolds.Hold hold : taken) {
      assertTrue(hold.blocks() <= (hold.isWrite() ? MENDED : BLOCKS), hold.toString());
      assertTrue(hold.files() <= FILES, hold.toString());
    }
  }

  private DatanodeStorageInfo[] choose(String path) {
    return policy.chooseTarget(
        path,
        MadeUpNameNode.REPLICATION,
        nameNode.madeUp.nodes.get(49),
        new ArrayList<>(),
        false,
        new HashSet<>(),
        MadeUpNameNode.BLOCK,
        MadeUpNameNode.HOT,
        null);
  }

  private boolean isWellPlaced(BlockInfo block, DatanodeStorageInfo... holders) throws Exception {
    ask(block);
    DatanodeInfo[] nodes =
        Arrays.stream(holders)
            .map(DatanodeStorageInfo::getDatanodeDescriptor)
            .toArray(DatanodeInfo[]::new);
    return policy
        .verifyBlockPlacement(nodes, MadeUpNameNode.REPLICATION)
        .isPlacementPolicySatisfied();
  }

  private List<DatanodeStorageInfo> excess(BlockInfo block, DatanodeStorageInfo... holders)
      throws Exception {
    ask(block);
    List<DatanodeStorageInfo> all = List.of(holders);
    return policy.chooseReplicasToDelete(
        all,
        all,
        MadeUpNameNode.REPLICATION,
        new ArrayList<>(List.of(StorageType.DISK)),
        null,
        null);
  }

  private void expectAllAnswersRight(BlockInfo away, BlockInfo fourfold, BlockInfo last)
      throws Exception {
    DatanodeStorageInfo[] home = storages(3, 40, 41);
    nameNode.create("/split/999-late.col");
    assertEquals(
        new HashSet<>(List.of(home)), new HashSet<>(List.of(choose("/split/999-late.col"))));
    expectBounded();
    assertFalse(isWellPlaced(away, storages(3, 40, 20)));
    expectBounded();
    assertTrue(isWellPlaced(last, home));
    expectBounded();
    assertEquals(List.of(storages(20)), excess(fourfold, storages(3, 40, 41, 20)));
    expectBounded();
    // It is known to be apart now, and is counted whole.
    assertTrue(policy.watched() > 0);
    assertEquals(
        new HashSet<>(List.of(home)), new HashSet<>(List.of(choose("/split/998-late.col"))));
    expectBounded();
    assertTrue(isWellPlaced(last, home));
    expectBounded();
  }

  @Test
  void fewFilesOfManyBlocks_aCallLooksAtNoMoreThanItsBound() throws Exception {
    DatanodeStorageInfo[] home = storages(3, 40, 41);
    List<BlockInfo> first = add("1-a.col", LARGE, home);
    BlockInfo away = add("2-b.col", 1, storages(3, 40, 20)).get(0);
    BlockInfo fourfold = add("3-c.col", 1, storages(3, 40, 41, 20)).get(0);
    add("4-d.col", LARGE, home);
    expectAllAnswersRight(away, fourfold, first.get(LARGE - 1));
  }

  @Test
  void manyFiles_aCallLooksAtNoMoreThanItsBound() throws Exception {
    DatanodeStorageInfo[] home = storages(3, 40, 41);
    for (int file = 1_000; file < 4_900; file++) {
      add(file + "-c.col", file % 2 * 2, home);
    }
    BlockInfo away = add("5000-c.col", 1, storages(3, 40, 20)).get(0);
    BlockInfo last = add("5001-c.col", 1, home).get(0);
    BlockInfo fourfold = add("5002-c.col", 1, storages(3, 40, 41, 20)).get(0);
    expectAllAnswersRight(away, fourfold, last);
  }

  @Test
  void splitThatIsMended_isLookedAtInStretches_andMendedToItsEnd() throws Exception {
    DatanodeStorageInfo[] home = storages(3, 40, 41);
    add("1-a.col", LARGE, home);
    List<BlockInfo> away = new ArrayList<>();
    for (int file = 20; file < 60; file++) {
      away.addAll(add(file + "-c.col", 5, storages(3, 40, 20)));
    }
    add("70-z.col", LARGE, home);
    BlockInfo last = away.get(away.size() - 1);
    assertFalse(isWellPlaced(last, storages(3, 40, 20)), "as HDFS would hear of it");
    holds.take();
    List<List<LockHolds.Hold>> rounds = new ArrayList<>();
    Pace pace = new Pace(millis -> rounds.add(holds.take()));
    for (int look = 0; look < 5; look++) {
      assertFalse(policy.mend(namespace, folder, pace));
    }
    rounds.forEach(round -> assertEquals(Pace.STEPS, round.size()));
    assertTrue(rounds.size() > 2, rounds.toString());
    for (LockHolds.Hold hold : rounds.stream().flatMap(List::stream).toList()) {
      assertTrue(hold.blocks() <= (hold.isWrite() ? MENDED : BLOCKS), hold.toString());
    }
    BlockManagerTestUtil.updateState(nameNode.namesystem().getBlockManager());
    assertEquals(200, nameNode.namesystem().getBlockManager().getLowRedundancyBlocksCount());
  }
}
