package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.junit.jupiter.api.Test;

class RememberedNodesTest {
  private final List<DatanodeDescriptor> nodes =
      List.of(
          DFSTestUtil.getDatanodeDescriptor("1.2.3.4", "/a", "one"),
          DFSTestUtil.getDatanodeDescriptor("1.2.3.5", "/b", "two"));
  private final AtomicLong now = new AtomicLong(1_000_000);

  @Test
  void of_lessThanTheAge_givesThemInTheirOrder() {
    RememberedNodes remembered = new RememberedNodes(10, 600, now::get);
    remembered.put(1, nodes);
    now.addAndGet(599);
    assertEquals(nodes, remembered.of(1));
    assertEquals(List.of(), remembered.of(2));
  }

  @Test
  void of_theAge_givesNone_thoughTheSameWerePutAgain() {
    RememberedNodes remembered = new RememberedNodes(10, 600, now::get);
    remembered.put(1, nodes);
    now.addAndGet(300);
    remembered.put(1, nodes);
    now.addAndGet(300);
    assertEquals(List.of(), remembered.of(1));
    assertEquals(0, remembered.size());
  }

  @Test
  void put_moreThanTheCapacity_forgetsThoseLongestNotAskedFor() {
    RememberedNodes remembered = new RememberedNodes(32, 600, now::get);
    for (int i = 0; i < 10_000; i++) {
      remembered.put(i, nodes);
      assertEquals(nodes, remembered.of(0), "asked for often");
    }
    assertTrue(remembered.size() <= 32, "" + remembered.size());
    assertEquals(nodes, remembered.of(9_999));
  }

  @Test
  void put_noCapacity_remembersNothing() {
    RememberedNodes remembered = new RememberedNodes(0, 600, now::get);
    remembered.put(7, nodes);
    assertEquals(List.of(), remembered.of(7));
  }
}
