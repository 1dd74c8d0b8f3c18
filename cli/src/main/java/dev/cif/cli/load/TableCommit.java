package dev.cif.cli.load;

import dev.cif.format.commit.LockFile;
import dev.cif.format.commit.Renames;
import dev.cif.format.commit.TableFiles;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;

/**
 * Commit that turns the split-directories of all tasks, in their order, into a table. Each step can
 * be repeated: a commit that was interrupted is finished by another.
 */
final class TableCommit {
  private final FileSystem fs;
  private final Path target;
  private final LoadPlan plan;
  private final Path root;

  TableCommit(FileSystem fs, Path target, LoadFolder work, LoadPlan plan) {
    this.fs = fs;
    this.target = target;
    this.plan = plan;
    this.root = work.root(plan.id());
  }

  /** Returns true if the table is there already. */
  boolean hasHappened() throws IOException {
    return fs.exists(LoadFolder.complete(root))
        && !fs.exists(LoadFolder.table(root))
        && fs.exists(target);
  }

  /** Commits the table; all tasks must be done. */
  void run(LockFile lock) throws IOException {
    Path table = LoadFolder.table(root);
    if (!fs.exists(LoadFolder.complete(root))) {
      fs.mkdirs(table);
      gather(table, lock);
      LoadFolder.write(fs, LoadFolder.complete(root), "", true);
    }
    if (!fs.exists(table)) {
      throw new LoadException(
          target + ": the load was complete, but what it made is gone; load it again by --restart");
    }
    lock.keep();
    if (fs.exists(target)) {
      LoadJob.requireEmpty(fs, target);
      keepDescription(table);
      // Fails if another has written into it meanwhile.
      fs.delete(target, false);
    }
    // A load that sleeps here and is overtaken does no harm: the rename fails then, because the
    // name is taken or the table has been moved already.
    lock.expectHeld();
    Renames.move(fs, table, target);
  }

  private void gather(Path table, LockFile lock) throws IOException {
    int number = 0;
    for (TaskResult result : results()) {
      Path done = LoadFolder.done(root, result.task());
      for (int i = 0; i < result.splits(); i++) {
        Path from = TableWriter.split(done, i);
        Path to = TableWriter.split(table, number++);
        if (!fs.exists(to)) {
          Renames.move(fs, from, to);
        }
        lock.keep();
      }
    }
    Path first = TableWriter.split(table, 0);
    if (number == 0 && !SplitDirectories.isSplitDirectory(fs, first)) {
      // A table without rows keeps its schema.
      fs.delete(first, true);
      SplitWriter.create(fs, first, plan.schema(), plan.settings().write(plan.schema())).close();
    }
    TableFiles.describe(fs, table, target, plan.schema(), plan.settings().values());
  }

  /** Moves the table file of a target that has no rows yet to the folder that takes its place. */
  private void keepDescription(Path table) throws IOException {
    Path file = TableFiles.file(target);
    if (fs.exists(file)) {
      FileUtil.copy(fs, file, fs, TableFiles.file(table), true, true, fs.getConf());
    }
  }

  private List<TaskResult> results() throws IOException {
    List<TaskResult> results = new ArrayList<>();
    for (int task = 0; task < plan.tasks().size(); task++) {
      results.add(LoadFolder.result(fs, LoadFolder.done(root, task)));
    }
    return results;
  }

  /** Returns the totals of all tasks. */
  LoadJob.Result result(int doneBefore) throws IOException {
    long rows = 0;
    int splits = 0;
    long rawBytes = 0;
    long bytesWritten = 0;
    for (TaskResult result : results()) {
      rows += result.rows();
      splits += result.splits();
      rawBytes += result.rawBytes();
      bytesWritten += result.bytesWritten();
    }
    return new LoadJob.Result(
        rows, Math.max(1, splits), rawBytes, bytesWritten, plan.tasks().size(), doneBefore);
  }
}
