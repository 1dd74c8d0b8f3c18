package dev.cif.cli.load;

import dev.cif.cli.source.SourceFile;
import dev.cif.format.commit.LockFile;
import dev.cif.format.commit.LockedException;
import dev.cif.format.commit.TableFiles;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRConfig;

/**
 * Load by a MapReduce job without reduces. The table appears by one rename when all is done. If a
 * load fails or is killed, its finished tasks are kept in a {@link LoadFolder}. The next load with
 * the same settings, files and target resumes from there. Not thread-safe.
 */
public final class LoadJob {
  /** Setting with the work folder's part for the plan, for the maps. */
  private static final String ROOT = "cif.load.root";

  /** Setting with the table's folder, for the maps. */
  private static final String TARGET = "cif.load.target";

  private final Configuration conf;
  private final LoadSettings settings;
  private final CifSchema schema;
  private final List<SourceFile> files;
  private final FileSystem fs;
  private final Path target;
  private final LoadFolder work;

  /** Listener that hears of a load's progress. */
  public interface Listener {
    /** Receives a message for the user. */
    void say(String message);

    /**
     * Receives the progress of the load.
     *
     * @param rows rows that this run has written
     * @param bytes bytes that the tasks of this run, and those before, have read
     * @param done number of finished tasks of all runs
     * @param tasks number of tasks
     */
    void update(long rows, long bytes, int done, int tasks);
  }

  /**
   * Totals of a load, by this run and the interrupted ones before it.
   *
   * @param rows number of rows of the table
   * @param splits number of split-directories
   * @param rawBytes bytes of values before encoding
   * @param bytesWritten bytes of files
   * @param tasks number of tasks of the load
   * @param doneBefore number of tasks that were done when this run began
   */
  public record Result(
      long rows, int splits, long rawBytes, long bytesWritten, int tasks, int doneBefore) {}

  /**
   * Creates a load; nothing is done yet.
   *
   * @param conf Hadoop's settings: {@code mapreduce.framework.name} decides where the maps run
   * @param settings settings of the load
   * @param schema schema of the first file, or the one that the user gave
   * @param files files in the order of their rows in the table
   * @param target the table's folder, which must not exist or be empty
   * @throws LoadException if the target cannot be a table's folder
   */
  public LoadJob(
      Configuration conf,
      LoadSettings settings,
      CifSchema schema,
      List<SourceFile> files,
      Path target)
      throws IOException {
    this.conf = new Configuration(conf);
    this.settings = settings;
    this.schema = schema;
    this.files = List.copyOf(files);
    this.fs = TargetFileSystems.of(target, conf);
    this.target = fs.makeQualified(target);
    this.work = new LoadFolder(fs, this.target);
  }

  /** Returns true if maps run in this process. */
  public static boolean isLocal(Configuration conf) {
    // Only a JobConf is sure to have read mapred-site.xml.
    String local = MRConfig.LOCAL_FRAMEWORK_NAME;
    return new JobConf(conf).get(MRConfig.FRAMEWORK_NAME, local).equals(local);
  }

  /** Sets a job's table and work folder for its tasks. */
  static void describe(Configuration job, Path target, Path root) {
    job.set(TARGET, target.toString());
    job.set(ROOT, root.toString());
  }

  /** Returns the work folder of the load that a job belongs to. */
  static LoadFolder workFolder(Configuration job) throws IOException {
    Path target = new Path(job.get(TARGET));
    return new LoadFolder(TargetFileSystems.of(target, job), target);
  }

  /** Returns the part of the work folder that belongs to the plan of a job. */
  static Path root(Configuration job) {
    return new Path(job.get(ROOT));
  }

  /**
   * Refuses a folder that is not empty.
   *
   * @throws LoadException naming an entry of it
   */
  public static void requireEmpty(FileSystem fs, Path target) throws IOException {
    if (!fs.exists(target)) {
      return;
    }
    // A table that was created, and has no rows yet, has its table file.
    FileStatus[] children =
        fs.listStatus(target, child -> !child.equals(TableFiles.file(child.getParent())));
    if (children.length > 0) {
      Arrays.sort(children);
      throw new LoadException(
          target
              + ": the folder is not empty, it holds "
              + children[0].getPath().getName()
              + "; load into a new folder, or remove this one");
    }
  }

  /**
   * Runs the tasks that are not done, and commits the table.
   *
   * @param maps number of maps that run at a time; 0 for as many as there are processors, or as
   *     YARN gives
   * @param restart true to discard the work of earlier runs
   * @throws LoadException if a task failed, with its message; if the target is not empty; if
   *     another load into it is running; if the interrupted one was a different load
   */
  public Result run(int maps, boolean restart, Listener listener)
      throws IOException, InterruptedException {
    LockFile lock = lock();
    LoadPlan plan = null;
    try {
      LoadPlan before = restart ? null : work.plan();
      TableCommit commit = before == null ? null : new TableCommit(fs, target, work, before);
      if (commit != null && commit.hasHappened()) {
        listener.say("the load was complete, but for some tidying up");
        return end(commit, before.tasks().size());
      }
      requireEmpty(fs, target);
      plan = prepare(before, listener);
      BitSet done = work.doneTasks(plan.id());
      if (done.cardinality() < plan.tasks().size()) {
        describe(conf, target, work.root(plan.id()));
        new MapRun(conf, work, plan, lock).run(maps, listener);
      }
      commit = new TableCommit(fs, target, work, plan);
      commit.run(lock);
      return end(commit, done.cardinality());
    } catch (IOException e) {
      throw rootCause(lock, e);
    } finally {
      lock.close();
      work.tidyUp(plan);
    }
  }

  /**
   * Returns the error that another load has taken the lock, if it has; its consequences mean
   * nothing to users. Otherwise returns the failure.
   */
  private static IOException rootCause(LockFile lock, IOException failure) {
    try {
      lock.expectHeld();
    } catch (CifException lost) {
      lost.addSuppressed(failure);
      return lost;
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
    return failure;
  }

  private LockFile lock() throws IOException {
    fs.mkdirs(work.path());
    try {
      return LockFile.acquire(fs, work.lock(), Duration.ZERO);
    } catch (LockedException e) {
      throw new LoadException(
          "another load into this place is running"
              + e.holder()
                  .map(holder -> ", on " + holder.host() + " as process " + holder.pid())
                  .orElse("")
              + ": wait for it, or stop it; if it is none, delete "
              + work.lock(),
          e);
    }
  }

  private LoadPlan prepare(LoadPlan before, Listener listener) throws IOException {
    LoadPlan plan = LoadPlan.of(settings, schema, files);
    if (before == null) {
      work.clear();
    } else {
      BitSet done = work.doneTasks(before.id());
      plan = LoadResume.plan(before, plan, done);
      listener.say(
          "taking up a load that was broken off: "
              + done.cardinality()
              + " of "
              + plan.tasks().size()
              + " tasks are done");
    }
    work.save(plan);
    return plan;
  }

  private Result end(TableCommit commit, int doneBefore) throws IOException {
    Result result = commit.result(doneBefore);
    fs.delete(work.path(), true);
    return result;
  }
}
