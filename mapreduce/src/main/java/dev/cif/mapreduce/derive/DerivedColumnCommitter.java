package dev.cif.mapreduce.derive;

import dev.cif.format.commit.AddedColumn;
import dev.cif.format.commit.AddedColumnWriter;
import dev.cif.format.schema.CifException;
import dev.cif.mapreduce.scan.SplitPlanner;
import dev.cif.mapreduce.write.ColumnOutputCommitter;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the column files of {@link DerivedColumn} when all tasks have succeeded. Until then,
 * the tasks' descriptions of their files are kept in a hidden folder beside the data, once for each
 * task. Files of attempts that were lost are removed at the end of the job.
 */
final class DerivedColumnCommitter extends FileOutputCommitter {
  private static final Logger LOG = LoggerFactory.getLogger(DerivedColumnCommitter.class);

  private final Path folder;

  DerivedColumnCommitter(TaskAttemptContext context) throws IOException {
    super(folder(context), ColumnOutputCommitter.algorithmOne(context));
    folder = folder(context);
  }

  /**
   * Returns the hidden folder: in the first input folder, or beside it if the input is a pattern.
   */
  private static Path folder(JobContext job) {
    Path input = FileInputFormat.getInputPaths(job)[0];
    return new Path(withoutPattern(input), "_derived." + job.getJobID());
  }

  private static Path withoutPattern(Path input) {
    Path place = input;
    while (place.getName().matches(".*[*?\\[{].*")) {
      place = place.getParent();
    }
    return place;
  }

  @Override
  public void commitJob(JobContext job) throws IOException {
    super.commitJob(job);
    try {
      List<AddedColumn> columns = columns(job.getConfiguration());
      expectInput(job, columns);
      int published = new ColumnPublication(job.getConfiguration()).publish(columns);
      LOG.info("The column was added to {} split-directories", published);
    } finally {
      tidyUp(job);
    }
  }

  private List<AddedColumn> columns(Configuration conf) throws IOException {
    FileSystem fs = folder.getFileSystem(conf);
    List<AddedColumn> columns = new ArrayList<>();
    for (FileStatus file : fs.listStatus(folder)) {
      if (file.getPath().getName().startsWith("part-")) {
        columns.addAll(AddedColumn.readList(fs, file));
      }
    }
    return columns;
  }

  /** Others than the job's tasks may have written where these say what they have done. */
  private static void expectInput(JobContext job, List<AddedColumn> columns) throws IOException {
    Set<Path> inputs = new HashSet<>();
    for (Path input : FileInputFormat.getInputPaths(job)) {
      Path place = withoutPattern(input);
      inputs.add(place.getFileSystem(job.getConfiguration()).makeQualified(place));
    }
    for (AddedColumn column : columns) {
      Path at = column.directory();
      while (at != null && !inputs.contains(at)) {
        at = at.getParent();
      }
      if (at == null) {
        throw new CifException(
            "a task's list names the split-directory "
                + column.directory()
                + ", which is none of the job's input; no column was added");
      }
    }
  }

  @Override
  public void abortJob(JobContext job, JobStatus.State state) throws IOException {
    try {
      super.abortJob(job, state);
    } finally {
      tidyUp(job);
      DescribedColumns.takeBack(
          job.getConfiguration(), job.getConfiguration().get(DerivedColumn.NAME));
    }
  }

  /** Removes the job's temporary files as far as possible; readers see none of them. */
  private void tidyUp(JobContext job) {
    Configuration conf = job.getConfiguration();
    try {
      folder.getFileSystem(conf).delete(folder, true);
      for (Path directory : SplitPlanner.directories(conf, FileInputFormat.getInputPaths(job))) {
        removeLeftovers(conf, directory, job);
      }
    } catch (IOException e) {
      LOG.warn("Hidden files of job {} are left in its input", job.getJobID(), e);
    }
  }

  private static void removeLeftovers(Configuration conf, Path directory, JobContext job)
      throws IOException {
    try {
      AddedColumnWriter.removeLeftovers(
          directory.getFileSystem(conf), directory, job.getJobID().toString());
    } catch (FileNotFoundException e) {
      LOG.debug("Removed by somebody else: {}", directory, e);
    }
  }
}
