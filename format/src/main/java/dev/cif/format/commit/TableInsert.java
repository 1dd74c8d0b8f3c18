package dev.cif.format.commit;

import dev.cif.format.read.SplitDirectories;
import dev.cif.format.schema.CifException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Split-directories that the tasks of a statement write into a table, and that become visible all
 * at once when it commits, FORMAT.md section 2.2. Earlier writes, and those of failed attempts, are
 * hidden.
 *
 * <p>An object serves one task, or the commit. Not thread-safe.
 */
public final class TableInsert {
  private static final Logger LOG = LoggerFactory.getLogger(TableInsert.class);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final String ATTEMPTS = "attempts";
  private static final String TASKS = "tasks";
  private static final String NEW = "new";
  private static final String OLD = "old";

  /** Output whose folders are moved to their places one by one; the commit has happened. */
  private static final String PUBLISHED = "published";

  /** Prefix of the name of a folder that holds the split-directories of an insert. */
  public static final String PREFIX = "insert-";

  private final FileSystem fs;
  private final Path table;
  private final String id;
  private final Path work;
  private final boolean isEachFolder;

  private TableInsert(FileSystem fs, Path table, String id, boolean isEachFolder) {
    this.isEachFolder = isEachFolder;
    this.fs = fs;
    this.table = fs.makeQualified(table);
    this.id = id;
    work = TableChange.workFolder(this.table, id);
  }

  /**
   * Returns an insert into a table.
   *
   * @param table folder of the table
   * @param id id by {@link TableChange#newId}; the same for all tasks and the commit
   */
  public static TableInsert of(FileSystem fs, Path table, String id) {
    return new TableInsert(fs, table, id, false);
  }

  /**
   * Returns the same insert, whose rows appear in the table's own folders {@code key=value}. A
   * metastore knows partitions by these. Readers may see the rows of one folder before those of
   * another; if the process dies in between, the next commit goes on.
   */
  public TableInsert intoEachFolder() {
    return new TableInsert(fs, table, id, true);
  }

  /**
   * Returns the folder in which an attempt of a task writes split-directories, at any depth below
   * folders {@code key=value}.
   *
   * @param attempt id of the attempt, unique among all attempts of all tasks
   */
  public Path attemptFolder(String attempt) {
    return new Path(new Path(work, ATTEMPTS), attempt);
  }

  /**
   * Makes the files of an attempt the output of its task, unless another attempt's are that
   * already.
   *
   * @return true if the output is this attempt's
   */
  public boolean endTask(String attempt, String task) throws IOException {
    Path written = attemptFolder(attempt);
    Path output = new Path(new Path(work, TASKS), task);
    fs.mkdirs(output.getParent());
    try {
      Renames.move(fs, written, output);
      return true;
    } catch (FileAlreadyExistsException e) {
      LOG.debug("Another attempt has ended task {}", task, e);
      fs.delete(written, true);
      return false;
    }
  }

  /** Removes the files of an attempt. */
  public void abortAttempt(String attempt) throws IOException {
    fs.delete(attemptFolder(attempt), true);
  }

  /**
   * Returns the relative paths of folders {@code key=value} into which the tasks have written; ""
   * for the table's own folder.
   */
  public Set<String> folders() throws IOException {
    Set<String> folders = new TreeSet<>();
    for (Output output : outputs()) {
      folders.add(output.folder);
    }
    return folders;
  }

  /** Output of a task for a folder of the table. */
  private record Output(String folder, Path path, String name) {}

  private List<Output> outputs() throws IOException {
    List<Output> outputs = new ArrayList<>();
    for (FileStatus task : list(new Path(work, TASKS))) {
      collect(task.getPath(), "", task.getPath().getName(), outputs);
    }
    return outputs;
  }

  private void collect(Path at, String folder, String task, List<Output> outputs)
      throws IOException {
    for (FileStatus child : list(at)) {
      String name = child.getPath().getName();
      if (name.indexOf('=') > 0) {
        collect(child.getPath(), folder.isEmpty() ? name : folder + "/" + name, task, outputs);
      } else {
        outputs.add(new Output(folder, child.getPath(), task + "-" + name));
      }
    }
  }

  private FileStatus[] list(Path folder) throws IOException {
    try {
      return fs.listStatus(folder);
    } catch (FileNotFoundException e) {
      return new FileStatus[0];
    }
  }

  /**
   * Publishes the output of all tasks by one rename.
   *
   * @throws CifException if a vacuum has removed any of it
   */
  public void append() throws IOException {
    List<Output> outputs = outputs();
    if (hasBrokenOff()) {
      try (LockFile lock = lock(Duration.ZERO)) {
        recover(fs, table, lock);
      } catch (LockedException e) {
        LOG.debug("Another replaces split-directories, and ends that itself", e);
      }
    }
    if (!outputs.isEmpty()) {
      gather(outputs);
    }
    WorkFolder.expectNoVacuum(fs, table, id);
    if (!outputs.isEmpty()) {
      publishGathered(outputs);
    }
    remove();
  }

  /**
   * Replaces split-directories by the output of all tasks. It hides these first, one after the
   * other, and then publishes the output by one rename. A reader in between sees fewer rows, never
   * rows of both. If the process dies before that rename, the next commit rolls it back; if after
   * it, the next commit only tidies up.
   *
   * @param replaced predicate that is true for split-directories to be replaced
   * @throws CifException if a vacuum has removed any of the output
   * @throws LockedException if another commit takes long
   */
  public void replace(Predicate<Path> replaced) throws IOException {
    Set<Path> emptied;
    try (LockFile lock = lock(PATIENCE)) {
      recover(fs, table, lock);
      WorkFolder.expectNoVacuum(fs, table, id);
      List<Output> outputs = outputs();
      gather(outputs);
      List<Path> old = SplitDirectories.list(fs, table).stream().filter(replaced).toList();
      emptied = swap(old, lock, () -> publishGathered(outputs));
    }
    remove();
    for (Path folder : emptied) {
      removeEmptyInsert(folder);
    }
  }

  /**
   * Replaces split-directories by one that has their rows, FORMAT.md section 2.3. The guarantees of
   * {@link #replace} hold.
   *
   * @param written split-directory, below {@link #attemptFolder}
   * @param place path that is free
   * @param replaced states of the split-directories when their rows were read, in the order of
   *     their paths
   * @throws CifException if one of them was changed since, or is gone; the table is as before
   * @throws LockedException if another commit takes long
   */
  public void join(Path written, Path place, List<SplitState> replaced) throws IOException {
    Path joined = new Path(work, NEW);
    Set<Path> emptied;
    try (LockFile lock = lock(PATIENCE)) {
      recover(fs, table, lock);
      SplitState.expectChanges(fs, replaced);
      // A vacuum, which needs the lock, may have removed it if it was told to spare nothing.
      SplitState.expectWhole(fs, written);
      Renames.move(fs, written, joined);
      emptied =
          swap(
              replaced.stream().map(SplitState::directory).toList(),
              lock,
              () -> {
                // Changes before the hiding are found here; later ones fail.
                for (SplitState state : replaced) {
                  state.expectSame(fs, hidden(state.directory()));
                }
                lock.expectHeld();
                move(fs, joined, place);
              });
    }
    remove();
    for (Path folder : emptied) {
      removeEmptyInsert(folder);
    }
  }

  /** Removes the written files, unless some are published, or must be rolled back. */
  public void abort() {
    try {
      if (!isUnfinished(fs, work)) {
        fs.delete(work, true);
      }
    } catch (IOException e) {
      LOG.warn("{} is left behind; 'bin/cif vacuum' removes it", work, e);
    }
  }

  /** Step that makes the gathered output visible. */
  private interface Publication {
    void run() throws IOException;
  }

  /**
   * Hides split-directories, and then publishes. Rolls back after a failure.
   *
   * @return folders that held them
   */
  private Set<Path> swap(List<Path> old, LockFile lock, Publication publication)
      throws IOException {
    Set<Path> emptied = new TreeSet<>();
    try {
      for (Path split : old) {
        lock.keep();
        Path hidden = hidden(split);
        fs.mkdirs(hidden.getParent());
        Renames.move(fs, split, hidden);
        emptied.add(split.getParent());
      }
      lock.expectHeld();
      publication.run();
    } catch (IOException | RuntimeException e) {
      takeBack(fs, table, work, e);
      throw e;
    }
    return emptied;
  }

  /** Returns the hidden path of a split-directory that is replaced. */
  private Path hidden(Path split) {
    return new Path(new Path(work, OLD), relative(split));
  }

  /** Removes the folder of an earlier insert that has no split-directory left. */
  private void removeEmptyInsert(Path below) throws IOException {
    for (Path at = below; at != null && !at.equals(table); at = at.getParent()) {
      if (at.getName().startsWith(PREFIX)) {
        if (fs.exists(at) && SplitDirectories.list(fs, at).isEmpty()) {
          fs.delete(at, true);
        }
        return;
      }
    }
  }

  private LockFile lock(Duration patience) throws IOException {
    Path folder = work.getParent();
    fs.mkdirs(folder);
    return LockFile.acquire(fs, new Path(folder, ChangeFolder.COMMIT_LOCK), patience);
  }

  private String relative(Path split) {
    return table.toUri().relativize(split.toUri()).getPath();
  }

  /** Gathers all outputs in one folder, with its structure in the table. */
  private void gather(List<Output> outputs) throws IOException {
    boolean isOne = !isEachFolder && outputs.stream().map(Output::folder).distinct().count() <= 1;
    Path gathered = new Path(work, NEW);
    fs.mkdirs(gathered);
    for (Output output : outputs) {
      Path folder = isOne || output.folder.isEmpty() ? gathered : new Path(gathered, output.folder);
      fs.mkdirs(folder);
      Renames.move(fs, output.path, new Path(folder, output.name));
    }
  }

  /** Publishes by the decisive step, which moves the folder of the gathered output away. */
  private void publishGathered(List<Output> outputs) throws IOException {
    Path gathered = new Path(work, NEW);
    Set<String> folders = new TreeSet<>();
    outputs.forEach(output -> folders.add(output.folder));
    if (folders.isEmpty()) {
      Renames.move(fs, gathered, new Path(work, "nothing"));
      return;
    }
    if (isEachFolder) {
      move(fs, gathered, new Path(work, PUBLISHED));
      try {
        publishFolders(fs, table, work);
      } catch (IOException e) {
        throw CifException.at(
            work,
            null,
            -1,
            "the rows are committed, and not all of them are at their places: the next statement"
                + " that writes the table, or 'bin/cif vacuum', moves them; do not repeat this one",
            e);
      }
      return;
    }
    String only = folders.size() == 1 ? folders.iterator().next() : "";
    Path place = only.isEmpty() ? table : new Path(table, only);
    fs.mkdirs(place);
    Path target = new Path(place, PREFIX + id);
    move(fs, gathered, target);
  }

  /** Moves what a commit has published to the folders of the table. Can be repeated. */
  private static void publishFolders(FileSystem fs, Path table, Path work) throws IOException {
    Path published = fs.makeQualified(new Path(work, PUBLISHED));
    Set<Path> folders = new TreeSet<>();
    for (Path split : SplitDirectories.list(fs, published)) {
      folders.add(split.getParent());
    }
    // The name of a work folder is '_' and the id.
    String target = PREFIX + work.getName().substring(1);
    for (Path folder : folders) {
      String relative = published.toUri().relativize(folder.toUri()).getPath();
      Path place = relative.isEmpty() ? table : new Path(table + "/" + relative);
      fs.mkdirs(place);
      move(fs, folder, new Path(place, target));
    }
  }

  private static void move(FileSystem fs, Path gathered, Path target) throws IOException {
    try {
      Renames.move(fs, gathered, target);
    } catch (IOException e) {
      // The rename may have succeeded nevertheless.
      if (fs.exists(gathered) || !fs.exists(target)) {
        throw e;
      }
    }
  }

  /**
   * Removes the work folder. A failure is logged: the rest is hidden, and 'bin/cif vacuum' removes
   * it.
   */
  private void remove() {
    try {
      fs.delete(work, true);
    } catch (IOException e) {
      LOG.warn("{} is left behind; 'bin/cif vacuum' removes it", work, e);
    }
  }

  private static boolean isUnfinished(FileSystem fs, Path work) throws IOException {
    return fs.exists(new Path(work, OLD)) || fs.exists(new Path(work, PUBLISHED));
  }

  /** Returns true if there is an unfinished commit, of a dead process or a running one. */
  private boolean hasBrokenOff() throws IOException {
    for (FileStatus other : list(work.getParent())) {
      if (other.isDirectory() && isUnfinished(fs, other.getPath())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Ends unfinished commits: replacements that were not published are rolled back.
   *
   * @param lock lock of commits, whose holder alone replaces
   */
  static void recover(FileSystem fs, Path table, LockFile lock) throws IOException {
    Path folder = TableChange.workFolder(table, "x").getParent();
    if (!fs.exists(folder)) {
      return;
    }
    for (FileStatus work : fs.listStatus(folder)) {
      if (work.isDirectory() && isUnfinished(fs, work.getPath())) {
        lock.keep();
        lock.expectHeld();
        putBack(fs, table, work.getPath());
      }
    }
  }

  private static void takeBack(FileSystem fs, Path table, Path work, Exception cause) {
    try {
      putBack(fs, table, work);
    } catch (IOException e) {
      LOG.warn("{}: the next statement that writes the table, or 'bin/cif vacuum', ends it", work);
      cause.addSuppressed(e);
    }
  }

  private static void putBack(FileSystem fs, Path table, Path work) throws IOException {
    if (fs.exists(new Path(work, PUBLISHED))) {
      publishFolders(fs, table, work);
    }
    Path old = new Path(work, OLD);
    if (fs.exists(new Path(work, NEW)) && fs.exists(old)) {
      Path from = fs.makeQualified(old);
      for (Path hidden : SplitDirectories.list(fs, from)) {
        Path split = new Path(table, from.toUri().relativize(hidden.toUri()).getPath());
        fs.mkdirs(split.getParent());
        Renames.move(fs, hidden, split);
      }
    }
    fs.delete(work, true);
  }
}
