package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.cif.format.options.WriteOptions;
import dev.cif.hdfs.cluster.OnCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeAdminManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tables of one co-location group: bucket i of each is on the same nodes, whatever happens. */
@OnCluster
@Order(Racks.LAST)
@Tag("nightly")
class GroupTest {
  private static final int BUCKETS = 5;

  private static Racks racks;

  @BeforeAll
  static void start() throws Exception {
    racks = Racks.shared();
  }

  @AfterAll
  static void stop() throws Exception {
    Racks.release();
  }

  /** Writes a split for each bucket, and waits for the replicas. */
  private static void load(String table, String suffix, WriteOptions options) throws Exception {
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      racks.writeSplit(split(table, bucket, suffix), options.ofPart(bucket));
    }
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      racks.awaitReplicas(split(table, bucket, suffix), Racks.REPLICATION);
    }
  }

  private static Path split(String table, int bucket, String suffix) {
    return new Path(table, "00000" + bucket + "_0" + suffix);
  }

  /** The nodes of each bucket's splits; one set each if they are together. */
  private static List<Set<Set<String>>> nodes(List<String> tables) throws IOException {
    List<Set<Set<String>>> nodes = new ArrayList<>();
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      Set<Set<String>> sets = new HashSet<>();
      for (String table : tables) {
        String prefix = split(table, bucket, "").getName();
        for (var file : racks.fs().listStatus(new Path(table))) {
          if (file.getPath().getName().startsWith(prefix)) {
            sets.addAll(racks.nodeSets(file.getPath()));
          }
        }
      }
      nodes.add(sets);
    }
    return nodes;
  }

  private static boolean areTogether(List<Set<Set<String>>> nodes) {
    return nodes.stream()
        .allMatch(sets -> sets.size() == 1 && sets.iterator().next().size() == Racks.REPLICATION);
  }

  private static void expectTogether(List<String> tables) throws Exception {
    List<Set<Set<String>>> nodes = nodes(tables);
    assertTrue(areTogether(nodes), nodes.toString());
  }

  private static void await(List<String> tables, Predicate<List<Set<Set<String>>>> wanted)
      throws Exception {
    try {
      racks.await(() -> wanted.test(nodes(tables)), tables);
    } catch (TimeoutException e) {
      fail("at last " + nodes(tables) + ", watched: " + racks.policy().watched(), e);
    }
  }

  @Test
  void twoTables_bucketsShareNodes_throughFailureRestartReturnAndGrowth() throws Exception {
    List<String> tables = List.of("/a", "/b");
    WriteOptions options = WriteOptions.DEFAULT.withGroup("orders");
    for (String table : tables) {
      load(table, "", options);
    }
    expectTogether(tables);
    List<Set<Set<String>>> before = nodes(tables);
    assertTrue(new HashSet<>(before).size() > 1, "buckets are spread: " + before);
    for (Set<Set<String>> sets : before) {
      expectSeveralRacks(sets.iterator().next());
    }

    String dead = before.get(0).iterator().next().iterator().next();
    DataNodeProperties stopped = racks.kill(dead);
    racks.await(
        () -> {
          for (String table : tables) {
            for (int bucket = 0; bucket < BUCKETS; bucket++) {
              for (Set<String> set : racks.nodeSets(split(table, bucket, ""))) {
                if (set.contains(dead) || set.size() != Racks.REPLICATION) {
                  return false;
                }
              }
            }
          }
          return true;
        },
        "copies of what was on " + dead);
    expectTogether(tables);
    assertNotEquals(before, nodes(tables));

    load("/b", "_copy_1", options);
    expectTogether(tables);
    racks.restartNameNode();
    racks.addColumn(split("/a", 0, ""));
    load("/a", "_copy_1", options);
    expectTogether(tables);

    assertTrue(racks.cluster.restartDataNode(stopped, true));
    racks.cluster.waitActive();
    racks.await(() -> racks.node(dead).isAlive(), dead);
    racks.cluster.triggerBlockReports();
    // Also what was written meanwhile.
    await(tables, before::equals);

    racks.join("n8", "/c");
    awaitDecisionFor("n8");
    await(tables, homes("orders")::equals);
    Set<String> first = new HashSet<>(nodes(tables).get(0).iterator().next());
    first.removeAll(before.get(0).iterator().next());
    assertTrue(Set.of("n8").containsAll(first), "no more moves than to the new node: " + first);
  }

  @Tag("nightly")
  @Test
  void decommissionedNode_bothTablesGoToTheNextNode_andBack() throws Exception {
    List<String> tables = List.of("/decommission/a", "/decommission/b");
    load(tables, "", "leaving");
    List<Set<Set<String>>> before = nodes(tables);
    String leaving = before.get(0).iterator().next().iterator().next();
    DatanodeDescriptor node = racks.node(leaving);
    DatanodeAdminManager admin = racks.blocks().getDatanodeManager().getDatanodeAdminManager();
    racks.locked(() -> admin.startDecommission(node));
    racks.await(node::isDecommissioned, node);
    List<Set<Set<String>>> next = homes("leaving");
    assertNotEquals(before, next);
    // HDFS names the node that left, too, as it still has its replicas.
    await(tables, now -> without(leaving, now).equals(next));
    load(tables, "_copy_1", "leaving");
    racks.addColumn(split(tables.get(0), 0, "_copy_1"));
    assertEquals(next, without(leaving, nodes(tables)));

    racks.locked(() -> admin.stopDecommission(node));
    await(tables, before::equals);
  }

  @Tag("nightly")
  @Test
  void nodeInMaintenance_keepsItsKeys_andGetsWhatWasWrittenMeanwhile() throws Exception {
    List<String> tables = List.of("/maintenance/a", "/maintenance/b");
    load(tables, "", "kept");
    List<Set<Set<String>>> before = nodes(tables);
    String host = before.get(0).iterator().next().iterator().next();
    DatanodeDescriptor node = racks.node(host);
    DatanodeAdminManager admin = racks.blocks().getDatanodeManager().getDatanodeAdminManager();
    racks.locked(() -> admin.startMaintenance(node, Long.MAX_VALUE));
    racks.await(node::isInMaintenance, node);
    DataNodeProperties stopped = racks.kill(host);
    assertEquals(before, homes("kept"));
    assertEquals(0, racks.blocks().getLowRedundancyBlocksCount());

    load(tables, "_copy_1", "kept");
    List<Set<Set<String>>> meanwhile = nodes(tables);
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      boolean isOnNode = before.get(bucket).iterator().next().contains(host);
      assertEquals(isOnNode ? 2 : 1, meanwhile.get(bucket).size(), meanwhile.toString());
    }
    assertTrue(racks.cluster.restartDataNode(stopped, true));
    racks.await(node::isAlive, node);
    racks.locked(() -> admin.stopMaintenance(node));
    await(tables, before::equals);
  }

  private static void load(List<String> tables, String suffix, String group) throws Exception {
    for (String table : tables) {
      load(table, suffix, WriteOptions.DEFAULT.withGroup(group));
    }
  }

  /** Returns the nodes that the buckets of a group belong on, if no node is full. */
  private static List<Set<Set<String>>> homes(String group) {
    return IntStream.range(0, BUCKETS)
        .mapToObj(bucket -> Set.of(racks.home(group + "/" + bucket)))
        .toList();
  }

  private static List<Set<Set<String>>> without(String host, List<Set<Set<String>>> nodes) {
    nodes.forEach(sets -> sets.forEach(set -> set.remove(host)));
    return nodes.stream().map(HashSet::new).collect(Collectors.toList());
  }

  /** Asks for a key of a node's until the policy has looked through the nodes again. */
  private static void awaitDecisionFor(String host) throws Exception {
    int bucket = 0;
    while (!racks.home("orders/" + bucket).contains(host)) {
      bucket++;
    }
    Path folder = new Path("/asked");
    racks.makeFolder(folder, "orders/" + bucket);
    racks.await(
        () -> racks.choose(new Path(folder, "1-a.col"), Set.of()).contains(host),
        "a decision that knows " + host);
  }

  private static void expectSeveralRacks(Set<String> nodes) {
    long locations =
        nodes.stream().map(node -> racks.node(node).getNetworkLocation()).distinct().count();
    assertTrue(locations > 1, nodes.toString());
  }

  @Test
  void tablesWithoutGroup_orOfTwoGroups_areNotTogether() throws Exception {
    load("/c", "", WriteOptions.DEFAULT);
    load("/d", "", WriteOptions.DEFAULT);
    load("/e", "", WriteOptions.DEFAULT.withGroup("one"));
    load("/f", "", WriteOptions.DEFAULT.withGroup("other"));
    for (List<String> tables : List.of(List.of("/c", "/d"), List.of("/e", "/f"))) {
      List<Set<Set<String>>> nodes = nodes(tables);
      assertTrue(nodes.stream().anyMatch(sets -> sets.size() > 1), nodes.toString());
      for (String table : tables) {
        expectTogether(List.of(table));
      }
    }
  }

  @Test
  void keyThatIsNone_isPassedOver_andNoWriteFails() throws Exception {
    String[] values = {
      "",
      "orders",
      "orders/",
      "/3",
      "orders/-1",
      "orders/03",
      "orders/3 ",
      "or ders/3",
      "orders/9999999999",
      "orders/3/4",
      "a".repeat(65) + "/1",
      "\u00e4/1",
      "a".repeat(5000)
    };
    Set<Set<String>> sets = new HashSet<>();
    for (int i = 0; i < values.length; i++) {
      Path split = new Path("/malformed/" + i);
      racks.makeFolder(split, values[i]);
      racks.writeSplit(split);
      racks.awaitReplicas(split, Racks.REPLICATION);
      sets.add(racks.together(split));
    }
    assertTrue(sets.size() > 3, "spread as splits without a key: " + sets);
  }
}
