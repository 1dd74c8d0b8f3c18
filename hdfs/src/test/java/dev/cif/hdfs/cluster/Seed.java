package dev.cif.hdfs.cluster;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * From which all that chance decides in tests of the placement policy follows: what the policy
 * draws, what HDFS draws, and what happens to clusters. Another one in each run, unless the system
 * property {@code cif.seed} says which; the same in all tests of a run, also in those that are
 * asked again.
 */
public final class Seed {
  /** The property that sets it. */
  static final String PROPERTY = "cif.seed";

  private static final int MAX = 1_000_000_000;
  private static final long VALUE =
      Long.getLong(PROPERTY, ThreadLocalRandom.current().nextInt(MAX));

  private static final Set<Runnable> SOWERS = ConcurrentHashMap.newKeySet();

  private Seed() {}

  /** The seed of this run. */
  public static long value() {
    return VALUE;
  }

  /** Has something begin to draw anew, from the seed, before each test of a cluster. */
  public static void beforeEach(Runnable sower) {
    SOWERS.add(sower);
  }

  /** Ends what {@link #beforeEach} began. */
  public static void forget(Runnable sower) {
    SOWERS.remove(sower);
  }

  static void sow() {
    SOWERS.forEach(Runnable::run);
  }
}
