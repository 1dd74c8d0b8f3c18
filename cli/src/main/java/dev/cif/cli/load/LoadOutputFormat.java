package dev.cif.cli.load;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Commits the tasks of a load. The maps write the files themselves, and {@link LoadJob} ends the
 * job; it also holds the lock.
 */
final class LoadOutputFormat extends OutputFormat<NullWritable, NullWritable> {
  @Override
  public void checkOutputSpecs(JobContext context) {
    // LoadJob has checked the output.
  }

  @Override
  public RecordWriter<NullWritable, NullWritable> getRecordWriter(TaskAttemptContext context) {
    return new NoRecords();
  }

  @Override
  public OutputCommitter getOutputCommitter(TaskAttemptContext context) {
    return new Committer();
  }

  /** Returns the folder in which an attempt writes. */
  static Path attempt(TaskAttemptContext context) {
    Path root = LoadJob.root(context.getConfiguration());
    return new Path(LoadFolder.attempts(root), context.getTaskAttemptID().toString());
  }

  private static final class NoRecords extends RecordWriter<NullWritable, NullWritable> {
    @Override
    public void write(NullWritable key, NullWritable value) {}

    @Override
    public void close(TaskAttemptContext context) {}
  }

  /** Committer of a task, by one rename. */
  private static final class Committer extends OutputCommitter {
    @Override
    public void setupJob(JobContext context) {}

    @Override
    public void setupTask(TaskAttemptContext context) {}

    @Override
    public boolean needsTaskCommit(TaskAttemptContext context) {
      return true;
    }

    @Override
    public void commitTask(TaskAttemptContext context) throws IOException {
      Configuration conf = context.getConfiguration();
      Path attempt = attempt(context);
      FileSystem fs = TargetFileSystems.of(attempt, conf);
      int task = LoadFolder.result(fs, attempt).task();
      try {
        LoadFolder.commit(fs, LoadJob.root(conf), attempt, task);
      } catch (IOException e) {
        LoadFolder.writeError(fs, LoadJob.root(conf), task, "" + e.getMessage());
        throw e;
      }
    }

    @Override
    public void abortTask(TaskAttemptContext context) throws IOException {
      Path attempt = attempt(context);
      TargetFileSystems.of(attempt, context.getConfiguration()).delete(attempt, true);
    }

    // After the master of a job has died, its successor does not repeat finished tasks.
    @Override
    public boolean isRecoverySupported(JobContext context) {
      return true;
    }

    @Override
    public void recoverTask(TaskAttemptContext context) {
      // The task's folder is there already.
    }
  }
}
