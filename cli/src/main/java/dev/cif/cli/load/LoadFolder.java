package dev.cif.cli.load;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.cif.format.commit.Renames;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Locale;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The hidden folder {@code _<name>.load} beside a table that is being loaded.
 *
 * <pre>
 * lock                    there while a load runs
 * plan.json               the plan
 * &lt;id of the plan&gt;/
 *   job                   the id of the job that ran last
 *   attempts/attempt_.../ output of an attempt of a task; removed if it fails
 *   done/task-00012/      output of a finished task: split-directories, _result.json
 *   errors/task-00012     the error of a failed attempt
 *   table/                the split-directories of all tasks, when all are done
 *   complete              present once all of them are there
 * </pre>
 *
 * <p>Attempts of a load that was given up write below an id that nobody uses any more.
 */
final class LoadFolder {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String JOB = "job";
  private static final String TASK = "task-";
  private static final String RESULT = "_result.json";

  /** No file that a load keeps is longer: a plan names each file to be loaded. */
  private static final int MAX_BYTES = 256 << 20;

  private final FileSystem fs;
  private final Path folder;

  /** Names the folder of a table, and creates nothing. The path has its scheme. */
  LoadFolder(FileSystem fs, Path target) throws LoadException {
    if (target.getParent() == null) {
      throw new LoadException(target + ": the root of a file system is no table's folder");
    }
    this.fs = fs;
    // Hadoop takes text before a colon for a file system, except behind the dot.
    this.folder = new Path(target.getParent(), "./_" + target.getName() + ".load");
  }

  Path path() {
    return folder;
  }

  Path lock() {
    return new Path(folder, "lock");
  }

  private Path planFile() {
    return new Path(folder, "plan.json");
  }

  /** Returns the folder of all files of a load. */
  Path root(String id) {
    return new Path(folder, id);
  }

  static Path attempts(Path root) {
    return new Path(root, "attempts");
  }

  private static String name(int task) {
    return TASK + String.format(Locale.ROOT, "%05d", task);
  }

  static Path done(Path root, int task) {
    return new Path(new Path(root, "done"), name(task));
  }

  private static Path error(Path root, int task) {
    return new Path(new Path(root, "errors"), name(task));
  }

  static Path table(Path root) {
    return new Path(root, "table");
  }

  static Path complete(Path root) {
    return new Path(root, "complete");
  }

  /** Returns the plan of an interrupted load, or null. */
  LoadPlan plan() throws IOException {
    try {
      return LoadPlan.parse(read(fs, planFile()));
    } catch (FileNotFoundException e) {
      return null;
    } catch (JsonProcessingException e) {
      throw new LoadException(
          planFile()
              + ": the plan of a load that was broken off cannot be read; --restart throws that"
              + " load away, or delete the folder "
              + folder,
          e);
    }
  }

  /** Writes the plan, in one step, and the folders that its tasks need. */
  void save(LoadPlan plan) throws IOException {
    Path root = root(plan.id());
    fs.mkdirs(attempts(root));
    fs.mkdirs(done(root, 0).getParent());
    fs.mkdirs(error(root, 0).getParent());
    Path temporary = new Path(folder, "plan.json.tmp");
    write(fs, temporary, plan.toJson(), true);
    Renames.replace(fs, temporary, planFile());
  }

  /** Discards a load, except for the lock. */
  void clear() throws IOException {
    // The plan goes first: without it the rest belongs to nobody.
    fs.delete(planFile(), false);
    for (FileStatus child : fs.listStatus(folder)) {
      // This also spares the files of loads that request the lock: lock.<unique>.
      if (!child.getPath().getName().startsWith(lock().getName())) {
        fs.delete(child.getPath(), true);
      }
    }
  }

  /**
   * Removes files that nobody can resume from: all of a load whose plan is gone, and the folder if
   * it is empty then.
   *
   * @param load plan of the load; null if it had none yet
   */
  void tidyUp(LoadPlan load) throws IOException {
    if (load != null && !fs.exists(planFile())) {
      fs.delete(root(load.id()), true);
    }
    if (fs.exists(folder) && fs.listStatus(folder).length == 0) {
      fs.delete(folder, false);
    }
  }

  /** Keeps the id of the job that does the plan. */
  void writeJob(String id, String job) throws IOException {
    write(fs, new Path(root(id), JOB), job, true);
  }

  /** Returns the id of the last job that did the plan; empty if there is none to ask for. */
  String job(String id) throws IOException {
    try {
      return read(fs, new Path(root(id), JOB));
    } catch (FileNotFoundException e) {
      return "";
    }
  }

  /** Returns the numbers of the tasks that are done. */
  BitSet doneTasks(String id) throws IOException {
    BitSet done = new BitSet();
    try {
      for (FileStatus child : fs.listStatus(done(root(id), 0).getParent())) {
        String name = child.getPath().getName();
        if (name.startsWith(TASK)) {
          done.set(Integer.parseInt(name.substring(TASK.length())));
        }
      }
    } catch (FileNotFoundException e) {
      return done;
    }
    return done;
  }

  /** Removes the files of attempts, and their errors. */
  void removeAttempts(String id) throws IOException {
    for (Path folder : new Path[] {attempts(root(id)), error(root(id), 0).getParent()}) {
      fs.delete(folder, true);
      fs.mkdirs(folder);
    }
  }

  /** Describes the output of an attempt in its folder. */
  static void writeResult(FileSystem fs, Path attempt, TaskResult result) throws IOException {
    fs.mkdirs(attempt);
    write(fs, new Path(attempt, RESULT), JSON.writeValueAsString(result), true);
  }

  /** Returns the description of an attempt's, or a finished task's, output. */
  static TaskResult result(FileSystem fs, Path folder) throws IOException {
    return JSON.readValue(read(fs, new Path(folder, RESULT)), TaskResult.class);
  }

  /**
   * Turns an attempt's folder into that of its task, by one rename. If another attempt was first,
   * its folder stays, and this one is removed.
   */
  static void commit(FileSystem fs, Path root, Path attempt, int task) throws IOException {
    try {
      Renames.move(fs, attempt, done(root, task));
    } catch (FileAlreadyExistsException e) {
      fs.delete(attempt, true);
    }
  }

  /** Keeps the error of an attempt, for the user. */
  static void writeError(FileSystem fs, Path root, int task, String message) throws IOException {
    write(fs, error(root, task), message, true);
  }

  /** Returns the error of an attempt of the task, or null. */
  String error(String id, int task) throws IOException {
    try {
      return read(fs, error(root(id), task));
    } catch (FileNotFoundException e) {
      return null;
    }
  }

  static void write(FileSystem fs, Path file, String text, boolean overwrite) throws IOException {
    try (FSDataOutputStream out = fs.create(file, overwrite)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  static String read(FileSystem fs, Path file) throws IOException {
    try (FSDataInputStream in = fs.open(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new LoadException(file + ": longer than any file that a load keeps here");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }
}
