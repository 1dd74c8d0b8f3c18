package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.hdfs.cluster.Seed;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Statements at random, over columns of all types whose names need quotes and over partitions of
 * odd values, give the same on CIF and on ORC. A failure prints the seed and all statements.
 */
class RandomStatementsTest {
  private static final int STATEMENTS_OF_A_TABLE = 25;

  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  @BeforeAll
  static void load() throws Exception {
    tables.makeNumbers();
    tables.run("SET hive.exec.dynamic.partition.mode=nonstrict");
    tables.run("SET hive.exec.max.dynamic.partitions.pernode=1000");
    tables.run("SET hive.variable.substitute=false");
  }

  private static void run(long firstSeed, int statements) throws Exception {
    int answered = 0;
    int asked = 0;
    for (long seed = firstSeed; asked < statements; seed++) {
      RandomTables random = new RandomTables(tables, seed);
      try {
        for (int i = 0; i < STATEMENTS_OF_A_TABLE && asked < statements; i++) {
          random.step();
          asked++;
        }
      } catch (HiveStatementException | AssertionError e) {
        throw new AssertionError(random.toString(), e);
      }
      answered += random.answered();
    }
    assertTrue(answered > statements / 2, answered + " of " + statements + " were answered");
  }

  @Test
  void seedsThatFollowEachOther_beginDifferently() {
    long differentWidths =
        LongStream.range(0, 100)
            .map(seed -> RandomTables.randomOf(seed).nextInt(8))
            .distinct()
            .count();
    assertEquals(8, differentWidths);
  }

  @Test
  void statementsAtRandom_giveWhatOrcGives() throws Exception {
    run(1, Integer.getInteger("cif.statements", 8));
  }

  /** A statement takes more than half a second: the time of other tests ends before this one. */
  @Tag("nightly")
  @Test
  @Timeout(value = 3, unit = TimeUnit.HOURS)
  void tenThousandStatements_giveWhatOrcGives() throws Exception {
    run(Seed.value(), Integer.getInteger("cif.statements", 10_000));
  }
}
