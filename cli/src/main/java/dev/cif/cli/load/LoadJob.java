package dev.cif.cli.load;

import dev.cif.cli.source.SourceFile;
import dev.cif.format.CifException;
import dev.cif.format.CifSchema;
import dev.cif.format.commit.LockFile;
import dev.cif.format.commit.LockedException;
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
 * A load by a MapReduce job without reduces. The table appears by one rename when all is done; what
 * is done of a load that fails, or is killed, is kept in a {@link WorkFolder} for the next one with
 * the same settings, files and target. Not thread-safe.
 */
public final class LoadJob {
  /** Where the work folder's part for the plan is, for the maps. */
  private static final String ROOT = "cif.load.root";

  /** The table's folder, for the maps. */
  private static final String TARGET = "cif.load.target";

  private final Configuration conf;
  private final LoadSettings settings;
  private final CifSchema schema;
  private final List<SourceFile> files;
  private final FileSystem fs;
  private final Path target;
  private final WorkFolder work;

  /** Is told how a load goes. */
  public interface Listener {
    /** Something the user should know. */
    void say(String message);

    /**
     * How far it is.
     *
     * @param rows that this run has written
     * @param bytes that the tasks of this run, and those before, have read
     * @param done tasks of all runs
     * @param tasks how many there are
     */
    void update(long rows, long bytes, int done, int tasks);
  }

  /**
   * What was loaded, by this run and those that were broken off before it.
   *
   * @param rows of the table
   * @param splits split-directories
   * @param rawBytes of values before encoding
   * @param bytesWritten of files
   * @param tasks of the load
   * @param doneBefore tasks that were done when this run began
   */
  public record Result(
      long rows, int splits, long rawBytes, long bytesWritten, int tasks, int doneBefore) {}

  /**
   * A load; nothing is done yet.
   *
   * @param conf Hadoop's settings: {@code mapreduce.framework.name} says where the maps run
   * @param settings all that belongs to the load
   * @param schema of the first file, or the one that the user gave
   * @param files in the order of their rows in the table
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
    this.fs = TableFiles.of(target, conf);
    this.target = fs.makeQualified(target);
    this.work = new WorkFolder(fs, this.target);
  }

  /** Whether maps run in this process. */
  public static boolean isLocal(Configuration conf) {
    // Only a JobConf is sure to have read mapred-site.xml.
    String local = MRConfig.LOCAL_FRAMEWORK_NAME;
    return new JobConf(conf).get(MRConfig.FRAMEWORK_NAME, local).equals(local);
  }

  /** Tells the tasks of a job what they work for. */
  static void describe(Configuration job, Path target, Path root) {
    job.set(TARGET, target.toString());
    job.set(ROOT, root.toString());
  }

  /** The work folder of the load that a job belongs to. */
  static WorkFolder workFolder(Configuration job) throws IOException {
    Path target = new Path(job.get(TARGET));
    return new WorkFolder(TableFiles.of(target, job), target);
  }

  /** The part of the work folder that belongs to the plan of a job. */
  static Path root(Configuration job) {
    return new Path(job.get(ROOT));
  }

  /**
   * Refuses a folder that holds something.
   *
   * @throws LoadException naming what it holds
   */
  public static void requireEmpty(FileSystem fs, Path target) throws IOException {
    if (!fs.exists(target)) {
      return;
    }
    FileStatus[] children = fs.listStatus(target);
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
   * Does what is not done.
   *
   * @param maps how many run at a time; 0: as many as there are processors, or as YARN gives
   * @param restart whether what was done before is thrown away
   * @throws LoadException if a task failed, with its message; if the target is not empty; if
   *     another load into it is running; if the one that was broken off was another
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

  /** That another load has begun here, if it has: what follows from it means nothing to users. */
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
      plan = TakeUp.plan(before, plan, done);
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
