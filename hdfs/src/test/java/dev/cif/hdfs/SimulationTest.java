package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SimulationTest {
  private static final int NODES = 200;
  private static final int SPLITS = 4_000;
  private static final int FILES = 5;

  @Test
  void splits_afterLoadAndAfterFailures_areTogether() {
    Simulation cluster = new Simulation(NODES, SPLITS, FILES, true);
    cluster.load();
    assertEquals(1.0, cluster.together());
    Simulation other = new Simulation(NODES, SPLITS, FILES, false);
    other.load();
    assertTrue(
        cluster.variation() <= 1.1 * other.variation(),
        cluster.variation() + " beside " + other.variation());
    cluster.fail(1);
    assertEquals(1.0, cluster.together());
    cluster.fail(NODES / 10);
    assertTrue(cluster.together() >= 0.99, "together: " + cluster.together());
  }

  @Test
  void defaultPolicy_splits_areApart() {
    Simulation cluster = new Simulation(NODES, SPLITS, FILES, false);
    cluster.load();
    assertTrue(cluster.together() < 0.01, "together: " + cluster.together());
  }
}
