package dev.cif.mapred;

import dev.cif.mapreduce.ColumnTaskWriter;
import dev.cif.mapreduce.OutputOptions;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobContext;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.util.Progressable;

/**
 * Writes split-directories in jobs of {@code org.apache.hadoop.mapred}; all that {@link
 * dev.cif.mapreduce.ColumnOutputFormat} says holds.
 */
public class ColumnOutputFormat extends FileOutputFormat<Object, IndexedRecord> {

  /** Sets the schema of the records: an Avro record schema, whose fields become the columns. */
  public static void setSchema(JobConf job, Schema schema) {
    OutputOptions.setSchema(job, schema);
  }

  @Override
  public void checkOutputSpecs(FileSystem ignored, JobConf job) throws IOException {
    OutputOptions.from(job);
    super.checkOutputSpecs(ignored, job);
    // In this interface the committer is the job's, not the format's.
    job.setOutputCommitter(ColumnOutputCommitter.class);
  }

  @Override
  public RecordWriter<Object, IndexedRecord> getRecordWriter(
      FileSystem ignored, JobConf job, String name, Progressable progress) throws IOException {
    TaskAttemptID attempt = TaskAttemptID.forName(job.get(JobContext.TASK_ATTEMPT_ID));
    Path place = new Path(ColumnOutputCommitter.workPath(job, attempt), name);
    ColumnTaskWriter out = ColumnTaskWriter.open(job, place);
    return new RecordWriter<>() {
      @Override
      public void write(Object key, IndexedRecord value) throws IOException {
        out.write(value);
      }

      @Override
      public void close(Reporter reporter) throws IOException {
        out.close();
      }
    };
  }
}
