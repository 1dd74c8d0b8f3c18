package dev.cif.bench.formats;

import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.hadoop.util.ReflectionUtils;

/** Scan of a folder by a format's input format, in one thread and without a job. */
public final class InputScan {
  private final FileFormat format;
  private final Schema schema;
  private final int[] fields;
  private final Job job;
  private final InputFormat<?, ?> input;

  /** Function that computes a number from each row. */
  public interface RowFunction {
    long of(FieldValues row) throws IOException;
  }

  /** Sets up the scan of some fields. */
  public InputScan(FileFormat format, Configuration conf, Path folder, Schema schema, int... fields)
      throws IOException {
    this.format = format;
    this.schema = schema;
    this.fields = fields;
    job = Job.getInstance(conf);
    Class<? extends InputFormat<?, ?>> type = format.read(job, folder, schema, fields);
    input = ReflectionUtils.newInstance(type, job.getConfiguration());
  }

  /** Reads all rows; returns the sum of the function's numbers. */
  public long sum(RowFunction function) throws IOException, InterruptedException {
    long sum = 0;
    for (InputSplit split : input.getSplits(job)) {
      sum += sum(input, split, function);
    }
    return sum;
  }

  private <K, V> long sum(InputFormat<K, V> ofFormat, InputSplit split, RowFunction function)
      throws IOException, InterruptedException {
    TaskAttemptContext context =
        new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
    FieldValues values = format.values(job.getConfiguration(), schema, fields);
    long sum = 0;
    try (RecordReader<K, V> reader = ofFormat.createRecordReader(split, context)) {
      reader.initialize(split, context);
      while (reader.nextKeyValue()) {
        values.row(reader.getCurrentKey(), reader.getCurrentValue());
        sum += function.of(values);
      }
    }
    return sum;
  }
}
