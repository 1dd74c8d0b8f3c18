package dev.cif.mapreduce.derive;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Collects the descriptions that the tasks of {@link DerivedColumn} emit for their files, a line
 * each.
 */
final class DerivedColumnOutputFormat extends OutputFormat<NullWritable, Text> {
  private DerivedColumnCommitter committer;

  @Override
  public void checkOutputSpecs(JobContext job) throws IOException {
    DerivedColumn.from(job.getConfiguration());
    DerivedColumn.function(job.getConfiguration());
  }

  @Override
  public RecordWriter<NullWritable, Text> getRecordWriter(TaskAttemptContext context)
      throws IOException {
    Path folder = getOutputCommitter(context).getWorkPath();
    Path file = new Path(folder, FileOutputFormat.getUniqueFile(context, "part", ""));
    FSDataOutputStream out = file.getFileSystem(context.getConfiguration()).create(file, false);
    return new RecordWriter<>() {
      @Override
      public void write(NullWritable key, Text line) throws IOException {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      }

      @Override
      public void close(TaskAttemptContext closed) throws IOException {
        out.close();
      }
    };
  }

  @Override
  public synchronized DerivedColumnCommitter getOutputCommitter(TaskAttemptContext context)
      throws IOException {
    if (committer == null) {
      committer = new DerivedColumnCommitter(context);
    }
    return committer;
  }
}
