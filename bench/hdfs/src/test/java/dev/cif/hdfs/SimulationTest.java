package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** That the simulation of {@code bench/hdfs/run} runs to its end, and what it says is so. */
class SimulationTest {
  /** -Pnightly has more. */
  private static final int NODES = Integer.getInteger("cif.simulation.nodes", 60);

  /**
   * A split takes 1/220 of a node's room: with larger ones a node may stay beyond the threshold.
   */
  private static final int SPLITS = 60 * NODES;

  private static final int FILES = 5;
  private static final double THRESHOLD = 0.02;

  @Test
  void splits_afterLoadAndFailures_areTogetherAndEven() throws Exception {
    loadedAndFailed();
  }

  /** In a small cluster, one uneven node keeps the Balancer from its end. */
  @Test
  @Tag("nightly")
  void splits_afterTheBalancer_areTogetherAndEven() throws Exception {
    Simulation cluster = loadedAndFailed();
    cluster.join(2);
    String end = cluster.balance(THRESHOLD);
    assertTrue(end.startsWith("balanced"), end);
    assertTrue(cluster.together() >= 0.99, "together: " + cluster.together());
    assertTrue(cluster.variation() <= THRESHOLD, "variation: " + cluster.variation());
  }

  private static Simulation loadedAndFailed() throws Exception {
    Simulation cluster = new Simulation(NODES, SPLITS, FILES, true);
    Simulation other = new Simulation(NODES, SPLITS, FILES, false);
    cluster.load();
    other.load();
    assertEquals(1.0, cluster.together());
    expectEven(cluster, other, 0.5);
    assertTrue(cluster.fail(1));
    assertEquals(1.0, cluster.together());
    assertTrue(cluster.fail(NODES / 10));
    other.fail(NODES / 10 + 1);
    expectEven(cluster, other, 0.75);
    assertEquals(1.0, cluster.together());
    return cluster;
  }

  private static void expectEven(Simulation cluster, Simulation other, double most) {
    assertTrue(
        cluster.variation() <= most * other.variation(),
        cluster.variation() + " beside " + other.variation());
  }

  @Test
  void defaultPolicy_splits_areApart() throws Exception {
    Simulation cluster = new Simulation(NODES, SPLITS, FILES, false);
    cluster.load();
    assertTrue(cluster.together() < 0.01, "together: " + cluster.together());
  }
}
