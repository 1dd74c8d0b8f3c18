package dev.cif.mapred;

import dev.cif.format.options.Release;
import dev.cif.format.schema.CifException;
import dev.cif.mapreduce.write.ColumnTaskWriter;
import dev.cif.mapreduce.write.OutputOptions;
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
 * Writes split-directories in jobs of {@code org.apache.hadoop.mapred}, with the same settings and
 * limits as {@link dev.cif.mapreduce.ColumnOutputFormat}.
 */
public class ColumnOutputFormat extends FileOutputFormat<Object, IndexedRecord> {

  /**
   * Sets the schema of the records: an Avro record schema, whose fields become the columns. Also
   * sets the job's committer, which in this interface belongs to the job and not to the format.
   */
  public static void setSchema(JobConf job, Schema schema) {
    OutputOptions.setSchema(job, schema);
    job.setOutputCommitter(ColumnOutputCommitter.class);
  }

  @Override
  public void checkOutputSpecs(FileSystem ignored, JobConf job) throws IOException {
    Release.expectOne();
    ColumnTaskWriter.check(job);
    // Set here, it would come too late for Hadoop's local runner, and the output would be lost.
    if (!(job.getOutputCommitter() instanceof ColumnOutputCommitter)) {
      throw new CifException(
          "the job's committer is "
              + job.getOutputCommitter().getClass().getName()
              + "; set the schema with ColumnOutputFormat.setSchema, or the committer with"
              + " JobConf.setOutputCommitter, to "
              + ColumnOutputCommitter.class.getName());
    }
    super.checkOutputSpecs(ignored, job);
  }

  @Override
  public RecordWriter<Object, IndexedRecord> getRecordWriter(
      FileSystem ignored, JobConf job, String name, Progressable progress) throws IOException {
    TaskAttemptID attempt = TaskAttemptID.forName(job.get(JobContext.TASK_ATTEMPT_ID));
    Path place = new Path(ColumnOutputCommitter.workPath(job, attempt), name);
    ColumnTaskWriter out = ColumnTaskWriter.open(job, place, attempt.getTaskID().getId());
    if (progress != null) {
      out.reportTo(progress);
    }
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
