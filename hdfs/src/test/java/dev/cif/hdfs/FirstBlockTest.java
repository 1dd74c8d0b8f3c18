package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.hdfs.cluster.Seed;
import dev.cif.hdfs.cluster.SeedOfFailure;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.FSClusterStats;
import org.apache.hadoop.net.Node;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests the places of the first blocks of splits: the default policy's rules hold, whatever node is
 * emptier.
 */
@ExtendWith(SeedOfFailure.class)
class FirstBlockTest {
  private static final int SPLITS = 300;

  /** Number of draws, so large that chance alone is far from the bounds. */
  private static final int MANY = 2_000;

  /** Number of nodes in a row, of the 25 of each rack, that are the emptiest. */
  private static final int EMPTIEST = 10;

  private static final long BLOCK = 128L << 20;

  private final MadeUpNodes madeUp = new MadeUpNodes(100, 36 * BLOCK);
  private final Random random = new Random(Seed.value());
  private ColumnPlacementPolicy policy;
  private int splits;

  /** Each folder is that of a new split, of which no block is there yet. */
  private final class NewSplits implements Folders {
    private final class Split implements Folder {
      @Override
      public long id() {
        return splits;
      }

      @Override
      public String group() {
        return null;
      }

      @Override
      public SplitBlocks blocks() {
        return new SplitBlocks(splits);
      }
    }

    @Override
    public void lock() {}

    @Override
    public void unlock() {}

    @Override
    public Folder lockedFolder(String path) {
      return new Split();
    }

    @Override
    public Collection<DatanodeDescriptor> nodes() {
      return madeUp.nodes;
    }

    @Override
    public Folder lockedAsked(Collection<? extends DatanodeInfo> nodes) {
      return null;
    }

    @Override
    public int lockedReplication(String path) {
      return 0;
    }

    @Override
    public Replicas lockedAskedReplicas() {
      throw new IllegalStateException("no block is asked about");
    }

    @Override
    public boolean lockedAskedFits(DatanodeDescriptor node, StorageType type) {
      return true;
    }

    @Override
    public boolean lockedNeighbourIsOn(Collection<? extends DatanodeInfo> nodes) {
      return true;
    }

    @Override
    public boolean mend(long folder, Homes homes, Pace pace) {
      return true;
    }

    @Override
    public boolean isRunning() {
      return true;
    }
  }

  @BeforeEach
  void start() throws Exception {
    Fields.seed(madeUp.topology, Seed.value());
    policy = new ColumnPlacementPolicy(new NewSplits());
    Fields.set(policy, "draws", new TwoChoices(random::nextInt));
    // Statistics of a cluster that avoids stale nodes, and whose nodes have one connection each.
    FSClusterStats stats =
        (FSClusterStats)
            Proxy.newProxyInstance(
                FirstBlockTest.class.getClassLoader(),
                new Class<?>[] {FSClusterStats.class},
                (proxy, method, args) ->
                    switch (method.getName()) {
                      case "isAvoidingStaleDataNodesForWrite" -> true;
                      case "getInServiceXceiverAverage" -> 1.0;
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
    policy.initialize(new Configuration(), stats, madeUp.topology, null);
    for (DatanodeDescriptor node : madeUp.nodes) {
      MadeUpNodes.heartbeat(node, node.getCapacity() / 2);
    }
  }

  private List<DatanodeDescriptor> emptiest() {
    List<DatanodeDescriptor> nodes = new ArrayList<>();
    for (int i = 0; i < madeUp.nodes.size(); i++) {
      if (i % 25 < EMPTIEST) {
        nodes.add(madeUp.nodes.get(i));
      }
    }
    return nodes;
  }

  /** The nodes of a new split's first block. */
  private List<DatanodeDescriptor> choose(Node writer, Set<Node> excluded) {
    DatanodeStorageInfo[] targets =
        policy.chooseTarget(
            "/warehouse/t/" + splits++ + "/0-c.col",
            MadeUpNameNode.REPLICATION,
            writer,
            new ArrayList<>(),
            false,
            excluded,
            BLOCK,
            MadeUpNameNode.HOT,
            null);
    return Arrays.stream(targets).map(DatanodeStorageInfo::getDatanodeDescriptor).toList();
  }

  private static void expectTwoRacks(List<DatanodeDescriptor> nodes) {
    assertEquals(MadeUpNameNode.REPLICATION, new HashSet<>(nodes).size(), nodes.toString());
    assertEquals(
        2,
        nodes.stream().map(DatanodeDescriptor::getNetworkLocation).distinct().count(),
        nodes.toString());
  }

  @Test
  void emptiestNodes_areTakenMoreOften_andTheWritersIsKept() {
    emptiest().forEach(node -> MadeUpNodes.heartbeat(node, 0));
    Set<DatanodeDescriptor> empty = new HashSet<>(emptiest());
    int taken = 0;
    for (int i = 0; i < MANY; i++) {
      DatanodeDescriptor writer = madeUp.nodes.get(EMPTIEST + i % 4 * 25);
      List<DatanodeDescriptor> nodes = choose(writer, new HashSet<>());
      assertEquals(writer, nodes.get(0));
      expectTwoRacks(nodes);
      taken += (int) nodes.stream().filter(empty::contains).count();
    }
    // Two replicas each. A single random draw would give 10 of 25, two draws 16.
    assertEquals(0.64, taken / 2.0 / MANY, 0.06);
  }

  private static Arguments unfit(String name, Consumer<DatanodeDescriptor> made) {
    return Arguments.of(name, made);
  }

  static Stream<Arguments> unfitNodes() {
    return Stream.of(
        unfit(
            "full of other things",
            node -> {
              long capacity = node.getCapacity();
              node.getStorageInfos()[0].setUtilizationForTesting(capacity, 0, 0, 0);
              node.setRemaining(0);
            }),
        unfit("stale", node -> node.setLastUpdateMonotonic(-1_000_000)),
        unfit("decommissioning", DatanodeDescriptor::startDecommission),
        unfit("busy", node -> node.setXceiverCount(100)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unfitNodes")
  void emptiestNodes_thatAreUnfit_areNotTaken(String name, Consumer<DatanodeDescriptor> made) {
    for (DatanodeDescriptor node : emptiest()) {
      MadeUpNodes.heartbeat(node, 0);
      made.accept(node);
    }
    expectNone(new HashSet<>(emptiest()), Set.of());
  }

  @Test
  void emptiestNodes_thatAWriterExcludes_areNotTaken() {
    emptiest().forEach(node -> MadeUpNodes.heartbeat(node, 0));
    expectNone(new HashSet<>(emptiest()), new HashSet<>(emptiest()));
  }

  private void expectNone(Set<DatanodeDescriptor> unfit, Set<Node> excluded) {
    // A writer's own node is taken even if it is busy.
    List<DatanodeDescriptor> writers = new ArrayList<>(madeUp.nodes);
    writers.removeAll(unfit);
    for (int i = 0; i < SPLITS; i++) {
      DatanodeDescriptor writer = writers.get(i % writers.size());
      List<DatanodeDescriptor> nodes = choose(writer, new HashSet<>(excluded));
      expectTwoRacks(nodes);
      assertTrue(nodes.stream().noneMatch(unfit::contains), nodes.toString());
    }
  }

  @Test
  void rackWithOneFitNode_isFound_ifNoOtherIsLeft() {
    DatanodeDescriptor writer = madeUp.nodes.get(0);
    DatanodeDescriptor last = madeUp.nodes.get(99);
    Set<Node> excluded = new HashSet<>(madeUp.nodes);
    excluded.removeAll(Set.of(writer, madeUp.nodes.get(1), last));
    for (int i = 0; i < 20; i++) {
      List<DatanodeDescriptor> nodes = choose(writer, new HashSet<>(excluded));
      assertEquals(Set.of(writer, madeUp.nodes.get(1), last), new HashSet<>(nodes));
    }
  }

  @Test
  void nodeThatLeft_isNotTaken_andOneThatCameIs() {
    DatanodeDescriptor node = madeUp.nodes.get(30);
    node.setDfsUsed(0);
    choose(madeUp.nodes.get(0), new HashSet<>());
    madeUp.topology.remove(node);
    assertFalse(taken().contains(node));
    madeUp.topology.add(node);
    assertTrue(taken().contains(node));
  }

  private Set<DatanodeDescriptor> taken() {
    return Stream.generate(() -> choose(madeUp.nodes.get(0), new HashSet<>()))
        .limit(SPLITS)
        .flatMap(List::stream)
        .collect(Collectors.toSet());
  }
}
