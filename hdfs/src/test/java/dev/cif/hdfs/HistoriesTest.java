package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Whatever happens to a cluster: when nothing is under way any more, all splits are together, and
 * so are those of one key of a co-location group.
 */
class HistoriesTest {
  private static final int HISTORIES = 600;
  private static final int EVENTS = 40;

  @Test
  void randomHistories_endWithAllSplitsTogether() throws Exception {
    for (long seed = 1; seed <= HISTORIES; seed++) {
      Histories cluster = new Histories(seed);
      Random random = new Random(-seed);
      for (int event = 0; event < EVENTS; event++) {
        happen(cluster, random);
        for (int i = random.nextInt(60); i > 0; i--) {
          cluster.step();
        }
      }
      String goesOn = cluster.settle();
      assertNull(goesOn, "seed " + seed);
      assertEquals(List.of(), cluster.apart(), "seed " + seed);
    }
  }

  private static void happen(Histories cluster, Random random) throws Exception {
    switch (random.nextInt(12)) {
      case 0, 1 -> cluster.addSplit(1 + random.nextInt(5));
      case 2, 3 -> cluster.addFile();
      case 4, 5 -> cluster.kill();
      case 6 -> cluster.comeBack();
      case 7 -> cluster.decommission();
      case 8 -> cluster.recommission();
      case 9, 10 -> cluster.move();
      default -> {
        if (random.nextInt(3) == 0) {
          cluster.restartNameNode();
        } else {
          cluster.addNode();
        }
      }
    }
  }
}
