package dev.cif.mapreduce;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/**
 * Makes the output of a job visible by one rename: tasks write, and their output is gathered, in a
 * hidden folder beside the place of the output ({@code _<name>.<job id>}), which gets the output's
 * name when the job has succeeded. Of retries and speculative attempts one is taken; a job that
 * failed or was killed leaves nothing at the output's place.
 *
 * <p>Within the hidden folder Hadoop's algorithm 1 is at work, whatever the job is set to: a task's
 * output is renamed as a whole, whereas algorithm 2 merges it file by file, by which the
 * split-directories of two attempts could be mixed.
 */
public final class ColumnOutputCommitter extends FileOutputCommitter {
  private final Path output;
  private final Path hidden;

  /**
   * The committer of a task, or of the job.
   *
   * @param output the folder that the job makes
   */
  public ColumnOutputCommitter(Path output, TaskAttemptContext context) throws IOException {
    super(hidden(output, context.getJobID()), algorithmOne(context));
    this.output = output;
    this.hidden = hidden(output, context.getJobID());
  }

  private static Path hidden(Path output, JobID job) {
    return new Path(output.getParent(), "_" + output.getName() + "." + job);
  }

  /** The context with the algorithm by which a task's output is renamed as a whole. */
  static TaskAttemptContext algorithmOne(TaskAttemptContext context) {
    Configuration copy = new Configuration(context.getConfiguration());
    copy.setInt(FILEOUTPUTCOMMITTER_ALGORITHM_VERSION, 1);
    return new TaskAttemptContextImpl(copy, context.getTaskAttemptID());
  }

  @Override
  public void commitJob(JobContext context) throws IOException {
    super.commitJob(context);
    FileSystem fs = output.getFileSystem(context.getConfiguration());
    // Checked again: a rename to a folder that exists would move into it.
    if (fs.exists(output)) {
      throw new FileAlreadyExistsException(
          "Output directory "
              + output
              + " already exists: it was made while the job ran. The job's output is removed.");
    }
    if (!fs.rename(hidden, output)) {
      throw new IOException(hidden + " cannot be renamed to " + output);
    }
  }

  @Override
  public void abortJob(JobContext context, JobStatus.State state) throws IOException {
    super.abortJob(context, state);
    hidden.getFileSystem(context.getConfiguration()).delete(hidden, true);
  }
}
