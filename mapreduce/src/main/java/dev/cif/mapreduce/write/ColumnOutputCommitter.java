package dev.cif.mapreduce.write;

import dev.cif.format.commit.TableFiles;
import java.io.IOException;
import java.util.Map;
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
 * Makes the output of a job visible by one rename. Tasks write into a hidden folder beside the
 * output's path ({@code _<name>.<job id>}), in which their output is gathered. The folder gets the
 * output's name when the job has succeeded. Of several attempts of a task, retries or speculative
 * ones, one is taken. A job that failed or was killed leaves nothing at the output's path.
 *
 * <p>The output has a table file, unless it is a partition, or a part of a table that has one.
 *
 * <p>Within the hidden folder Hadoop's algorithm 1 is used, whatever the job's setting: it renames
 * a task's output as a whole. Algorithm 2 merges it file by file, which could mix the
 * split-directories of two attempts.
 */
public final class ColumnOutputCommitter extends FileOutputCommitter {
  private final Path output;
  private final Path hidden;

  /**
   * Creates the committer of a task, or of the job.
   *
   * @param output folder that the job creates
   */
  public ColumnOutputCommitter(Path output, TaskAttemptContext context) throws IOException {
    super(hidden(output, context.getJobID()), algorithmOne(context));
    this.output = output;
    this.hidden = hidden(output, context.getJobID());
  }

  private static Path hidden(Path output, JobID job) {
    return new Path(output.getParent(), "_" + output.getName() + "." + job);
  }

  /** Returns the context with the algorithm that renames a task's output as a whole. */
  public static TaskAttemptContext algorithmOne(TaskAttemptContext context) {
    Configuration copy = new Configuration(context.getConfiguration());
    copy.setInt(FILEOUTPUTCOMMITTER_ALGORITHM_VERSION, 1);
    return new TaskAttemptContextImpl(copy, context.getTaskAttemptID());
  }

  @Override
  public void commitJob(JobContext context) throws IOException {
    super.commitJob(context);
    Configuration job = context.getConfiguration();
    FileSystem fs = output.getFileSystem(job);
    if (job.get(OutputOptions.SCHEMA) != null) {
      TableFiles.describe(fs, hidden, output, OutputOptions.from(job).columns(), Map.of());
    }
    // Checked again: a rename to an existing folder would move into it.
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
