package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs on a cluster: YARN's NodeManagers with tasks in processes of their own, and HDFS. */
class ClusterTest {
  private static final int ROWS = 2000;
  private static final int SPLITS = 4;

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
        try (Socket test =
            new Socket(
                InetAddress.getLoopbackAddress(), context.getConfiguration().getInt(PORT, -1))) {
          int end = test.getInputStream().read();
          throw new IOException("the test is over: " + end);
        }
      }
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

  @Test
  void killedJobLeavesNothing() throws Exception {
    BlockingQueue<String> ends = new LinkedBlockingQueue<>();
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
      Job job = copy(WaitingMapper.class, "killed");
      job.getConfiguration().setInt(PORT, gate.getLocalPort());
      job.getConfiguration().setBoolean(ALL_WAIT, true);
      String url = "http://127.0.0.1:" + told.getAddress().getPort() + "/?$jobStatus";
      job.getConfiguration().set("mapreduce.job.end-notification.url", url);
      job.submit();
      try (Socket task = gate.accept()) {
        assertTrue(task.isConnected());
        job.killJob();
        // The job's master says so when it has tidied up.
        assertEquals("KILLED", ends.poll(PATIENCE, TimeUnit.MILLISECONDS));
      }
    } finally {
      told.stop(0);
    }
    assertFalse(cluster.fs().exists(output("killed")));
    expectNoHiddenFolder();
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
