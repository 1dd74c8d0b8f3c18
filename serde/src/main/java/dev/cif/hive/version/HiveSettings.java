package dev.cif.hive.version;

import org.apache.hadoop.conf.Configuration;

/**
 * Names of Hive's settings whose constants in {@code HiveConf} have other names before 4.0, or
 * after.
 *
 * <p>Source: HiveConf of 3.1.3, 4.0.1, 4.1.0 and 4.2.0.
 */
public final class HiveSettings {
  public static final String MERGE_MAPFILES = "hive.merge.mapfiles";
  public static final String MERGE_MAPRED_FILES = "hive.merge.mapredfiles";
  public static final String MERGE_TEZ_FILES = "hive.merge.tezfiles";
  public static final String BUCKETING_SORTING = "hive.optimize.bucketingsorting";
  public static final String PROBE_DECODE = "hive.optimize.scan.probedecode";
  public static final String READ_ONLY_TRANSACTIONS = "hive.txn.readonly.enabled";

  /** Has a query's inputs say which of their columns the plan reads. */
  public static final String NOTE_READ_COLUMNS = "hive.stats.collect.scancols";

  private static final String GATHER = "hive.stats.autogather";
  private static final String GATHER_COLUMNS = "hive.stats.column.autogather";
  private static final String HISTOGRAMS = "hive.stats.kll.enable";
  private static final String CONVERT_JOIN = "hive.auto.convert.join";
  private static final String ENGINE = "hive.execution.engine";
  private static final String QUERY_ID = "hive.query.id";
  private static final String QUERY_STRING = "hive.query.string";

  private HiveSettings() {}

  /** Returns the id of a job's query; empty for none. */
  public static String queryId(Configuration job) {
    return job.get(QUERY_ID, "");
  }

  /** Returns the text of a job's query; empty for none. */
  public static String queryString(Configuration job) {
    return job.get(QUERY_STRING, "");
  }

  /**
   * Has MapReduce join by a shuffle. The local task of its map joins reads tables without their
   * virtual columns.
   */
  public static void joinWithVirtualColumns(Configuration statement) {
    if ("mr".equals(statement.get(ENGINE))) {
      statement.setBoolean(CONVERT_JOIN, false);
    }
  }

  /** Returns true if statements that write rows keep statistics of columns. */
  public static boolean gathersColumnStatistics(Configuration statement) {
    return statement.getBoolean(GATHER, true) && statement.getBoolean(GATHER_COLUMNS, true);
  }

  /** Returns true if statistics of columns have histograms. */
  public static boolean makesHistograms(Configuration statement) {
    return statement.getBoolean(HISTOGRAMS, false);
  }

  /** Has a statement leave its files as the tasks wrote them. */
  public static void mergeNoFiles(Configuration statement) {
    statement.setBoolean(MERGE_MAPFILES, false);
    statement.setBoolean(MERGE_MAPRED_FILES, false);
    statement.setBoolean(MERGE_TEZ_FILES, false);
  }
}
