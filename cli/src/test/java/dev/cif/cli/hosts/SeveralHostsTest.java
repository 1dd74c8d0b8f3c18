package dev.cif.cli.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cif.cli.hive.EmbeddedHive;
import dev.cif.cli.hive.Engine;
import dev.cif.format.SplitDirectories;
import dev.cif.hdfs.hosts.Hosts;
import dev.cif.mapreduce.ColumnInputFormat;
import dev.cif.mapreduce.ScanCounters;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.fs.HdfsBlockLocation;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * On hosts of their own, with the placement policy, YARN runs tasks where all files of their splits
 * are: what a task reads crosses no network, as CIF's counters say, and as DataNodes tell of what
 * they sent to whom.
 *
 * <p>Files of the MapReduce job have three replicas, and it gets nodes one after the other, as in a
 * cluster that is in use. A cluster that is idle gives a job all at once, and tasks of several
 * replicas some wrong nodes by YARN's own rules (docs/HDFS.md); there files have one replica.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(600)
class SeveralHostsTest {
  private static final int HOSTS = 6;
  private static final int BUCKETS = 6;

  /** Where the machine is busy, nodes call in late, and YARN gives a task to another. */
  private static final int AGAIN = 2;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  static java.nio.file.Path folder;

  private static Hosts hosts;
  private static EmbeddedHive hive;
  private static FileSystem fs;

  @BeforeAll
  static void start() throws Exception {
    String obstacle = Hosts.obstacle();
    assumeTrue(obstacle == null, obstacle);
    hosts =
        Hosts.start(
            folder,
            HOSTS,
            Map.of(
                "dfs.block.replicator.classname", "dev.cif.hdfs.ColumnPlacementPolicy",
                "dfs.replication", "1",
                // Of the queue `used`, half of all, a job gets its master and two nodes at a time.
                "yarn.scheduler.capacity.root.queues", "default,used",
                "yarn.scheduler.capacity.root.default.capacity", "50",
                "yarn.scheduler.capacity.root.used.capacity", "50",
                "yarn.scheduler.capacity.root.used.user-limit-factor",
                    Double.toString(2 * Hosts.shareOfMemory(HOSTS, 2, Hosts.TASK_MB)),
                "fs.jars-in-place.impl", "dev.cif.cli.hive.JarsInPlace"));
    hive = EmbeddedHive.open(options());
    // Opening Hive closed what Hadoop had cached.
    fs = FileSystem.get(hosts.conf());
    run("CREATE TABLE digits (d int) STORED AS TEXTFILE");
    run("INSERT INTO digits VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)");
    run(
        "CREATE TABLE numbers STORED AS TEXTFILE AS SELECT k, sha2(cast(k as string), 512) AS v"
            + " FROM (SELECT a.d + 10 * b.d + 100 * c.d AS k FROM digits a, digits b, digits c) t");
    load("a");
    load("b");
    load("c");
    String[] three = {"-setrep", "-w", "3", place("c").toString()};
    assertEquals(0, ToolRunner.run(new FsShell(hosts.conf()), three));
  }

  /** Hive in this process, which makes its tables here, and has its queries run by YARN. */
  private static EmbeddedHive.Options options() {
    EmbeddedHive.Options options = EmbeddedHive.Options.temporary(folder.resolve("hive"));
    String task = hosts.settings().get("mapred.child.java.opts");
    Map<String, String> settings = new HashMap<>(hosts.settings());
    settings.putAll(
        Map.of(
            "hadoop.tmp.dir", folder.resolve("client").toString(),
            "hive.exec.scratchdir", "/scratch",
            "hive.metastore.warehouse.dir", "/warehouse",
            "hive.metastore.warehouse.external.dir", "/external",
            "hive.fetch.task.conversion", "none",
            "hive.auto.convert.join", "true",
            "hive.disable.unsafe.external.table.operations", "false",
            "mapreduce.framework.name", "local",
            "hive.execution.engine", "mr"));
    settings.putAll(
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
    settings.put("hive.tez.container.size", "512");
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      options = options.withConf(setting.getKey(), setting.getValue());
    }
    return options;
  }

  @AfterAll
  static void stop() throws Exception {
    if (hive != null) {
      hive.close();
    }
    if (hosts != null) {
      hosts.close();
    }
  }

  private static List<String> run(String sql) throws Exception {
    return hive.run(sql).lines();
  }

  private static void load(String table) throws Exception {
    run(
        String.format(
            "CREATE TABLE %s (k int, v string) CLUSTERED BY (k) SORTED BY (k) INTO %d BUCKETS"
                + " STORED AS CIF TBLPROPERTIES ('cif.placement.group'='ab')",
            table, BUCKETS));
    run("INSERT INTO " + table + " SELECT k, v FROM numbers");
    assertEquals(BUCKETS, SplitDirectories.list(fs, place(table)).size());
  }

  private static Path place(String table) {
    return new Path(fs.getUri().toString(), "/external/" + table);
  }

  /** The hosts that hold something of a split. */
  private static Set<String> holders(Path split) throws Exception {
    Set<String> hosts = new HashSet<>();
    for (FileStatus file : fs.listStatus(split)) {
      for (BlockLocation block : fs.getFileBlockLocations(file, 0, file.getLen())) {
        hosts.addAll(Set.of(block.getHosts()));
      }
    }
    return hosts;
  }

  /** The bytes of a table's columns that the hosts' tasks have read. */
  private record Reads(long local, long remote) {}

  /** What DataNodes have sent of a table since they had sent so much in all. */
  private static Reads reads(String table, int since) throws Exception {
    Set<Long> blocks = new HashSet<>();
    for (Path split : SplitDirectories.list(fs, place(table))) {
      for (FileStatus file : fs.globStatus(new Path(split, "*.col"))) {
        for (BlockLocation block : fs.getFileBlockLocations(file, 0, file.getLen())) {
          blocks.add(((HdfsBlockLocation) block).getLocatedBlock().getBlock().getBlockId());
        }
      }
    }
    long local = 0;
    long remote = 0;
    List<Hosts.Sent> sent = hosts.sent();
    for (Hosts.Sent one : sent.subList(since, sent.size())) {
      if (blocks.contains(one.block())) {
        local += one.isLocal() ? one.bytes() : 0;
        remote += one.isLocal() ? 0 : one.bytes();
      }
    }
    return new Reads(local, remote);
  }

  /** Reads two columns. */
  public static final class Reader
      extends Mapper<NullWritable, IndexedRecord, NullWritable, NullWritable> {
    @Override
    protected void map(NullWritable key, IndexedRecord row, Context context) {
      int length = row.get(0).toString().length() + row.get(1).toString().length();
      context.getCounter("test", "length").increment(length);
    }
  }

  private static Counters scan(Configuration conf, String table) throws Exception {
    Job job = Job.getInstance(conf);
    job.setMapperClass(Reader.class);
    job.setNumReduceTasks(0);
    ColumnInputFormat.addInputPath(job, place(table));
    ColumnInputFormat.setColumns(job, "k,v");
    job.setInputFormatClass(ColumnInputFormat.class);
    job.setOutputFormatClass(NullOutputFormat.class);
    assertTrue(job.waitForCompletion(false), () -> "see " + folder);
    Counters counters = job.getCounters();
    assertEquals(2890 + 1000 * 128, counters.findCounter("test", "length").getValue());
    return counters;
  }

  private static long localMaps(Counters counters) {
    return counters.findCounter(JobCounter.DATA_LOCAL_MAPS).getValue();
  }

  private static long count(Counters counters, String name) {
    return counters.findCounter(ScanCounters.TOTAL, name).getValue();
  }

  @Test
  @Order(1)
  void mapReduce_runsTasksWhereAllFilesOfTheirSplitsAre() throws Exception {
    Set<Set<String>> places = new HashSet<>();
    for (Path split : SplitDirectories.list(fs, place("c"))) {
      places.add(holders(split));
      assertEquals(3, holders(split).size());
    }
    assertTrue(places.size() > 1, "spread: " + places);
    Configuration conf = hosts.conf();
    conf.set("mapreduce.job.queuename", "used");
    int since = hosts.sent().size();
    Counters counters = scan(conf, "c");
    for (int again = 0; again < AGAIN && localMaps(counters) < BUCKETS; again++) {
      since = hosts.sent().size();
      counters = scan(conf, "c");
    }
    assertEquals(BUCKETS, localMaps(counters));
    long read = count(counters, ScanCounters.BYTES_READ);
    assertTrue(read > 40_000, "bytes: " + read);
    assertEquals(read, count(counters, ScanCounters.BYTES_READ_LOCALLY));
    Reads reads = reads("c", since);
    assertEquals(0, reads.remote);
    assertTrue(reads.local > 40_000, reads::toString);
  }

  /** The same counters, and DataNodes, tell remote reads as well. */
  @Test
  @Order(2)
  void aJobOfAHostWithoutDataNode_readsNothingLocally() throws Exception {
    Configuration conf = hosts.conf();
    conf.set("mapreduce.framework.name", "local");
    conf.set("hadoop.tmp.dir", folder.resolve("client").toString());
    int since = hosts.sent().size();
    Counters counters = scan(conf, "a");
    assertTrue(count(counters, ScanCounters.BYTES_READ) > 40_000);
    assertEquals(0, count(counters, ScanCounters.BYTES_READ_LOCALLY));
    Reads reads = reads("a", since);
    assertEquals(0, reads.local);
    assertTrue(reads.remote > 40_000, reads::toString);
  }

  /** Has a join run by YARN, and checks its answer; says what DataNodes had sent before. */
  private static int join(Engine engine, String plan) throws Exception {
    run("SET hive.execution.engine=" + engine.hiveName());
    run("SET mapreduce.framework.name=yarn");
    String query = "SELECT count(*), sum(length(x.v) + y.k) FROM a x JOIN b y ON x.k = y.k";
    String explained = String.join("\n", run("EXPLAIN " + query));
    assertTrue(explained.contains(plan), explained);
    int since = hosts.sent().size();
    assertEquals(List.of("1000\t" + (128_000 + 999 * 500)), run(query));
    return since;
  }

  private static void expectLocalJoin(Engine engine, String plan) throws Exception {
    int since = join(engine, plan);
    for (int again = 0; again < AGAIN && remote(since) > 0; again++) {
      since = join(engine, plan);
    }
    assertEquals(0, remote(since));
    assertNotEquals(0, reads("a", since).local);
    assertNotEquals(0, reads("b", since).local);
  }

  private static long remote(int since) throws Exception {
    return reads("a", since).remote + reads("b", since).remote;
  }

  @Test
  @Order(3)
  void sortMergeBucketJoin_readsBothTablesOfAGroupLocally() throws Exception {
    run("SET hive.auto.convert.sortmerge.join=true");
    run("SET hive.optimize.bucketmapjoin=true");
    run("SET hive.optimize.bucketmapjoin.sortedmerge=true");
    run("SET hive.auto.convert.join.noconditionaltask.size=1");
    expectLocalJoin(Engine.MR, "Sorted Merge Bucket Map Join Operator");
  }

  @Test
  @Order(4)
  void bucketMapJoin_readsBothTablesLocally() throws Exception {
    run("SET hive.auto.convert.sortmerge.join=false");
    run("SET hive.optimize.bucketmapjoin.sortedmerge=false");
    run("SET hive.convert.join.bucket.mapjoin.tez=true");
    run("SET hive.auto.convert.join.noconditionaltask.size=100000000");
    expectLocalJoin(Engine.TEZ, "CUSTOM_EDGE");
  }
}
