package dev.cif.hdfs;

import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.util.Time;

/**
 * What an administrator may set in {@code hdfs-site.xml}; all is optional.
 *
 * @param rememberedSplits of how many split-directories decisions under way are remembered
 * @param rememberedSeconds for how long
 * @param mendSeconds after how many a split that was seen apart is looked at; 0 for never
 * @param listens whether to put a map in the place of one in HDFS's block manager, to know which
 *     block HDFS asks about; without it, nothing but where blocks go is decided
 * @param hadoop a version of Hadoop to be taken for one that is known; empty for none
 * @param seed of all that the policy draws; null to draw something else in each NameNode
 * @param staleMillis after how many without a heartbeat a node is stale; HDFS's own setting
 */
record Settings(
    int rememberedSplits,
    int rememberedSeconds,
    int mendSeconds,
    boolean listens,
    String hadoop,
    Long seed,
    long staleMillis) {
  static final String REMEMBERED_SPLITS = "cif.placement.remembered.splits";
  static final String REMEMBERED_SECONDS = "cif.placement.remembered.seconds";
  static final String MEND_SECONDS = "cif.placement.mend.seconds";
  static final String LISTEN = "cif.placement.listen";
  static final String HADOOP = "cif.placement.hadoop";
  static final String SEED = "cif.placement.seed";

  /**
   * An hour is longer than the 5 minutes that HDFS gives a copy of a block, and than a node that
   * was given up for dead often takes to come back.
   */
  static final Settings DEFAULT =
      new Settings(
          65_536,
          3_600,
          10,
          false,
          "",
          null,
          DFSConfigKeys.DFS_NAMENODE_STALE_DATANODE_INTERVAL_DEFAULT);

  private static final int MAX_WATCHED = 65_536;

  /** What is out of range is taken for the nearest that isn't. */
  static Settings of(Configuration conf) {
    return new Settings(
        Math.max(0, conf.getInt(REMEMBERED_SPLITS, DEFAULT.rememberedSplits)),
        Math.max(0, conf.getInt(REMEMBERED_SECONDS, DEFAULT.rememberedSeconds)),
        Math.max(0, conf.getInt(MEND_SECONDS, DEFAULT.mendSeconds)),
        conf.getBoolean(LISTEN, DEFAULT.listens),
        conf.getTrimmed(HADOOP, DEFAULT.hadoop),
        conf.getTrimmed(SEED, "").isEmpty() ? null : (Long) conf.getLong(SEED, 0),
        conf.getLong(DFSConfigKeys.DFS_NAMENODE_STALE_DATANODE_INTERVAL_KEY, DEFAULT.staleMillis));
  }

  RememberedNodes newMemory() {
    return new RememberedNodes(
        rememberedSplits, TimeUnit.SECONDS.toMillis(rememberedSeconds), Time::monotonicNow);
  }

  Mender newMender() {
    return new Mender(
        MAX_WATCHED,
        TimeUnit.SECONDS.toMillis(mendSeconds),
        Time::monotonicNow,
        true,
        Thread::sleep);
  }

  Draws newDraws() {
    Random seeded = seed == null ? null : new Random(seed);
    return new Draws(
        bound ->
            seeded == null ? ThreadLocalRandom.current().nextInt(bound) : seeded.nextInt(bound));
  }
}
