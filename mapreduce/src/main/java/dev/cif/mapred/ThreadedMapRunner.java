package dev.cif.mapred;

import dev.cif.mapreduce.scan.DividedScan;
import dev.cif.mapreduce.scan.ScanOptions;
import java.io.IOException;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapRunnable;
import org.apache.hadoop.mapred.MapRunner;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.util.ReflectionUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a job's mapper in several threads if {@link ScanOptions#THREADS} asks for them. Each thread
 * creates its own mapper, and maps the rows that a {@link DividedScan} gives it. All threads write
 * to the task's one output, one at a time.
 */
final class ThreadedMapRunner<K, V> implements MapRunnable<NullWritable, IndexedRecord, K, V> {
  private static final Logger LOG = LoggerFactory.getLogger(ThreadedMapRunner.class);

  private JobConf job;

  /**
   * Installs the runner if the job asks for threads. Hadoop writes a job's settings after it has
   * planned the splits, so that this is early enough.
   */
  static void install(JobConf job) throws IOException {
    if (new ScanOptions(job).threads() > 1 && job.getMapRunnerClass() == MapRunner.class) {
      job.setMapRunnerClass(ThreadedMapRunner.class);
    }
  }

  static boolean isSet(JobConf job) throws IOException {
    boolean isSet = job.getMapRunnerClass() == ThreadedMapRunner.class;
    if (!isSet && new ScanOptions(job).threads() > 1) {
      LOG.warn(
          "{} is set, but the job has the runner {}: it gets its rows in one thread",
          ScanOptions.THREADS,
          job.getMapRunnerClass().getName());
    }
    return isSet;
  }

  @Override
  public void configure(JobConf job) {
    this.job = job;
  }

  @Override
  public void run(
      RecordReader<NullWritable, IndexedRecord> input,
      OutputCollector<K, V> output,
      Reporter reporter)
      throws IOException {
    DividedScan.Work work =
        new DividedScan.Work() {
          @Override
          public void read(DividedScan.Rows rows) throws IOException, InterruptedException {
            map(rows, output, reporter);
          }

          @Override
          public void tell(long rows) throws IOException {
            reporter.incrCounter(TaskCounter.MAP_INPUT_RECORDS, rows);
            // The call returns no row, and passes the reader's progress on to Hadoop.
            input.next(NullWritable.get(), null);
          }
        };
    try {
      DividedScan.of(reporter.getInputSplit()).run(work);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the task was interrupted", e);
    }
  }

  private void map(DividedScan.Rows rows, OutputCollector<K, V> output, Reporter reporter)
      throws IOException, InterruptedException {
    OutputCollector<K, V> oneAtATime =
        (key, value) -> {
          synchronized (output) {
            rows.expectRunning();
            output.collect(key, value);
          }
        };
    Mapper<NullWritable, IndexedRecord, K, V> mapper = mapper();
    try {
      IndexedRecord record = rows.newRecord();
      while (rows.next(record)) {
        mapper.map(NullWritable.get(), record, oneAtATime, reporter);
      }
    } finally {
      mapper.close();
    }
  }

  @SuppressWarnings("unchecked")
  private Mapper<NullWritable, IndexedRecord, K, V> mapper() {
    return (Mapper<NullWritable, IndexedRecord, K, V>)
        ReflectionUtils.newInstance(job.getMapperClass(), job);
  }
}
