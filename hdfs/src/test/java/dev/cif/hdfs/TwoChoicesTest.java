package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.NodeBase;
import org.junit.jupiter.api.Test;

class TwoChoicesTest {
  private static final int DRAWS = 2_000;

  /** Four racks of 25 nodes. */
  private final MadeUpNodes madeUp = new MadeUpNodes(100);

  private final List<DatanodeDescriptor> nodes = madeUp.nodes;
  private final TwoChoices draws = read(new TwoChoices(new Random(1)::nextInt));

  private TwoChoices read(TwoChoices some) {
    some.read(madeUp.topology);
    return some;
  }

  /** Draws these, one after the other. */
  private TwoChoices scripted(Integer... numbers) {
    Queue<Integer> script = new ArrayDeque<>(List.of(numbers));
    return read(new TwoChoices(bound -> script.remove()));
  }

  private DatanodeDescriptor draw(TwoChoices from, String scope, Node... excluded) {
    return from.draw(scope, Set.of(excluded), StorageType.DISK);
  }

  private Set<DatanodeDescriptor> drawn(String scope, Node... excluded) {
    Set<DatanodeDescriptor> all = new HashSet<>();
    for (int i = 0; i < DRAWS; i++) {
      all.add(draw(draws, scope, excluded));
    }
    return all;
  }

  private static void fill(DatanodeDescriptor node, double share) {
    MadeUpNodes.heartbeat(node, (long) (share * node.getCapacity()));
  }

  @Test
  void twoNodes_theEmptierIsTaken() {
    fill(nodes.get(3), 0.5);
    fill(nodes.get(60), 0.4);
    assertEquals(nodes.get(60), draw(scripted(3, 60), NodeBase.ROOT));
    assertEquals(nodes.get(60), draw(scripted(60, 3), NodeBase.ROOT));
    assertEquals(nodes.get(3), draw(scripted(3, 3), NodeBase.ROOT));
    nodes.get(3).setCapacity(4 * nodes.get(3).getCapacity());
    assertEquals(nodes.get(3), draw(scripted(60, 3), NodeBase.ROOT), "the share counts");
  }

  @Test
  void scope_isKept_andAllOfItIsDrawn() {
    assertEquals(new HashSet<>(nodes), drawn(NodeBase.ROOT));
    assertEquals(new HashSet<>(nodes.subList(25, 50)), drawn("/rack1"));
    Set<DatanodeDescriptor> outside = new HashSet<>(nodes);
    nodes.subList(25, 50).forEach(outside::remove);
    assertEquals(outside, drawn("~/rack1"));
  }

  @Test
  void rackWhoseNameBeginsAsAnothers_isOutsideThat() {
    DatanodeDescriptor node = nodes.get(0);
    madeUp.topology.remove(node);
    node.setNetworkLocation("/rack11");
    madeUp.topology.add(node);
    assertEquals(node, draw(scripted(30, 99, 99), "~/rack1"), "30 is in rack 1");
    draws.read(madeUp.topology);
    assertEquals(Set.of(node), drawn("/rack11"));
  }

  @Test
  void excludedNode_isNeverDrawn() {
    Set<DatanodeDescriptor> left = new HashSet<>(nodes.subList(0, 25));
    List<DatanodeDescriptor> excluded = nodes.subList(3, 9);
    excluded.forEach(left::remove);
    excluded.forEach(node -> fill(node, 0));
    left.forEach(node -> fill(node, 0.5));
    assertEquals(left, drawn("/rack0", excluded.toArray(Node[]::new)));
  }

  @Test
  void nodesThatDontSuit_noneIsDrawn() {
    assertNull(draws.draw(NodeBase.ROOT, Set.of(), StorageType.SSD));
    assertNull(draw(draws, "/rack3", nodes.subList(75, 100).toArray(Node[]::new)));
    assertNull(draw(draws, "/no-rack"));
    assertNull(draw(new TwoChoices(new Random(1)::nextInt), NodeBase.ROOT), "none is known");
    assertTrue(nodes.contains(draws.draw(NodeBase.ROOT, Set.of(), null)), "of any type");
  }

  @Test
  void onlyOneSuits_itIsDrawn() {
    Node[] others = nodes.subList(76, 100).toArray(Node[]::new);
    assertEquals(nodes.get(75), draw(scripted(1, 2, 0, 0), "/rack3", others));
  }

  @Test
  void nodeThatLeft_isNotDrawn_andTheNodesAreOld() {
    assertFalse(draws.isOld(madeUp.topology));
    madeUp.topology.remove(nodes.get(7));
    assertTrue(draws.isOld(madeUp.topology));
    assertFalse(drawn("/rack0").contains(nodes.get(7)));
    draws.read(madeUp.topology);
    assertFalse(draws.isOld(madeUp.topology));
    assertEquals(24, drawn("/rack0").size());
    madeUp.topology.add(nodes.get(7));
    assertTrue(draws.isOld(madeUp.topology));
    draws.read(madeUp.topology);
    assertEquals(25, drawn("/rack0").size());
  }

  @Test
  void nodeThatChangedItsRack_isSeenWhenItIsDrawn() {
    DatanodeDescriptor node = nodes.get(7);
    madeUp.topology.remove(node);
    node.setNetworkLocation("/rack3");
    madeUp.topology.add(node);
    assertFalse(draws.isOld(madeUp.topology), "there are as many as before");
    assertFalse(drawn("/rack0").contains(node));
    assertTrue(draws.isOld(madeUp.topology));
    draws.read(madeUp.topology);
    assertFalse(draws.isOld(madeUp.topology));
    assertEquals(26, drawn("/rack3").size());
  }

  @Test
  void emptyAndFullNodes_theEmptyAreDrawnThreeTimesAsOften() {
    for (int i = 0; i < 25; i += 2) {
      fill(nodes.get(i), 0.7);
    }
    List<DatanodeDescriptor> empty = new ArrayList<>();
    for (int i = 0; i < DRAWS; i++) {
      DatanodeDescriptor node = draw(draws, "/rack0");
      if (node.getDfsUsed() == 0) {
        empty.add(node);
      }
    }
    // Both draws are of the 13 full ones in 27 of 100 cases.
    assertEquals(0.73, (double) empty.size() / DRAWS, 0.05);
    assertNotEquals(1, new HashSet<>(empty).size(), Arrays.toString(empty.toArray()));
  }
}
