package dev.cif.bench.paper;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hive.ql.Context;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;

/**
 * Job over many empty records, with a map function that does nothing. It measures Hadoop's own cost
 * for each record, which no format can beat.
 */
final class EmptyJob {
  private static final String RECORDS = "paper.empty.records";

  private EmptyJob() {}

  /** Runs the job; returns its map time in seconds. */
  static double run(Place place, long records)
      throws IOException, InterruptedException, ClassNotFoundException {
    Job job = Job.getInstance(place.conf(), "an empty job");
    job.getConfiguration().setLong(RECORDS, records);
    MapTime.measure(job, Input.class);
    job.setMapperClass(NothingMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputFormatClass(NullOutputFormat.class);
    if (!job.waitForCompletion(false)) {
      throw new IOException("the empty job failed", MapTime.failure());
    }
    return MapTime.seconds(job);
  }

  /** Map function that does nothing with a record. */
  public static final class NothingMapper extends MapTime.TimedMapper<NullWritable, NullWritable> {
    @Override
    protected void map(Object key, Object value, Context context) {}
  }

  /** Input of one split. */
  public static final class Input extends InputFormat<NullWritable, NullWritable> {
    @Override
    public List<InputSplit> getSplits(JobContext context) {
      return List.of(new Split());
    }

    @Override
    public RecordReader<NullWritable, NullWritable> createRecordReader(
        InputSplit split, TaskAttemptContext context) {
      return new Reader(context.getConfiguration().getLong(RECORDS, 0));
    }
  }

  /** Split without content. */
  public static final class Split extends InputSplit implements Writable {
    @Override
    public long getLength() {
      return 0;
    }

    @Override
    public String[] getLocations() {
      return new String[0];
    }

    @Override
    public void write(DataOutput out) {}

    @Override
    public void readFields(DataInput in) {}
  }

  private static final class Reader extends RecordReader<NullWritable, NullWritable> {
    private final long records;
    private long next;

    Reader(long records) {
      this.records = records;
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) {}

    @Override
    public boolean nextKeyValue() {
      return next++ < records;
    }

    @Override
    public NullWritable getCurrentKey() {
      return NullWritable.get();
    }

    @Override
    public NullWritable getCurrentValue() {
      return NullWritable.get();
    }

    @Override
    public float getProgress() {
      return (float) next / records;
    }

    @Override
    public void close() {}
  }
}
