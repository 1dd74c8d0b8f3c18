package dev.cif.bench.paper;

import dev.cif.bench.formats.ForwardingReader;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.Context;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Map time of jobs, by a counter: opening the input, the map function over all of it, and closing.
 * Hadoop's work in between is left out.
 */
final class MapTime {
  private static final String INPUT = "paper.input.format";
  private static final String GROUP = "paper";
  private static final String NANOS = "nanoseconds of maps";
  private static final AtomicReference<Throwable> FAILURE = new AtomicReference<>();

  private MapTime() {}

  /** Sets the job's input format so that the time of its readers counts. */
  static void measure(Job job, Class<? extends InputFormat<?, ?>> input) {
    FAILURE.set(null);
    job.getConfiguration().setClass(INPUT, input, InputFormat.class);
    job.setInputFormatClass(Input.class);
  }

  /** Returns the seconds of all tasks of a job that is done. */
  static double seconds(Job job) throws IOException {
    return job.getCounters().findCounter(GROUP, NANOS).getValue() / 1e9;
  }

  private static void add(TaskAttemptContext context, long start) {
    context.getCounter(GROUP, NANOS).increment(System.nanoTime() - start);
  }

  /**
   * Returns the failure of a map function in this process since {@link #measure}; null if there was
   * none. The tasks of Hadoop's local runner are in this process.
   */
  static Throwable failure() {
    return FAILURE.get();
  }

  /** Map function whose time counts. */
  abstract static class TimedMapper<O, P> extends Mapper<Object, Object, O, P> {
    @Override
    public void run(Context context) throws IOException, InterruptedException {
      long start = System.nanoTime();
      try {
        super.run(context);
      } catch (IOException | RuntimeException e) {
        FAILURE.compareAndSet(null, e);
        throw e;
      }
      add(context, start);
    }
  }

  /** Input format that forwards to the one that is measured. */
  public static final class Input extends InputFormat<Object, Object> {
    @Override
    public List<InputSplit> getSplits(JobContext context) throws IOException, InterruptedException {
      return real(context.getConfiguration()).getSplits(context);
    }

    @Override
    public RecordReader<Object, Object> createRecordReader(
        InputSplit split, TaskAttemptContext context) throws IOException, InterruptedException {
      return new Reader(real(context.getConfiguration()).createRecordReader(split, context));
    }

    @SuppressWarnings("unchecked")
    private static InputFormat<Object, Object> real(Configuration conf) {
      return (InputFormat<Object, Object>)
          ReflectionUtils.newInstance(conf.getClass(INPUT, null), conf);
    }
  }

  private static final class Reader extends ForwardingReader<Object, Object> {
    private TaskAttemptContext context;

    Reader(RecordReader<Object, Object> real) {
      super(real);
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context)
        throws IOException, InterruptedException {
      long start = System.nanoTime();
      super.initialize(split, context);
      add(context, start);
      this.context = context;
    }

    @Override
    public void close() throws IOException {
      long start = System.nanoTime();
      super.close();
      if (context != null) {
        add(context, start);
      }
    }
  }
}
