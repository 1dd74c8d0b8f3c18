package dev.cif.cli.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.embedded.EmbeddedHive;
import dev.cif.embedded.Engine;
import dev.cif.hdfs.cluster.Seed;
import dev.cif.hdfs.hosts.Hosts;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.HdfsBlockLocation;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hive.ql.exec.tez.TezSessionPoolManager;
import org.apache.hadoop.hive.ql.session.SessionState;

/**
 * A Hive in this process that has its queries run by YARN, on {@link Hosts} of their own with the
 * placement policy; it writes its tables here. Says which splits were read by the hosts that hold
 * them, as DataNodes tell it. Not thread-safe.
 */
final class HiveOnHosts implements AutoCloseable {
  /** A queue of which a job gets its master and two nodes at a time, as in a cluster in use. */
  static final String QUEUE_IN_USE = "used";

  /** Rows of a table: k counts from zero, and v is a text of 128 characters. */
  private static final int ROWS = 1000;

  private static final int NODES_AT_A_TIME = 2;
  private static final long SUM = ROWS * (ROWS - 1L) / 2 + ROWS * 128L;

  private final Hosts hosts;
  private final EmbeddedHive hive;
  private final FileSystem fs;

  private HiveOnHosts(Hosts hosts, EmbeddedHive hive) throws IOException {
    this.hosts = hosts;
    this.hive = hive;
    // Opening Hive closed what Hadoop had cached.
    this.fs = FileSystem.get(hosts.conf());
  }

  /**
   * Starts all.
   *
   * @param folder for all files
   * @param count hosts with a DataNode and a NodeManager
   * @param replication of the tables' files
   * @param settings of Hive and Tez, that go before this class' own
   */
  static HiveOnHosts start(
      java.nio.file.Path folder, int count, int replication, Map<String, String> settings)
      throws Exception {
    double share = Hosts.shareOfMemory(count, NODES_AT_A_TIME, Hosts.TASK_MB);
    Hosts hosts =
        Hosts.start(
            folder,
            count,
            Map.of(
                "dfs.block.replicator.classname", "dev.cif.hdfs.ColumnPlacementPolicy",
                "cif.placement.listen", "true",
                "cif.placement.seed", Long.toString(Seed.value()),
                "dfs.replication", Integer.toString(replication),
                "yarn.scheduler.capacity.root.queues", "default," + QUEUE_IN_USE,
                "yarn.scheduler.capacity.root.default.capacity", "50",
                "yarn.scheduler.capacity.root.used.capacity", "50",
                "yarn.scheduler.capacity.root.used.user-limit-factor", Double.toString(2 * share),
                "fs.jars-in-place.impl", "dev.cif.embedded.JarsInPlace"));
    EmbeddedHive hive = null;
    try {
      hive = EmbeddedHive.open(options(hosts, folder, settings));
      HiveOnHosts all = new HiveOnHosts(hosts, hive);
      all.makeNumbers();
      return all;
    } catch (Exception | AssertionError e) {
      close(hosts, hive);
      throw e;
    }
  }

  /** Hive in this process, which makes its tables here until {@link #onYarn}. */
  private static EmbeddedHive.Options options(
      Hosts hosts, java.nio.file.Path folder, Map<String, String> settings) {
    EmbeddedHive.Options options = EmbeddedHive.Options.temporary(folder.resolve("hive"));
    String task = hosts.settings().get("mapred.child.java.opts");
    Map<String, String> all = new HashMap<>(hosts.settings());
    all.putAll(
        Map.of(
            "hadoop.tmp.dir", folder.resolve("client").toString(),
            "hive.exec.scratchdir", "/scratch",
            "hive.metastore.warehouse.dir", "/warehouse",
            "hive.metastore.warehouse.external.dir", "/external",
            "hive.fetch.task.conversion", "none",
            "hive.compute.query.using.stats", "false",
            "hive.auto.convert.join", "true",
            "hive.disable.unsafe.external.table.operations", "false",
            "mapreduce.framework.name", "local",
            "hive.execution.engine", "mr"));
    all.putAll(
        Map.of(
            "tez.local.mode", "false",
            "tez.local.mode.without.network", "false",
            "tez.staging-dir", "/tez",
            // Each split is a task's.
            "tez.grouping.max-size", "1",
            "tez.grouping.min-size", "1",
            "tez.cluster.additional.classpath.prefix", hosts.classPath(),
            "tez.am.resource.memory.mb", "512",
            "tez.am.launch.cmd-opts", task,
            "tez.am.container.reuse.rack-fallback.enabled", "false",
            "hive.tez.java.opts", task));
    all.put("hive.tez.container.size", Integer.toString(Hosts.TASK_MB));
    all.putAll(settings);
    for (Map.Entry<String, String> setting : all.entrySet()) {
      options = options.withConf(setting.getKey(), setting.getValue());
    }
    return options;
  }

  @Override
  public void close() throws IOException {
    close(hosts, hive);
  }

  private static void close(Hosts hosts, EmbeddedHive hive) throws IOException {
    try (hosts) {
      if (hive != null) {
        hive.close();
      }
    }
  }

  Hosts hosts() {
    return hosts;
  }

  FileSystem fs() {
    return fs;
  }

  List<String> run(String sql) throws Exception {
    return hive.run(sql).lines();
  }

  private void makeNumbers() throws Exception {
    run("CREATE TABLE digits (d int) STORED AS TEXTFILE");
    run("INSERT INTO digits VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)");
    run(
        "CREATE TABLE numbers STORED AS TEXTFILE AS SELECT k, sha2(cast(k as string), 512) AS v"
            + " FROM (SELECT a.d + 10 * b.d + 100 * c.d AS k FROM digits a, digits b, digits c) t");
  }

  /**
   * Makes a table (k int, v string) of a split for each bucket.
   *
   * @param group of tables that belong together
   */
  void load(String table, String format, int buckets, Optional<String> group) throws Exception {
    run("SET hive.execution.engine=mr");
    run("SET mapreduce.framework.name=local");
    String properties =
        group.map(" TBLPROPERTIES ('cif.placement.group'='%s')"::formatted).orElse("");
    run(
        String.format(
            "CREATE EXTERNAL TABLE %s (k int, v string) CLUSTERED BY (k) SORTED BY (k)"
                + " INTO %d BUCKETS STORED AS %s%s",
            table, buckets, format, properties));
    run("INSERT INTO " + table + " SELECT k, v FROM numbers");
    assertEquals(buckets, new HashSet<>(splits(table).values()).size());
  }

  void drop(String table) throws Exception {
    run("DROP TABLE " + table);
    fs.delete(place(table), true);
  }

  Path place(String table) {
    return new Path(fs.getUri().toString(), "/external/" + table);
  }

  /** Blocks of a table's columns, and the split of each: a folder of CIF, or a file. */
  private Map<Long, Path> splits(String table) throws IOException {
    Map<Long, Path> splits = new HashMap<>();
    RemoteIterator<LocatedFileStatus> files = fs.listFiles(place(table), true);
    while (files.hasNext()) {
      LocatedFileStatus file = files.next();
      Path path = file.getPath();
      boolean isColumn = path.getName().endsWith(".col");
      boolean isWhole = path.getParent().equals(place(table)) && !path.getName().startsWith("_");
      if (isColumn || isWhole) {
        for (BlockLocation block : fs.getFileBlockLocations(file, 0, file.getLen())) {
          splits.put(
              ((HdfsBlockLocation) block).getLocatedBlock().getBlock().getBlockId(),
              isColumn ? path.getParent() : path);
        }
      }
    }
    return splits;
  }

  /**
   * Reads of tables' columns.
   *
   * @param local bytes that hosts' tasks got from their own
   * @param remote bytes that went to other hosts
   * @param here splits of which the former read something
   * @param elsewhere splits of which the latter did
   */
  record Reads(long local, long remote, Set<Path> here, Set<Path> elsewhere) {}

  /** Returns the bytes of tables that DataNodes have sent since a number of sends. */
  Reads reads(int since, String... tables) throws IOException {
    Map<Long, Path> splits = new HashMap<>();
    for (String table : tables) {
      splits.putAll(splits(table));
    }
    long local = 0;
    long remote = 0;
    Set<Path> here = new HashSet<>();
    Set<Path> elsewhere = new HashSet<>();
    List<Hosts.Sent> sent = hosts.sent();
    for (Hosts.Sent one : sent.subList(since, sent.size())) {
      Path split = splits.get(one.block());
      if (split == null) {
        continue;
      }
      if (one.isLocal()) {
        local += one.bytes();
        here.add(split);
      } else {
        remote += one.bytes();
        elsewhere.add(split);
      }
    }
    return new Reads(local, remote, here, elsewhere);
  }

  /** From now on YARN runs what is asked. */
  private void onYarn(Engine engine) throws Exception {
    run("SET hive.execution.engine=" + engine.hiveName());
    run("SET mapreduce.framework.name=yarn");
  }

  /** Joins two tables, of which a task reads a bucket each; says what it reads of both. */
  Reads sortMergeBucketJoin(Engine engine, String left, String right) throws Exception {
    run("SET hive.auto.convert.sortmerge.join=true");
    run("SET hive.optimize.bucketmapjoin.sortedmerge=true");
    run("SET hive.auto.convert.join.noconditionaltask.size=1");
    String plan = engine == Engine.MR ? "Sorted Merge Bucket Map Join" : "Merge Join Operator";
    return join(engine, plan, left, right);
  }

  /** Joins two tables, of which the smaller one's buckets are sent to tasks; says what it reads. */
  Reads bucketMapJoin(String left, String right) throws Exception {
    run("SET hive.auto.convert.sortmerge.join=false");
    run("SET hive.optimize.bucketmapjoin.sortedmerge=false");
    run("SET hive.convert.join.bucket.mapjoin.tez=true");
    run("SET hive.auto.convert.join.noconditionaltask.size=100000000");
    return join(Engine.TEZ, "CUSTOM_EDGE", left, right);
  }

  private Reads join(Engine engine, String plan, String left, String right) throws Exception {
    run("SET hive.optimize.bucketmapjoin=true");
    String sql = "SELECT count(*), sum(length(x.v) + y.k) FROM %s x JOIN %s y ON x.k = y.k";
    return answer(engine, sql, plan, left, right);
  }

  /** Reads a whole table; says what. */
  Reads scan(Engine engine, String table) throws Exception {
    String sql = "SELECT count(*), sum(length(v) + k) FROM %s";
    return answer(engine, sql, "TableScan", table);
  }

  private Reads answer(Engine engine, String sql, String plan, String... tables) throws Exception {
    onYarn(engine);
    String query = String.format(sql, (Object[]) tables);
    String explained = String.join("\n", run("EXPLAIN " + query));
    assertTrue(explained.contains(plan), () -> "no " + plan + ": " + explained);
    // Tez would send the rows of both tables to where they are joined.
    assertFalse(explained.contains("(SIMPLE_EDGE)"), explained);
    int since = hosts.sent().size();
    assertEquals(List.of(ROWS + "\t" + SUM), run(query));
    return reads(since, tables);
  }

  /** Has the next query on Tez begin a session, with no containers of earlier ones. */
  void endTezSession() throws Exception {
    SessionState state = SessionState.get();
    if (state.getTezSession() != null) {
      TezSessionPoolManager.closeIfNotDefault(state.getTezSession(), false);
      state.setTezSession(null);
    }
  }
}
