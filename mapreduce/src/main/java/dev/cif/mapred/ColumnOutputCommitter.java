package dev.cif.mapred;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobContext;
import org.apache.hadoop.mapred.OutputCommitter;
import org.apache.hadoop.mapred.TaskAttemptContext;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/**
 * Adapter of {@link dev.cif.mapreduce.write.ColumnOutputCommitter} for {@code
 * org.apache.hadoop.mapred}. Hadoop creates it from its class, which {@link
 * ColumnOutputFormat#setSchema} puts into the job.
 */
public final class ColumnOutputCommitter extends OutputCommitter {

  /** Creates a committer for Hadoop. */
  public ColumnOutputCommitter() {}

  /** Returns the folder in which an attempt writes. */
  static Path workPath(JobConf job, TaskAttemptID attempt) throws IOException {
    return of(job, new TaskAttemptContextImpl(job, attempt)).getWorkPath();
  }

  private static dev.cif.mapreduce.write.ColumnOutputCommitter of(
      JobConf job, org.apache.hadoop.mapreduce.TaskAttemptContext context) throws IOException {
    return new dev.cif.mapreduce.write.ColumnOutputCommitter(
        FileOutputFormat.getOutputPath(job), context);
  }

  /** Returns the committer of the job; the attempt only names the job. */
  private static dev.cif.mapreduce.write.ColumnOutputCommitter of(JobContext job)
      throws IOException {
    org.apache.hadoop.mapreduce.JobID id = job.getJobID();
    TaskAttemptID any =
        new TaskAttemptID(id.getJtIdentifier(), id.getId(), TaskType.JOB_SETUP, 0, 0);
    return of(job.getJobConf(), new TaskAttemptContextImpl(job.getConfiguration(), any));
  }

  @Override
  public void setupJob(JobContext job) throws IOException {
    of(job).setupJob(job);
  }

  @Override
  public void commitJob(JobContext job) throws IOException {
    of(job).commitJob(job);
  }

  @Override
  public void abortJob(JobContext job, int status) throws IOException {
    JobStatus.State state =
        status == org.apache.hadoop.mapred.JobStatus.KILLED
            ? JobStatus.State.KILLED
            : JobStatus.State.FAILED;
    of(job).abortJob(job, state);
  }

  @Override
  public void setupTask(TaskAttemptContext task) throws IOException {
    of(task.getJobConf(), task).setupTask(task);
  }

  @Override
  public boolean needsTaskCommit(TaskAttemptContext task) throws IOException {
    return of(task.getJobConf(), task).needsTaskCommit(task);
  }

  @Override
  public void commitTask(TaskAttemptContext task) throws IOException {
    of(task.getJobConf(), task).commitTask(task);
  }

  @Override
  public void abortTask(TaskAttemptContext task) throws IOException {
    of(task.getJobConf(), task).abortTask(task);
  }

  @Override
  public boolean isRecoverySupported(JobContext job) {
    return true;
  }

  @Override
  public void recoverTask(TaskAttemptContext task) throws IOException {
    of(task.getJobConf(), task).recoverTask(task);
  }
}
