package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.cif.hdfs.cluster.Seed;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Whatever happens to a cluster: when nothing is under way any more, all splits are together, and
 * so are those of one key of a co-location group.
 */
class HistoriesTest {
  /** -Pnightly sets more. */
  private static final int HISTORIES = Integer.getInteger("cif.histories", 60);

  private static final int EVENTS = 40;

  @Test
  void randomHistories_endWithAllSplitsTogether() throws Exception {
    for (long seed = Seed.value(); seed < Seed.value() + HISTORIES; seed++) {
      Histories cluster = new Histories(seed);
      Random random = new Random(-seed);
      for (int event = 0; event < EVENTS; event++) {
        happen(cluster, random);
        for (int i = random.nextInt(60); i > 0; i--) {
          cluster.step();
        }
      }
      String goesOn = cluster.settle();
      String again = "alone: -Dcif.histories=1 -Dcif.seed=" + seed;
      assertNull(goesOn, again);
      assertEquals(List.of(), cluster.apart(), again);
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
