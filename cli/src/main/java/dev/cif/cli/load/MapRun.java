package dev.cif.cli.load;

import dev.cif.format.commit.LockFile;
import java.io.IOException;
import java.util.BitSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run of a load's job over the tasks that are not done. */
final class MapRun {
  private static final Logger LOG = LoggerFactory.getLogger(MapRun.class);
  private static final String LOCAL_MAPS = "mapreduce.local.map.tasks.maximum";
  private static final int REPORT_MS = 500;
  private static final long FIRST_PAUSE_MS = 10;
  private static final long LAST_PAUSE_MS = 1000;

  private final Configuration conf;
  private final LoadFolder work;
  private final LoadPlan plan;
  private final LockFile lock;
  private final BitSet before;

  MapRun(Configuration conf, LoadFolder work, LoadPlan plan, LockFile lock) throws IOException {
    this.conf = conf;
    this.work = work;
    this.plan = plan;
    this.lock = lock;
    this.before = work.doneTasks(plan.id());
  }

  /**
   * Runs the maps.
   *
   * @throws LoadException with the first task's error, if one failed
   */
  void run(int maps, LoadJob.Listener listener) throws IOException, InterruptedException {
    killFormer();
    work.removeAttempts(plan.id());
    try (TaskJars jars = new TaskJars()) {
      Job job = job(maps, jars);
      Thread killer = new Thread(() -> kill(job));
      submit(job);
      work.writeJob(plan.id(), LoadJob.isLocal(conf) ? "" : job.getJobID().toString());
      Runtime.getRuntime().addShutdownHook(killer);
      boolean hasSucceeded;
      IOException unknown = null;
      try {
        watch(job, listener);
        hasSucceeded = job.isSuccessful();
      } catch (InterruptedException e) {
        kill(job);
        throw e;
      } catch (IOException e) {
        // YARN knows nothing of a job that has ended, and its history server may be down.
        kill(job);
        lock.keep();
        hasSucceeded = work.doneTasks(plan.id()).cardinality() == plan.tasks().size();
        unknown = e;
      } finally {
        removeHook(killer);
      }
      if (!hasSucceeded) {
        throw failure(job, unknown);
      }
    }
  }

  /** Kills the job of a former run whose process has died; a job in that process died with it. */
  private void killFormer() throws IOException, InterruptedException {
    String former = work.job(plan.id());
    if (former.isEmpty() || LoadJob.isLocal(conf)) {
      return;
    }
    Cluster cluster = new Cluster(conf);
    try {
      Job job = cluster.getJob(JobID.forName(former));
      if (job != null && !job.isComplete()) {
        job.killJob();
      }
    } catch (IOException e) {
      // YARN has forgotten it. If it still ran, it would write the same files as this run.
      LOG.debug("Job {} is not found", former, e);
    } finally {
      cluster.close();
    }
  }

  private Job job(int maps, TaskJars jars) throws IOException {
    Job job = Job.getInstance(conf, "cif load");
    Configuration own = job.getConfiguration();
    if (LoadJob.isLocal(own)) {
      own.setInt(MRJobConfig.TASK_PROGRESS_REPORT_INTERVAL, REPORT_MS);
      own.setInt(LOCAL_MAPS, maps == 0 ? Runtime.getRuntime().availableProcessors() : maps);
    } else {
      own.setInt(MRJobConfig.JOB_RUNNING_MAP_LIMIT, maps);
      jars.addTo(own);
    }
    job.setInputFormatClass(LoadInputFormat.class);
    job.setMapperClass(LoadMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputFormatClass(LoadOutputFormat.class);
    return job;
  }

  private static void submit(Job job) throws IOException, InterruptedException {
    try {
      job.submit();
    } catch (ClassNotFoundException e) {
      throw new LoadException("the job cannot be submitted: " + e.getMessage(), e);
    }
  }

  private static void kill(Job job) {
    try {
      job.killJob();
    } catch (IOException e) {
      // Files that it may still write are ignored, or are those that the next run would write.
      LOG.debug("Job {} cannot be killed", job.getJobID(), e);
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending, and the hook runs.
    }
  }

  private void watch(Job job, LoadJob.Listener listener) throws IOException, InterruptedException {
    long pause = FIRST_PAUSE_MS;
    long bytesBefore = before.stream().mapToLong(task -> plan.tasks().get(task).bytes()).sum();
    while (!job.isComplete()) {
      Thread.sleep(pause);
      pause = Math.min(LAST_PAUSE_MS, pause + FIRST_PAUSE_MS);
      lock.keep();
      Counters counters = job.getCounters();
      if (counters != null) {
        listener.update(
            counters.findCounter(LoadCounter.ROWS).getValue(),
            bytesBefore + counters.findCounter(LoadCounter.BYTES).getValue(),
            before.cardinality() + (int) counters.findCounter(LoadCounter.TASKS).getValue(),
            plan.tasks().size());
      }
    }
  }

  /**
   * Returns the error of the first task that reported one.
   *
   * @param unknown reason for which the end of the job is unknown, or null
   */
  private LoadException failure(Job job, IOException unknown)
      throws IOException, InterruptedException {
    BitSet done = work.doneTasks(plan.id());
    String first = null;
    int others = 0;
    for (int task = 0; task < plan.tasks().size(); task++) {
      String error = done.get(task) ? null : work.error(plan.id(), task);
      others += first != null && error != null ? 1 : 0;
      first = first == null ? error : first;
    }
    if (first == null) {
      first =
          unknown == null
              ? "the job failed: " + job.getStatus().getFailureInfo()
              : "how " + job.getJobID() + " ended is not known: " + unknown.getMessage();
    }
    return new LoadException(
        first
            + (others == 0 ? "" : " (and " + others + " more tasks failed)")
            + "; "
            + done.cardinality()
            + " of "
            + plan.tasks().size()
            + " tasks are done and kept in "
            + work.path()
            + ": mend what is wrong, and give the same command again to do the others, or delete"
            + " that folder",
        unknown);
  }
}
