package dev.cif.bench.mrdb;

import dev.cif.bench.formats.JobOutput;
import dev.cif.bench.system.Disk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** Runs the jobs of a task, one after the other, and sums up their costs. */
final class JobRuns {
  private final MrdbData data;
  private final List<Path> outputs = new ArrayList<>();
  private final long start = System.nanoTime();
  private final long readBefore;
  private long shuffled;

  JobRuns(MrdbData data) throws IOException {
    this.data = data;
    // Local mode's own counters are of all jobs together.
    readBefore = Disk.bytesReadByProcess();
  }

  /** Runs a job; returns its output's folder. */
  Path run(Job job) throws IOException, InterruptedException, ClassNotFoundException {
    Path output = data.path("output-" + ProcessHandle.current().pid() + "-" + outputs.size());
    data.fs().delete(output, true);
    FileOutputFormat.setOutputPath(job, output);
    outputs.add(output);
    if (!job.waitForCompletion(false)) {
      throw new IOException(job.getJobName() + " failed: " + job.getStatus().getFailureInfo());
    }
    shuffled += job.getCounters().findCounter(TaskCounter.REDUCE_SHUFFLE_BYTES).getValue();
    return output;
  }

  /** Runs the last job; returns the costs of all jobs, and the answer. */
  TaskRun last(Job job) throws IOException, InterruptedException, ClassNotFoundException {
    Path output = run(job);
    double seconds = (System.nanoTime() - start) / 1e9;
    long read = Disk.bytesReadByProcess() - readBefore;
    List<String> answer = JobOutput.lines(data.fs(), output);
    for (Path folder : outputs) {
      data.fs().delete(folder, true);
    }
    return new TaskRun(seconds, shuffled, read, answer);
  }
}
