package dev.cif.hdfs;

import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.util.Time;

/**
 * Settings of an administrator in {@code hdfs-site.xml}; all are optional.
 *
 * @param rememberedSplits number of split-directories whose pending decisions are remembered
 * @param rememberedSeconds time for which they are remembered
 * @param mendSeconds delay after which a split that was seen apart is checked; 0 for never
 * @param listens true to replace a map in HDFS's block manager, which tells the policy the block
 *     that HDFS asks about; without it the policy decides nothing but where new blocks go
 * @param hadoop version of Hadoop to be treated as known; empty for none
 * @param seed seed of the policy's random draws; null for a different one in each NameNode
 * @param staleMillis time without a heartbeat after which a node is stale; HDFS's own setting
 */
record PolicySettings(
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
   * Default settings. An hour is longer than the 5 minutes that HDFS gives a copy of a block. A
   * node that was taken for dead often returns within it.
   */
  static final PolicySettings DEFAULT =
      new PolicySettings(
          65_536,
          3_600,
          10,
          false,
          "",
          null,
          DFSConfigKeys.DFS_NAMENODE_STALE_DATANODE_INTERVAL_DEFAULT);

  private static final int MAX_WATCHED = 65_536;

  /** Reads the settings; a value out of range is replaced by the nearest valid one. */
  static PolicySettings of(Configuration conf) {
    return new PolicySettings(
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

  SplitWatcher newWatcher() {
    return new SplitWatcher(
        MAX_WATCHED,
        TimeUnit.SECONDS.toMillis(mendSeconds),
        Time::monotonicNow,
        true,
        Thread::sleep);
  }

  TwoChoices newTwoChoices() {
    Random seeded = seed == null ? null : new Random(seed);
    return new TwoChoices(
        bound ->
            seeded == null ? ThreadLocalRandom.current().nextInt(bound) : seeded.nextInt(bound));
  }
}
