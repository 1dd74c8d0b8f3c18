package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.junit.jupiter.api.Test;

class NodeRankingTest {
  private static final int NODES = 200;
  private static final int RACKS = 10;
  private static final int KEYS = 2_000;
  private static final int REPLICATION = 3;

  private final List<DatanodeDescriptor> nodes = new ArrayList<>();

  NodeRankingTest() {
    for (int i = 0; i < NODES; i++) {
      nodes.add(node(i));
    }
  }

  private static DatanodeDescriptor node(int i) {
    DatanodeID id = new DatanodeID("10.0.0.1", "n" + i, "uuid-" + i, i, 2, 3, 4);
    DatanodeDescriptor node = new DatanodeDescriptor(id, "/rack" + i % RACKS);
    node.setAlive(true);
    return node;
  }

  private static List<DatanodeDescriptor> home(NodeRanking ranking, int key) {
    return ranking.order("group/" + key, REPLICATION).subList(0, REPLICATION);
  }

  @Test
  void order_ofTheSameNodes_isTheSame_andNodesAreEvenlyUsed() {
    NodeRanking ranking = NodeRanking.of(nodes);
    List<DatanodeDescriptor> shuffled = new ArrayList<>(nodes);
    Collections.shuffle(shuffled, new Random(1));
    NodeRanking other = NodeRanking.of(shuffled);
    assertTrue(ranking.isOf(shuffled));
    Map<DatanodeDescriptor, Integer> used = new HashMap<>();
    for (int key = 0; key < KEYS; key++) {
      assertEquals(home(ranking, key), home(other, key));
      home(ranking, key).forEach(node -> used.merge(node, 1, Integer::sum));
    }
    // 30 each on average; a good hash is within four standard deviations of it.
    used.values().forEach(count -> assertTrue(count > 8 && count < 53, "" + used.values()));
    assertEquals(NODES, used.size());
  }

  @Test
  void order_racksAsHdfsAllows_andFewerReplicasAmongMore() {
    NodeRanking few = NodeRanking.of(nodes.stream().filter(n -> rack(n) < 3).toList());
    for (int key = 0; key < KEYS; key++) {
      List<DatanodeDescriptor> order = few.order("group/" + key, 20);
      assertEquals(20, new HashSet<>(order).size());
      assertEquals(order.subList(0, 16), few.order("group/" + key, 3));
      for (int count = 2; count <= 9; count++) {
        int[] ofRack = new int[RACKS];
        order.subList(0, count).forEach(node -> ofRack[rack(node)]++);
        int most = (count - 1) / 3 + 2 - ((count - 1) / 3 + 2 == count ? 1 : 0);
        for (int onRack : ofRack) {
          assertTrue(onRack <= most, count + " replicas: " + order);
        }
      }
    }
    List<DatanodeDescriptor> oneRack = nodes.stream().filter(n -> rack(n) == 0).toList();
    assertEquals(16, NodeRanking.of(oneRack).order("group/1", 3).size());
    assertEquals(List.of(), NodeRanking.of(List.of()).order("group/1", 3));
  }

  private static int rack(DatanodeDescriptor node) {
    return Integer.parseInt(node.getNetworkLocation().substring("/rack".length()));
  }

  @Test
  void order_nodeGone_oneTakesItsPlace_andOtherKeysStay() {
    NodeRanking before = NodeRanking.of(nodes);
    DatanodeDescriptor dead = home(before, 0).get(1);
    dead.setAlive(false);
    assertFalse(before.isOf(nodes));
    NodeRanking after = NodeRanking.of(nodes);
    int changed = 0;
    for (int key = 0; key < KEYS; key++) {
      Set<DatanodeDescriptor> left = new HashSet<>(home(before, key));
      boolean had = left.remove(dead);
      assertTrue(home(after, key).containsAll(left), "key " + key);
      assertFalse(home(after, key).contains(dead));
      assertEquals(!had, home(after, key).equals(home(before, key)), "key " + key);
      changed += had ? 1 : 0;
    }
    assertTrue(changed > 0 && changed < KEYS / 20, "keys of one node of 200: " + changed);
  }

  @Test
  void nodesOutOfService_areNoHome_butInMaintenanceTheyAre() {
    NodeRanking ranking = NodeRanking.of(nodes);
    List<DatanodeDescriptor> home = home(ranking, 1);
    home.get(0).startMaintenance();
    assertEquals(home, home(NodeRanking.of(nodes), 1));
    home.get(1).setDecommissioned();
    assertFalse(home(NodeRanking.of(nodes), 1).contains(home.get(1)));
  }

  @Test
  void groupKey_isTakenInOneFormOnly() {
    assertEquals("orders/3", GroupKey.parse("orders/3".getBytes(StandardCharsets.US_ASCII)));
    assertEquals("a.B-c_1/0", GroupKey.parse("a.B-c_1/0".getBytes(StandardCharsets.US_ASCII)));
    assertNull(GroupKey.parse(null));
    for (String none :
        new String[] {"", "a", "a/", "/1", "a/01", "a/-1", "a/1/2", "a b/1", "a/1\n"}) {
      assertNull(GroupKey.parse(none.getBytes(StandardCharsets.US_ASCII)), none);
    }
  }
}
