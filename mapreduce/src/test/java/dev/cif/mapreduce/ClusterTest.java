package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.cif.format.schema.CifException;
import dev.cif.hdfs.cluster.OnCluster;
import dev.cif.mapreduce.derive.DerivedColumn;
import dev.cif.mapreduce.scan.ColumnSplit;
import dev.cif.mapreduce.scan.ScanCounters;
import dev.cif.mapreduce.scan.ScanOptions;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs on a cluster: YARN's NodeManagers with tasks in processes of their own, and HDFS. */
@OnCluster
class ClusterTest {
  private static final int ROWS = 2000;
  private static final int SPLITS = 2;

  private static final String PORT = "test.port";
  private static final String ALL_WAIT = "test.all.wait";
  private static final int PATIENCE = 180_000;

  @TempDir static File folder;
  private static Cluster cluster;
  private static Path input;
  private static List<GenericRecord> rows;

  @BeforeAll
  static void start() throws Exception {
    cluster = Cluster.start(folder.toPath());
    rows = Crawl.throughAvro(new File(folder, "crawl.avro"), Crawl.rows(ROWS));
    input = new Path(cluster.fs().getUri().toString(), "/crawl");
    cluster.writeHereAndElsewhere(input, rows, SPLITS);
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private static Path output(String name) {
    return new Path(input.getParent(), name);
  }

  @Test
  void paperJobFindsWhatAvroFindsInTasksNearTheirData() throws Exception {
    Job job = Job.getInstance(cluster.jobConf());
    job.setInputFormatClass(ColumnInputFormat.class);
    ColumnInputFormat.addInputPath(job, input);
    ColumnInputFormat.setColumns(job, "url, metadata");
    job.setMapperClass(PaperJobTest.TypeMapper.class);
    job.setReducerClass(DistinctReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(NullWritable.class);
    job.setOutputFormatClass(TextOutputFormat.class);
    TextOutputFormat.setOutputPath(job, output("types"));
    // On a busy machine Hadoop would run a task twice.
    job.setSpeculativeExecution(false);
    assertTrue(job.waitForCompletion(false));
    assertEquals(PaperJobTest.typesOf(rows), lines(output("types")));
    assertEquals(SPLITS, counter(job, JobCounter.TOTAL_LAUNCHED_MAPS));
    assertEquals(SPLITS / 2, counter(job, JobCounter.DATA_LOCAL_MAPS));
    assertEquals(SPLITS / 2, counter(job, JobCounter.RACK_LOCAL_MAPS));
    assertEquals(
        ROWS, job.getCounters().findCounter(ScanCounters.TOTAL, ScanCounters.ROWS).getValue());
  }

  @Test
  void tasksAreSentWhereTheirColumnsAre() throws Exception {
    Configuration job = cluster.jobConf();
    List<ColumnSplit> splits = ColumnSplit.plan(job, new Path[] {input});
    assertEquals(SPLITS, splits.size());
    for (ColumnSplit split : splits) {
      boolean near = split.directories().get(0).getParent().getName().equals("here");
      assertEquals(near, Arrays.asList(split.getLocations()).contains(cluster.here()));
    }
    // Joined, split-directories of one host stay together.
    ScanOptions.setSplitSize(job, Long.MAX_VALUE);
    assertEquals(2, ColumnSplit.plan(job, new Path[] {input}).size());
  }

  /** Gives on what it gets; the first attempt of each task fails when all is written. */
  static final class LateFailingMapper
      extends Mapper<NullWritable, IndexedRecord, NullWritable, IndexedRecord> {
    @Override
    protected void cleanup(Context context) throws IOException {
      if (context.getTaskAttemptID().getId() == 0) {
        throw new IOException("as the test wants it");
      }
    }
  }

  /** Gives on what it gets; waits behind the first row where it is told to. */
  static final class WaitingMapper
      extends Mapper<NullWritable, IndexedRecord, NullWritable, IndexedRecord> {
    private boolean waits;

    @Override
    protected void setup(Context context) {
      boolean first = context.getTaskAttemptID().getId() == 0;
      boolean all = context.getConfiguration().getBoolean(ALL_WAIT, false);
      waits = first && (all || context.getTaskAttemptID().getTaskID().getId() == 0);
    }

    @Override
    protected void map(NullWritable key, IndexedRecord row, Context context)
        throws IOException, InterruptedException {
      context.write(key, row);
      if (waits) {
        waitForTheTest(context.getConfiguration());
      }
    }
  }

  /** Waits until the test is over, or this process is killed. */
  private static void waitForTheTest(Configuration conf) throws IOException {
    InetAddress here = InetAddress.getLoopbackAddress();
    try (Socket test = new Socket(here, conf.getInt(PORT, -1))) {
      throw new IOException("the test is over: " + test.getInputStream().read());
    }
  }

  private static Job copy(Class<? extends Mapper<?, ?, ?, ?>> mapper, String name)
      throws IOException {
    Job job = Job.getInstance(cluster.jobConf());
    // With it, output of two attempts could be mixed if the committer did not see to it.
    job.getConfiguration().setInt("mapreduce.fileoutputcommitter.algorithm.version", 2);
    job.setInputFormatClass(ColumnInputFormat.class);
    ColumnInputFormat.addInputPath(job, input);
    ColumnInputFormat.setReadSchema(job, Crawl.SCHEMA);
    job.setMapperClass(mapper);
    job.setNumReduceTasks(0);
    job.setMapSpeculativeExecution(false);
    job.setOutputFormatClass(ColumnOutputFormat.class);
    ColumnOutputFormat.setOutputPath(job, output(name));
    ColumnOutputFormat.setSchema(job, Crawl.SCHEMA);
    return job;
  }

  private static void expectNoHiddenFolder() throws IOException {
    for (FileStatus status : cluster.fs().listStatus(input.getParent())) {
      assertFalse(status.getPath().getName().startsWith("_"), status::toString);
    }
  }

  private static void expectOneCopy(String name) throws IOException {
    assertEquals(rows, Scans.crawl(cluster.jobConf(), output(name)));
    expectNoHiddenFolder();
  }

  @Test
  void tasksThatAreTriedAgainLeaveOneCopy() throws Exception {
    Job job = copy(LateFailingMapper.class, "retried");
    assertTrue(job.waitForCompletion(false));
    assertEquals(SPLITS, counter(job, JobCounter.NUM_FAILED_MAPS));
    expectOneCopy("retried");
  }

  /** All mappers of a task's first attempt fail, whichever of them does so first. */
  @Tag("nightly")
  @Test
  void tasksOfSeveralThreadsThatAreTriedAgainLeaveOneCopy() throws Exception {
    Job job = copy(LateFailingMapper.class, "retried-threads");
    ColumnInputFormat.setThreads(job, 3);
    assertTrue(job.waitForCompletion(false));
    assertEquals(SPLITS, counter(job, JobCounter.NUM_FAILED_MAPS));
    assertEquals(ROWS, job.getCounters().findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue());
    expectOneCopy("retried-threads");
  }

  @Tag("nightly")
  @Test
  void speculativeAttemptsLeaveOneCopy() throws Exception {
    try (ServerSocket gate = new ServerSocket(0, SPLITS, InetAddress.getLoopbackAddress())) {
      Job job = copy(WaitingMapper.class, "speculative");
      job.getConfiguration().setInt(PORT, gate.getLocalPort());
      job.setMapSpeculativeExecution(true);
      assertTrue(job.waitForCompletion(false));
      // The first attempt of one task waits for ever; Hadoop may also try others twice.
      assertTrue(counter(job, JobCounter.NUM_KILLED_MAPS) >= 1);
      assertTrue(counter(job, JobCounter.TOTAL_LAUNCHED_MAPS) > SPLITS);
    }
    expectOneCopy("speculative");
  }

  @Tag("nightly")
  @Test
  void jobWhoseMasterDiesLeavesOneCopy() throws Exception {
    try (ServerSocket gate = new ServerSocket(0, SPLITS, InetAddress.getLoopbackAddress())) {
      gate.setSoTimeout(PATIENCE);
      Job job = copy(WaitingMapper.class, "restarted");
      job.getConfiguration().setInt(PORT, gate.getLocalPort());
      job.submit();
      try (Socket task = gate.accept()) {
        assertTrue(task.isConnected());
        cluster.failMaster(job);
        // The next master begins the task again; its attempts have other numbers, and do not wait.
        assertTrue(job.waitForCompletion(false));
      }
    }
    expectOneCopy("restarted");
  }

  /** Kills a job, all of whose tasks wait, and returns when its master has tidied up. */
  private static void killWhenItRuns(Job job) throws Exception {
    BlockingQueue<String> ends = new LinkedBlockingQueue<>();
    List<Socket> tasks = new ArrayList<>();
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer told = HttpServer.create(any, 1);
    told.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
          ends.add(exchange.getRequestURI().getQuery());
        });
    try (ServerSocket gate = new ServerSocket(0, SPLITS, InetAddress.getLoopbackAddress())) {
      told.start();
      gate.setSoTimeout(PATIENCE);
      job.getConfiguration().setInt(PORT, gate.getLocalPort());
      String url = "http://127.0.0.1:" + told.getAddress().getPort() + "/?$jobStatus";
      job.getConfiguration().set("mapreduce.job.end-notification.url", url);
      job.submit();
      // All of them: a task that is killed while it begins may outlive its job for a moment.
      for (int task = 0; task < SPLITS; task++) {
        tasks.add(gate.accept());
      }
      job.killJob();
      assertEquals("KILLED", ends.poll(PATIENCE, TimeUnit.MILLISECONDS));
    } finally {
      for (Socket task : tasks) {
        task.close();
      }
      told.stop(0);
    }
  }

  @Tag("nightly")
  @Test
  void killedJobLeavesNothing() throws Exception {
    Job job = copy(WaitingMapper.class, "killed");
    job.getConfiguration().setBoolean(ALL_WAIT, true);
    killWhenItRuns(job);
    assertFalse(cluster.fs().exists(output("killed")));
    expectNoHiddenFolder();
  }

  /** The length of the URL; waits behind the first row where it is told to. */
  static final class LengthFunction extends Configured implements DerivedColumn.Function {
    @Override
    public Object apply(GenericRecord row) throws IOException {
      if (getConf().getBoolean(ALL_WAIT, false)) {
        waitForTheTest(getConf());
      }
      return row.get("url").toString().length();
    }
  }

  private static Job derive(Path place, String name) throws IOException {
    Job job = Job.getInstance(cluster.jobConf());
    ColumnInputFormat.addInputPath(job, place);
    Schema schema = Schema.create(Schema.Type.INT);
    DerivedColumn.set(job, "url", name, schema, LengthFunction.class);
    return job;
  }

  private static List<Object> values(Path place, String name) throws IOException {
    Configuration job = cluster.jobConf();
    ScanOptions.setColumns(job, name);
    return Scans.read(job, place).stream().map(r -> r.get(0)).toList();
  }

  @Tag("nightly")
  @Test
  void derivedColumnsAreAddedByTwoJobsAtATimeAndNotByOneThatIsKilled() throws Exception {
    Path place = output("derived");
    Crawl.write(cluster.jobConf(), place, rows, SPLITS);
    Job killed = derive(place, "length");
    killed.getConfiguration().setBoolean(ALL_WAIT, true);
    killWhenItRuns(killed);
    assertEquals(rows, Scans.crawl(cluster.jobConf(), place));
    assertThrows(CifException.class, () -> values(place, "length"));
    assertEquals(6 * SPLITS, files(place), "hidden files are left");

    Job one = derive(place, "length");
    Job other = derive(place, "size");
    one.submit();
    other.submit();
    assertTrue(one.waitForCompletion(false));
    assertTrue(other.waitForCompletion(false));
    List<Object> expected = new ArrayList<>();
    rows.forEach(row -> expected.add(row.get("url").toString().length()));
    assertEquals(expected, values(place, "length"));
    assertEquals(expected, values(place, "size"));
    assertEquals(rows, Scans.crawl(cluster.jobConf(), place));
    assertEquals(8 * SPLITS, files(place), "hidden files are left");
  }

  private static int files(Path place) throws IOException {
    int count = 0;
    for (var found = cluster.fs().listFiles(place, true); found.hasNext(); found.next()) {
      count++;
    }
    return count;
  }

  private static long counter(Job job, JobCounter counter) throws IOException {
    return job.getCounters().findCounter(counter).getValue();
  }

  private static Set<String> lines(Path place) throws IOException {
    Set<String> lines = new TreeSet<>();
    for (FileStatus file : cluster.fs().listStatus(place)) {
      if (file.getPath().getName().startsWith("part-")) {
        try (BufferedReader in =
            new BufferedReader(
                new InputStreamReader(cluster.fs().open(file.getPath()), StandardCharsets.UTF_8))) {
          in.lines().forEach(lines::add);
        }
      }
    }
    return lines;
  }
}
