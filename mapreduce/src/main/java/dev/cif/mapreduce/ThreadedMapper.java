package dev.cif.mapreduce;

import dev.cif.mapreduce.scan.DividedScan;
import dev.cif.mapreduce.scan.ScanOptions;
import java.io.IOException;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;
import org.apache.hadoop.mapreduce.task.MapContextImpl;
import org.apache.hadoop.util.ReflectionUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces the job's mapper if {@link ScanOptions#THREADS} asks for several threads. Each thread
 * creates a mapper of the job's class, and maps the rows that a {@link DividedScan} gives it. All
 * threads write to the task's one output, one at a time.
 */
final class ThreadedMapper<K, V> extends Mapper<NullWritable, IndexedRecord, K, V> {
  private static final Logger LOG = LoggerFactory.getLogger(ThreadedMapper.class);

  /** Setting with the class of the job's own mapper. */
  private static final String MAPPER = "cif.mapreduce.threads.mapper";

  /**
   * Installs the mapper if the job asks for threads. Hadoop writes a job's settings after it has
   * planned the splits, so that this is early enough.
   */
  static void install(Configuration job) throws IOException {
    if (new ScanOptions(job).threads() > 1 && !isInstalled(job)) {
      job.set(MAPPER, job.get(MRJobConfig.MAP_CLASS_ATTR, Mapper.class.getName()));
      job.set(MRJobConfig.MAP_CLASS_ATTR, ThreadedMapper.class.getName());
    }
  }

  private static boolean isInstalled(Configuration job) {
    return ThreadedMapper.class.getName().equals(job.get(MRJobConfig.MAP_CLASS_ATTR));
  }

  /** Returns true if the task runs this mapper. */
  static boolean isSet(Configuration job) throws IOException {
    boolean isSet = isInstalled(job);
    if (!isSet && new ScanOptions(job).threads() > 1) {
      LOG.warn(
          "{} is set, but the job's mapper is {}, not one that was there when splits were planned:"
              + " it runs in one thread",
          ScanOptions.THREADS,
          job.get(MRJobConfig.MAP_CLASS_ATTR));
    }
    return isSet;
  }

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    // A mapper sees the settings that its job has without threads.
    Configuration job = new JobConf(context.getConfiguration());
    job.set(MRJobConfig.MAP_CLASS_ATTR, job.get(MAPPER));
    DividedScan.of(context.getInputSplit())
        .run(
            new DividedScan.Work() {
              @Override
              public void read(DividedScan.Rows rows) throws IOException, InterruptedException {
                Mapper<NullWritable, IndexedRecord, K, V> mapper = mapper(job);
                mapper.run(
                    new WrappedMapper<NullWritable, IndexedRecord, K, V>()
                        .getMapContext(contextOf(rows, context, job)));
              }

              @Override
              public void tell(long rows) throws IOException, InterruptedException {
                context.getCounter(TaskCounter.MAP_INPUT_RECORDS).increment(rows);
                // The call returns no row, and passes the reader's progress on to Hadoop.
                context.nextKeyValue();
              }
            });
  }

  @SuppressWarnings("unchecked")
  private static <K, V> Mapper<NullWritable, IndexedRecord, K, V> mapper(Configuration job) {
    return (Mapper<NullWritable, IndexedRecord, K, V>)
        ReflectionUtils.newInstance(
            job.getClass(MRJobConfig.MAP_CLASS_ATTR, Mapper.class, Mapper.class), job);
  }

  private MapContextImpl<NullWritable, IndexedRecord, K, V> contextOf(
      DividedScan.Rows rows, Context task, Configuration job) {
    return new MapContextImpl<>(
        job,
        task.getTaskAttemptID(),
        new Reader(rows, task),
        new Writer<>(rows, task),
        task.getOutputCommitter(),
        new TaskReporter(task),
        task.getInputSplit());
  }

  /** Rows of one thread. */
  private static final class Reader extends RecordReader<NullWritable, IndexedRecord> {
    private final DividedScan.Rows rows;
    private final TaskAttemptContext task;
    private final IndexedRecord record;

    Reader(DividedScan.Rows rows, TaskAttemptContext task) {
      this.rows = rows;
      this.task = task;
      record = rows.newRecord();
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) {}

    @Override
    public boolean nextKeyValue() throws IOException, InterruptedException {
      return rows.next(record);
    }

    @Override
    public NullWritable getCurrentKey() {
      return NullWritable.get();
    }

    @Override
    public IndexedRecord getCurrentValue() {
      return record;
    }

    @Override
    public float getProgress() {
      return task.getProgress();
    }

    @Override
    public void close() {}
  }

  /** The task's output, for one thread. */
  private static final class Writer<K, V> extends RecordWriter<K, V> {
    private final DividedScan.Rows rows;
    private final Mapper<NullWritable, IndexedRecord, K, V>.Context task;

    Writer(DividedScan.Rows rows, Mapper<NullWritable, IndexedRecord, K, V>.Context task) {
      this.rows = rows;
      this.task = task;
    }

    @Override
    public void write(K key, V value) throws IOException, InterruptedException {
      synchronized (task) {
        rows.expectRunning();
        task.write(key, value);
      }
    }

    /** Does nothing: Hadoop closes the output. */
    @Override
    public void close(TaskAttemptContext context) {}
  }
}
