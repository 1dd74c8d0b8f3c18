package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.mapreduce.record.Record;
import dev.cif.mapreduce.scan.ScanCounters;
import java.io.File;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.MultipleInputs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs whose tasks map in several threads, or decode ahead, in local mode. */
class ThreadedJobTest {
  private static final int ROWS = 2000;
  private static final int SPLITS = 2;
  private static final int THREADS = 3;
  private static final String OF_TEST = "of the test";

  /** Threads of the older interface that have mapped a row. */
  private static final Set<String> OLD_THREADS = ConcurrentHashMap.newKeySet();

  /** Opens when two of them have. */
  private static volatile CountDownLatch twoThreads;

  /** The threads in which mappers were made, with the class that they found in their job. */
  private static final Map<String, String> MAPPERS = new ConcurrentHashMap<>();

  @TempDir File folder;
  private final Configuration conf = new Configuration();
  private Path input;
  private Path output;

  /** Gives a one for the second inlink of each row; counts rows, set-ups and clean-ups. */
  static final class InlinkMapper extends Mapper<NullWritable, Record, Text, IntWritable> {
    private Thread made;

    @Override
    protected void setup(Context context) throws IOException {
      made = Thread.currentThread();
      try {
        MAPPERS.put(made.getName(), context.getMapperClass().getSimpleName());
      } catch (ClassNotFoundException e) {
        throw new IOException(e);
      }
      context.getCounter(OF_TEST, "set up").increment(1);
    }

    @Override
    protected void map(NullWritable key, Record row, Context context)
        throws IOException, InterruptedException {
      assertEquals(made, Thread.currentThread());
      String last = ((List<?>) row.get("inlink")).get(1).toString();
      context.getCounter(OF_TEST, "rows").increment(1);
      context.write(new Text(last), new IntWritable(1));
    }

    @Override
    protected void cleanup(Context context) {
      context.getCounter(OF_TEST, "cleaned up").increment(1);
    }
  }

  /** Counterpart of {@link InlinkMapper} for the older interface. */
  static final class OldInlinkMapper extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<NullWritable, Record, Text, IntWritable> {
    @Override
    public void map(
        NullWritable key, Record row, OutputCollector<Text, IntWritable> out, Reporter reporter)
        throws IOException {
      if (OLD_THREADS.add(Thread.currentThread().getName())) {
        awaitTwoThreads();
      }
      String last = ((List<?>) row.get("inlink")).get(1).toString();
      reporter.incrCounter(OF_TEST, "rows", 1);
      out.collect(new Text(last), new IntWritable(1));
    }
  }

  /** The first thread would else map all rows before the second begins, on a busy machine. */
  private static void awaitTwoThreads() throws IOException {
    twoThreads.countDown();
    try {
      if (!twoThreads.await(1, TimeUnit.MINUTES)) {
        throw new IOException("no second thread maps rows");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** Counterpart of {@link CountReducer} for the older interface. */
  static final class OldCountReducer extends MapReduceBase
      implements org.apache.hadoop.mapred.Reducer<Text, IntWritable, NullWritable, GenericRecord> {
    @Override
    public void reduce(
        Text key,
        Iterator<IntWritable> numbers,
        OutputCollector<NullWritable, GenericRecord> out,
        Reporter reporter)
        throws IOException {
      int sum = 0;
      while (numbers.hasNext()) {
        sum += numbers.next().get();
      }
      GenericRecord record = new GenericData.Record(CountReducer.SCHEMA);
      record.put("inlink", key.toString());
      record.put("count", sum);
      out.collect(NullWritable.get(), record);
    }
  }

  /** Fails at one row, in whichever thread. */
  static final class FailingMapper
      extends Mapper<NullWritable, Record, NullWritable, IndexedRecord> {
    @Override
    protected void map(NullWritable key, Record row, Context context)
        throws IOException, InterruptedException {
      context.write(key, row);
      if (row.get("url").toString().endsWith("page700")) {
        throw new IOException("as the test wants it");
      }
    }
  }

  /** Counterpart of {@link FailingMapper} for the older interface. */
  static final class OldFailingMapper extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<
          NullWritable, Record, NullWritable, IndexedRecord> {
    @Override
    public void map(
        NullWritable key,
        Record row,
        OutputCollector<NullWritable, IndexedRecord> out,
        Reporter reporter)
        throws IOException {
      out.collect(key, row);
      if (row.get("url").toString().endsWith("page700")) {
        throw new IOException("as the test wants it");
      }
    }
  }

  @BeforeEach
  void write() throws IOException {
    MAPPERS.clear();
    OLD_THREADS.clear();
    twoThreads = new CountDownLatch(2);
    conf.set("hadoop.tmp.dir", new File(folder, "tmp").toString());
    conf.set("cif.block.rows", "300");
    input = new Path(new File(folder, "in").toURI());
    output = new Path(new File(folder, "out").toURI());
    Crawl.write(conf, input, Crawl.rows(ROWS), SPLITS);
  }

  private Job countJob() throws IOException {
    Job job = Job.getInstance(conf);
    job.setInputFormatClass(ColumnInputFormat.class);
    ColumnInputFormat.addInputPath(job, input);
    job.setMapperClass(InlinkMapper.class);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(IntWritable.class);
    job.setCombinerClass(SumCombiner.class);
    job.setReducerClass(CountReducer.class);
    job.setOutputFormatClass(ColumnOutputFormat.class);
    ColumnOutputFormat.setOutputPath(job, output);
    ColumnOutputFormat.setSchema(job, CountReducer.SCHEMA);
    return job;
  }

  private Map<String, Object> counts() throws IOException {
    Map<String, Object> counts = new TreeMap<>();
    Scans.read(new Configuration(), output)
        .forEach(row -> counts.put(row.get(0).toString(), row.get(1)));
    return counts;
  }

  /** Returns the counts of {@link Crawl#rows}. */
  private static Map<String, Object> expectedCounts() {
    Map<String, Object> counts = new TreeMap<>();
    Crawl.rows(ROWS)
        .forEach(
            row ->
                counts.merge(
                    ((List<?>) row.get("inlink")).get(1).toString(),
                    1,
                    (a, b) -> (Integer) a + (Integer) b));
    return counts;
  }

  private static void expectNoThreads() {
    assertFalse(
        Thread.getAllStackTraces().keySet().stream()
            .anyMatch(thread -> thread.isAlive() && thread.getName().startsWith("cif-map-")));
  }

  private static long counter(Counters counters, String group, String name) {
    return counters.findCounter(group, name).getValue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, THREADS})
  void job_answersAndCountsAsWithOneThread(int threads) throws Exception {
    Job job = countJob();
    ColumnInputFormat.setThreads(job, threads);
    assertTrue(job.waitForCompletion(false));
    assertEquals(expectedCounts(), counts());
    Counters counters = job.getCounters();
    assertEquals(ROWS, counters.findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue());
    assertEquals(ROWS, counters.findCounter(TaskCounter.MAP_OUTPUT_RECORDS).getValue());
    assertEquals(ROWS, counters.findCounter(TaskCounter.COMBINE_INPUT_RECORDS).getValue());
    assertEquals(ROWS, counter(counters, OF_TEST, "rows"));
    assertEquals(ROWS, counter(counters, ScanCounters.TOTAL, ScanCounters.ROWS));
    String inlink = ScanCounters.ofColumn("inlink", ScanCounters.ROWS_READ);
    assertEquals(ROWS, counter(counters, ScanCounters.COLUMNS, inlink));
    assertEquals(4L * ROWS, counter(counters, ScanCounters.TOTAL, ScanCounters.VALUES_SKIPPED));
    assertEquals((long) SPLITS * threads, counter(counters, OF_TEST, "set up"));
    assertEquals((long) SPLITS * threads, counter(counters, OF_TEST, "cleaned up"));
    assertEquals(threads, MAPPERS.size(), MAPPERS::toString);
    assertEquals(Set.of("InlinkMapper"), new HashSet<>(MAPPERS.values()));
    expectNoThreads();
  }

  private JobConf olderCountJob() {
    JobConf job = new JobConf(conf);
    job.setInputFormat(dev.cif.mapred.ColumnInputFormat.class);
    dev.cif.mapred.ColumnInputFormat.addInputPath(job, input);
    dev.cif.mapred.ColumnInputFormat.setThreads(job, THREADS);
    job.setMapperClass(OldInlinkMapper.class);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(IntWritable.class);
    job.setReducerClass(OldCountReducer.class);
    job.setOutputFormat(dev.cif.mapred.ColumnOutputFormat.class);
    dev.cif.mapred.ColumnOutputFormat.setOutputPath(job, output);
    dev.cif.mapred.ColumnOutputFormat.setSchema(job, CountReducer.SCHEMA);
    return job;
  }

  @Test
  void olderInterface_answersAndCountsAsWithOneThread() throws Exception {
    org.apache.hadoop.mapred.Counters counters = JobClient.runJob(olderCountJob()).getCounters();
    assertEquals(expectedCounts(), counts());
    assertEquals(ROWS, counters.findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue());
    assertEquals(ROWS, counters.findCounter(OF_TEST, "rows").getValue());
    assertEquals(ROWS, counters.findCounter(ScanCounters.TOTAL, ScanCounters.ROWS).getValue());
    long opened = counters.findCounter(ScanCounters.TOTAL, ScanCounters.FILES_OPENED).getValue();
    assertTrue(opened > SPLITS, "threads open files of their own: " + opened);
  }

  @Test
  void rowsThatAreWrittenByThreads_areThoseThatWereRead() throws Exception {
    Job job = Crawl.copyJob(conf, input, output);
    ColumnInputFormat.setThreads(job, THREADS);
    assertTrue(job.waitForCompletion(false));
    assertEquals(Scans.crawl(conf, input), Scans.crawl(conf, output));
  }

  @Test
  void mapperThatThrowsInOneThread_failsTheJobAndLeavesNothing() throws Exception {
    Job job = Crawl.copyJob(conf, input, output);
    job.setMapperClass(FailingMapper.class);
    ColumnInputFormat.setThreads(job, THREADS);
    assertFalse(job.waitForCompletion(false));
    JobConf older = Crawl.olderCopyJob(conf, input, output);
    older.setMapperClass(OldFailingMapper.class);
    dev.cif.mapred.ColumnInputFormat.setThreads(older, THREADS);
    assertThrows(IOException.class, () -> JobClient.runJob(older));
    assertFalse(output.getFileSystem(conf).exists(output));
    expectNoThreads();
  }

  @Test
  void rowsDecodedAhead_areCopiedInTheirOrder() throws Exception {
    Job job = Crawl.copyJob(conf, input, output);
    ColumnInputFormat.setDecodeAhead(job, true);
    assertTrue(job.waitForCompletion(false));
    Configuration plain = new Configuration();
    assertEquals(Scans.read(plain, input), Scans.read(plain, output));
    Path older = new Path(output.getParent(), "older");
    JobConf second = Crawl.olderCopyJob(conf, input, older);
    dev.cif.mapred.ColumnInputFormat.setDecodeAhead(second, true);
    assertTrue(JobClient.runJob(second).isSuccessful());
    assertEquals(Scans.read(plain, input), Scans.read(plain, older));
  }

  /** Hadoop plans these on copies of the job, whose mapper is one of its own. */
  @Test
  void jobOfSeveralInputs_runsInOneThread() throws Exception {
    Job job = countJob();
    ColumnInputFormat.setThreads(job, THREADS);
    MultipleInputs.addInputPath(job, input, ColumnInputFormat.class, InlinkMapper.class);
    assertTrue(job.waitForCompletion(false));
    assertEquals(expectedCounts(), counts());
    Map<String, Long> of = new HashMap<>();
    job.getCounters().getGroup(OF_TEST).forEach(c -> of.put(c.getName(), c.getValue()));
    assertEquals(Map.of("rows", (long) ROWS, "set up", 2L, "cleaned up", 2L), of);
  }
}
