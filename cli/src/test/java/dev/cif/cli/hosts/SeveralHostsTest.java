package dev.cif.cli.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cif.cli.hosts.HiveOnHosts.Reads;
import dev.cif.embedded.Engine;
import dev.cif.format.read.SplitDirectories;
import dev.cif.hdfs.cluster.OnCluster;
import dev.cif.hdfs.hosts.Hosts;
import dev.cif.mapreduce.ColumnInputFormat;
import dev.cif.mapreduce.join.BucketInputFormat;
import dev.cif.mapreduce.join.Buckets;
import dev.cif.mapreduce.join.MergeJoin;
import dev.cif.mapreduce.scan.ScanCounters;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * On hosts of their own, with the placement policy, YARN runs tasks where all files of their splits
 * are: what a task reads crosses no network, as CIF's counters say, and as DataNodes tell of what
 * they sent to whom. It is so, too, when processes were killed.
 *
 * <p>Jobs get nodes one after the other, as in a cluster that is in use, and their masters ask YARN
 * often. One that has an idle cluster to itself gets all nodes at once, some of them the wrong ones
 * for files of several replicas, whatever their format (docs/HDFS.md).
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(600)
@OnCluster
@Tag("nightly")
class SeveralHostsTest {
  private static final int HOSTS = 6;
  private static final int BUCKETS = 6;
  private static final int REPLICATION = 3;

  /** Bytes of the smallest block that HDFS takes. */
  private static final int MIN_BLOCK = 1 << 20;

  /** Number of attempts: on a busy machine nodes report late, and YARN gives a task to another. */
  private static final int AGAIN = 4;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  static java.nio.file.Path folder;

  private static HiveOnHosts hive;

  @BeforeAll
  static void start() throws Exception {
    String obstacle = Hosts.obstacle();
    assumeTrue(obstacle == null, obstacle);
    Map<String, String> settings =
        Map.of(
            "mapreduce.job.queuename",
            HiveOnHosts.QUEUE_IN_USE,
            "tez.queue.name",
            HiveOnHosts.QUEUE_IN_USE,
            "tez.am.am-rm.heartbeat.interval-ms.max",
            "200",
            "tez.am.container.reuse.enabled",
            "false");
    hive = HiveOnHosts.start(folder, HOSTS, REPLICATION, settings);
    hive.load("a", "CIF", BUCKETS, Optional.of("ab"));
    hive.load("b", "CIF", BUCKETS, Optional.of("ab"));
  }

  @AfterAll
  static void stop() throws Exception {
    if (hive != null) {
      hive.close();
    }
  }

  /** The hosts that hold something of a split. */
  private static Set<String> holders(Path split) throws Exception {
    Set<String> hosts = new HashSet<>();
    for (FileStatus file : hive.fs().listStatus(split)) {
      for (BlockLocation block : hive.fs().getFileBlockLocations(file, 0, file.getLen())) {
        hosts.addAll(Set.of(block.getHosts()));
      }
    }
    return hosts;
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
    // A second attempt of a slow task would count as one more local map.
    job.setMapSpeculativeExecution(false);
    job.setMapperClass(Reader.class);
    job.setNumReduceTasks(0);
    ColumnInputFormat.addInputPath(job, hive.place(table));
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
    for (Path split : SplitDirectories.list(hive.fs(), hive.place("a"))) {
      places.add(holders(split));
      assertEquals(REPLICATION, holders(split).size());
    }
    assertTrue(places.size() > 1, "spread: " + places);
    Configuration conf = hive.hosts().conf();
    conf.set("mapreduce.job.queuename", HiveOnHosts.QUEUE_IN_USE);
    int since = hive.hosts().sent().size();
    Counters counters = scan(conf, "a");
    for (int again = 0; again < AGAIN && localMaps(counters) < BUCKETS; again++) {
      since = hive.hosts().sent().size();
      counters = scan(conf, "a");
    }
    assertEquals(BUCKETS, localMaps(counters));
    long read = count(counters, ScanCounters.BYTES_READ);
    assertTrue(read > 40_000, "bytes: " + read);
    assertEquals(read, count(counters, ScanCounters.BYTES_READ_LOCALLY));
    Reads reads = hive.reads(since, "a");
    assertEquals(0, reads.remote());
    assertTrue(reads.local() > 40_000, reads::toString);
  }

  /** Joins the buckets that a task gets. */
  public static final class BucketReader
      extends Mapper<IntWritable, Buckets, NullWritable, NullWritable> {
    @Override
    protected void map(IntWritable bucket, Buckets buckets, Context context) throws IOException {
      MergeJoin join = buckets.merge("a", "b");
      while (join.next()) {
        context
            .getCounter("test", "pairs")
            .increment((long) join.rows(0).size() * join.rows(1).size());
      }
    }
  }

  private static Counters joinBuckets(Configuration conf) throws Exception {
    Job job = Job.getInstance(conf);
    job.setMapSpeculativeExecution(false);
    job.setMapperClass(BucketReader.class);
    job.setNumReduceTasks(0);
    job.setInputFormatClass(BucketInputFormat.class);
    BucketInputFormat.addTable(job, "a", hive.place("a"), "k, v", "k");
    BucketInputFormat.addTable(job, "b", hive.place("b"), "k, v", "k");
    job.setOutputFormatClass(NullOutputFormat.class);
    assertTrue(job.waitForCompletion(false), () -> "see " + folder);
    Counters counters = job.getCounters();
    assertEquals(1000, counters.findCounter("test", "pairs").getValue());
    assertEquals(0, counters.findCounter(TaskCounter.REDUCE_SHUFFLE_BYTES).getValue());
    return counters;
  }

  @Test
  @Order(2)
  void traversalOfBuckets_readsBothTablesOfAGroupLocally_andShufflesNothing() throws Exception {
    Configuration conf = hive.hosts().conf();
    conf.set("mapreduce.job.queuename", HiveOnHosts.QUEUE_IN_USE);
    int since = hive.hosts().sent().size();
    Counters counters = joinBuckets(conf);
    for (int again = 0; again < AGAIN && localMaps(counters) < BUCKETS; again++) {
      since = hive.hosts().sent().size();
      counters = joinBuckets(conf);
    }
    assertEquals(BUCKETS, localMaps(counters));
    long read = count(counters, ScanCounters.BYTES_READ);
    assertTrue(read > 80_000, "bytes: " + read);
    assertEquals(read, count(counters, ScanCounters.BYTES_READ_LOCALLY));
    for (String table : List.of("a", "b")) {
      Reads reads = hive.reads(since, table);
      assertEquals(0, reads.remote(), table);
      assertTrue(reads.local() > 40_000, reads::toString);
    }
  }

  /** Checks that the same counters, and DataNodes, report remote reads as well. */
  @Test
  @Order(2)
  void aJobOfAHostWithoutDataNode_readsNothingLocally() throws Exception {
    Configuration conf = hive.hosts().conf();
    conf.set("mapreduce.framework.name", "local");
    conf.set("hadoop.tmp.dir", folder.resolve("client").toString());
    int since = hive.hosts().sent().size();
    Counters counters = scan(conf, "a");
    assertTrue(count(counters, ScanCounters.BYTES_READ) > 40_000);
    assertEquals(0, count(counters, ScanCounters.BYTES_READ_LOCALLY));
    Reads reads = hive.reads(since, "a");
    assertEquals(0, reads.local());
    assertTrue(reads.remote() > 40_000, reads::toString);
  }

  private interface Join {
    Reads run() throws Exception;
  }

  private static void expectLocal(Join join) throws Exception {
    Reads reads = join.run();
    for (int again = 0; again < AGAIN && reads.remote() > 0; again++) {
      reads = join.run();
    }
    assertEquals(0, reads.remote(), reads::toString);
    assertEquals(2 * BUCKETS, reads.here().size());
  }

  @Test
  @Order(3)
  void sortMergeBucketJoinOnTez_readsBothTablesOfAGroupLocally() throws Exception {
    expectLocal(() -> hive.sortMergeBucketJoin(Engine.TEZ, "a", "b"));
  }

  @Test
  @Order(3)
  void sortMergeBucketJoinOnMr_readsBothTablesOfAGroupLocally() throws Exception {
    expectLocal(() -> hive.sortMergeBucketJoin(Engine.MR, "a", "b"));
  }

  @Test
  @Order(4)
  void bucketMapJoin_readsBothTablesLocally() throws Exception {
    expectLocal(() -> hive.bucketMapJoin("a", "b"));
  }

  @Test
  @Order(5)
  void nameNodeThatIsKilledAmidASplit_whatIsWrittenAfterIsWithWhatWasBefore() throws Exception {
    Path split = new Path(hive.place("killed"), "0");
    List<FSDataOutputStream> columns = new ArrayList<>();
    for (int column = 0; column < 3; column++) {
      columns.add(create(split, column));
      columns.get(column).write(new byte[MIN_BLOCK + 1]);
      columns.get(column).hflush();
    }
    hive.hosts().killNameNode();
    hive.hosts().startNameNode();
    for (FSDataOutputStream column : columns) {
      column.write(new byte[2 * MIN_BLOCK]);
      column.close();
    }
    write(split, columns.size());
    hive.hosts().awaitReplicas(split);
    assertEquals(REPLICATION, holders(split).size());
  }

  private static FSDataOutputStream create(Path split, int column) throws Exception {
    Path file = new Path(split, column + "-c.col");
    return hive.fs().create(file, true, MIN_BLOCK, (short) REPLICATION, MIN_BLOCK);
  }

  private static void write(Path split, int column) throws Exception {
    try (FSDataOutputStream out = create(split, column)) {
      out.write(new byte[MIN_BLOCK + 1]);
    }
  }

  @Test
  @Order(6)
  void dataNodeThatIsKilled_bucketsAreOnTheSameOthers_andAreJoinedLocally() throws Exception {
    List<Path> splits = SplitDirectories.list(hive.fs(), hive.place("a"));
    List<Path> others = new ArrayList<>();
    for (int i = 0; i < HOSTS; i++) {
      others.add(new Path(hive.place("others"), Integer.toString(i)));
      for (int column = 0; column < 3; column++) {
        write(others.get(i), column);
      }
    }
    String killed = holders(splits.get(0)).iterator().next();
    hive.hosts().killDataNode(killed);
    for (String table : List.of("a", "b", "others")) {
      hive.hosts().awaitReplicas(hive.place(table));
    }
    for (Path split : splits) {
      Set<String> holders = holders(split);
      assertEquals(REPLICATION, holders.size());
      assertFalse(holders.contains(killed));
      assertEquals(holders, holders(new Path(hive.place("b"), split.getName())));
    }
    for (Path split : others) {
      assertEquals(REPLICATION, holders(split).size());
    }
    expectLocal(() -> hive.sortMergeBucketJoin(Engine.TEZ, "a", "b"));
  }
}
