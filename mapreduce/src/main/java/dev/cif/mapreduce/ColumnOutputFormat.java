package dev.cif.mapreduce;

import dev.cif.format.options.Release;
import dev.cif.mapreduce.write.ColumnOutputCommitter;
import dev.cif.mapreduce.write.ColumnTaskWriter;
import dev.cif.mapreduce.write.OutputOptions;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Writes split-directories in jobs of {@code org.apache.hadoop.mapreduce} (paper, section 4.2).
 * Keys are ignored, values are Avro records of the schema that is set.
 *
 * <pre>{@code
 * job.setOutputFormatClass(ColumnOutputFormat.class);
 * ColumnOutputFormat.setOutputPath(job, new Path("/data/2011-01-01"));
 * ColumnOutputFormat.setSchema(job, schema);
 * job.getConfiguration().set("cif.layout.metadata", "dcsl");
 * }</pre>
 *
 * <p>The output folder must not exist; it appears when the job has succeeded ({@link
 * ColumnOutputCommitter}). {@link dev.cif.format.options.WriteOptions} and {@link OutputOptions}
 * hold the settings by which columns are written. For {@code org.apache.hadoop.mapred} there is
 * {@code dev.cif.mapred.ColumnOutputFormat}.
 */
public class ColumnOutputFormat extends FileOutputFormat<Object, IndexedRecord> {
  private ColumnOutputCommitter committer;

  /** Sets the schema of the records: an Avro record schema, whose fields become the columns. */
  public static void setSchema(Job job, Schema schema) {
    OutputOptions.setSchema(job.getConfiguration(), schema);
  }

  @Override
  public void checkOutputSpecs(JobContext job) throws IOException {
    Release.expectOne();
    ColumnTaskWriter.check(job.getConfiguration());
    super.checkOutputSpecs(job);
  }

  @Override
  public RecordWriter<Object, IndexedRecord> getRecordWriter(TaskAttemptContext context)
      throws IOException {
    Path place = getDefaultWorkFile(context, "");
    int partition = context.getTaskAttemptID().getTaskID().getId();
    ColumnTaskWriter out = ColumnTaskWriter.open(context.getConfiguration(), place, partition);
    out.reportTo(context);
    return new Writer(out);
  }

  @Override
  public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext context)
      throws IOException {
    if (committer == null) {
      committer = new ColumnOutputCommitter(getOutputPath(context), context);
    }
    return committer;
  }

  /** Adapter of a {@link ColumnTaskWriter} for {@code org.apache.hadoop.mapreduce}. */
  private static final class Writer extends RecordWriter<Object, IndexedRecord> {
    private final ColumnTaskWriter out;

    Writer(ColumnTaskWriter out) {
      this.out = out;
    }

    @Override
    public void write(Object key, IndexedRecord value) throws IOException {
      out.write(value);
    }

    @Override
    public void close(TaskAttemptContext context) throws IOException {
      out.close();
    }
  }
}
