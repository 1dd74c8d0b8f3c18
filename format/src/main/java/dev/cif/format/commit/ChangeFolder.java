package dev.cif.format.commit;

import dev.cif.format.internal.file.ChangeFiles;
import dev.cif.format.internal.file.ChangeFiles.Status;
import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.internal.file.StatusFile;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.scan.Planner;
import dev.cif.format.schema.CifException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Folder of a table with the status files of its changes and the lock of commits, FORMAT.md section
 * 2.1. It rolls back dead changes, and tidies away old ones.
 */
final class ChangeFolder {
  private static final Logger LOG = LoggerFactory.getLogger(ChangeFolder.class);
  static final String COMMIT_LOCK = "_commit.lock";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /**
   * Time after a commit in which the next ones look at the time that it records: that may be later
   * than its file, where several commits fall into one millisecond.
   */
  private static final long CLOSE_MS = 1_000;

  /** Number of split-directories that are changed between two checks of the lock. */
  private static final int AT_ONCE = 256;

  /** No file was written before. */
  static final long NOTHING_IS_OLD = 0;

  private final FileSystem fs;
  private final Path table;
  private final Path path;
  private final AtomicFiles store;

  private ChangeFolder(FileSystem fs, Path table, Path path, AtomicFiles store) {
    this.fs = fs;
    this.table = table;
    this.path = path;
    this.store = store;
  }

  /** Returns the folder of a table, which is created if it does not exist. */
  static ChangeFolder of(FileSystem fs, Path table) throws IOException {
    Path path = new Path(table, ChangeFiles.FOLDER);
    fs.mkdirs(path);
    return new ChangeFolder(fs, qualified(fs, table), path, AtomicFiles.of(fs, path));
  }

  /** Returns the canonical form of a path: one from a URI may have a slash at its end. */
  static Path qualified(FileSystem fs, Path path) {
    return new Path(fs.makeQualified(path).toString());
  }

  Path table() {
    return table;
  }

  Path path() {
    return path;
  }

  AtomicFiles store() {
    return store;
  }

  private Path lockFile() {
    return new Path(path, COMMIT_LOCK);
  }

  /**
   * Acquires the lock of commits.
   *
   * @throws LockedException if another holds it for long
   */
  LockFile lock() throws IOException {
    return LockFile.acquire(fs, lockFile(), PATIENCE);
  }

  /** Returns the status file of a change with this status. */
  Path file(Status status, String id) {
    return status.file(path, id);
  }

  /** Returns the ids of changes that are committed and not tidied away. */
  Set<String> committed() throws IOException {
    return committed(fs, path);
  }

  /**
   * Returns what {@link #committed()} does of a folder of status files; none if it is not there.
   */
  static Set<String> committed(FileSystem fs, Path path) throws IOException {
    Set<String> ids = new HashSet<>();
    try {
      for (FileStatus status : fs.listStatus(path)) {
        String other = Status.COMMITTED.id(status.getPath());
        if (other != null) {
          ids.add(other);
        }
      }
    } catch (FileNotFoundException e) {
      LOG.debug("The table has no changes yet: {}", path, e);
    }
    return ids;
  }

  /**
   * Returns the time of the next commit in ms since 1970, by the clock of the file system: later
   * than that of the others.
   */
  long time(LockFile lock) throws IOException {
    long now = lock.now();
    long time = now;
    for (FileStatus status : fs.listStatus(path)) {
      if (Status.COMMITTED.id(status.getPath()) != null) {
        long modified = status.getModificationTime();
        time = Math.max(time, modified + 1);
        if (modified > now - CLOSE_MS) {
          time = Math.max(time, recordedTime(status.getPath()) + 1);
        }
      }
    }
    return time;
  }

  /** Returns the time that a status file records; -1 if it has none that can be read. */
  private long recordedTime(Path file) throws IOException {
    try {
      return StatusFile.read(fs, file).event().time();
    } catch (FileNotFoundException | CifException e) {
      LOG.debug("No time is known of {}", file, e);
      return -1;
    }
  }

  /**
   * The names of the columns that a committed change concerns.
   *
   * @throws CifException if that can't be told
   */
  List<String> columns(String committed) throws IOException {
    try {
      return StatusFile.read(fs, file(Status.COMMITTED, committed)).columns();
    } catch (CifException e) {
      throw new CifException(
          "another change was committed meanwhile, and which columns it concerns can't be told; try"
              + " again: "
              + e.getMessage(),
          e);
    }
  }

  /** Rolls back dead changes. The caller holds the lock, so no other change is being committed. */
  void recover(LockFile lock) throws IOException {
    TableInsert.recover(fs, table, lock);
    List<String> aborted = new ArrayList<>();
    for (FileStatus status : fs.listStatus(path)) {
      String pending = Status.PENDING.id(status.getPath());
      if (pending != null && !finishUndo(pending, lock)) {
        store.moveAside(status.getPath(), file(Status.ABORTED, pending));
        aborted.add(pending);
      } else if (Status.ABORTED.id(status.getPath()) != null) {
        aborted.add(Status.ABORTED.id(status.getPath()));
      }
    }
    // Readers may still count these.
    aborted.removeAll(undone().keySet());
    for (String id : aborted) {
      // Whoever wakes up finds no split-directory to put in its place.
      WorkFolder.empty(fs, table, id);
      takeBack(id, lock);
    }
  }

  /** Ends a pending change that takes another back. Returns false if it is none of these. */
  private boolean finishUndo(String pending, LockFile lock) throws IOException {
    String undone;
    try {
      undone = StatusFile.read(fs, file(Status.PENDING, pending)).undoes();
    } catch (CifException e) {
      LOG.debug("A pending change with a damaged status file takes none back", e);
      return false;
    }
    if (undone != null) {
      new ChangeUndo(fs, this).recover(pending, undone, lock);
    }
    return undone != null;
  }

  /**
   * Returns the changes that were taken back, and by which others. Status files are read only if
   * one is there that is aborted.
   */
  private Map<String, String> undone() throws IOException {
    Map<String, String> undone = new HashMap<>();
    FileStatus[] files = fs.listStatus(path);
    if (Stream.of(files).allMatch(file -> Status.ABORTED.id(file.getPath()) == null)) {
      return undone;
    }
    for (ChangeHistory.Entry entry : ChangeHistory.of(fs, table)) {
      if (entry.undoneBy() != null) {
        undone.put(entry.id(), entry.undoneBy());
      }
    }
    return undone;
  }

  /** Rolls back a change whose status is aborted. */
  void takeBack(String aborted, LockFile lock) throws IOException {
    dropFrom(splits(file(Status.ABORTED, aborted)), aborted, lock);
    fs.delete(file(Status.ABORTED, aborted), false);
  }

  /** Takes a change out of split-directories. Returns the size of its files in bytes. */
  private long dropFrom(List<Path> splits, String id, LockFile lock) throws IOException {
    return visit(splits, lock, split -> SplitChange.drop(fs, split, id));
  }

  /** The split-directories that a status file names. */
  List<Path> named(Path status) throws IOException {
    List<Path> all = new ArrayList<>();
    for (String path : StatusFile.read(fs, status).splits()) {
      all.add(path.isEmpty() ? table : new Path(table, "./" + path));
    }
    return all;
  }

  /** The split-directories that may have a change. */
  private List<Path> splits(Path status) throws IOException {
    try {
      return named(status);
    } catch (CifException e) {
      LOG.warn("Any split-directory of {} may have the change of a damaged status file", table, e);
      return SplitDirectories.list(fs, table);
    }
  }

  /**
   * Visits all split-directories, several at a time. No visit runs any more when this returns or
   * throws.
   *
   * @return sum of the results of the visits
   */
  static long visit(List<Path> all, LockFile lock, Planner.Visit<Path, Long> visit)
      throws IOException {
    AtomicReference<Exception> failure = new AtomicReference<>();
    long sum = 0;
    for (int from = 0; from < all.size(); from += AT_ONCE) {
      lock.keep();
      List<Path> some = all.subList(from, Math.min(from + AT_ONCE, all.size()));
      for (long one : Planner.visit(some, split -> tryVisit(split, visit, failure))) {
        sum += one;
      }
      if (failure.get() != null) {
        throw Planner.thrown(failure.get());
      }
    }
    return sum;
  }

  private static long tryVisit(
      Path split, Planner.Visit<Path, Long> visit, AtomicReference<Exception> failure) {
    if (failure.get() == null) {
      try {
        return visit.of(split);
      } catch (IOException | RuntimeException e) {
        if (!failure.compareAndSet(null, e)) {
          failure.get().addSuppressed(e);
        }
      }
    }
    return 0;
  }

  /** Implements {@link TableChange#fold}. */
  void fold(Path folder) throws IOException {
    Set<String> left = ConcurrentHashMap.newKeySet();
    try (LockFile lock = lock()) {
      recover(lock);
      for (String id : undone().keySet()) {
        dropFrom(splits(file(Status.ABORTED, id)), id, lock);
      }
      Set<String> committed = committed();
      visit(
          SplitDirectories.list(fs, folder),
          lock,
          split -> SplitChange.fold(fs, split, committed::contains, left, NOTHING_IS_OLD));
    }
    if (!left.isEmpty()) {
      throw CifException.at(
          folder,
          null,
          -1,
          "split-directories have changes that are none of this table's: "
              + left
              + "; run 'bin/cif vacuum' on the table whose folder these are below");
    }
  }

  /** Implements {@link TableChange#vacuum}. */
  TableChange.Vacuumed vacuum(Duration grace) throws IOException {
    try (LockFile lock = lock()) {
      recover(lock);
      // The time is by the clock of the file system.
      long now = fs.getFileStatus(lockFile()).getModificationTime();
      return vacuum(lock, now - grace.toMillis());
    }
  }

  /**
   * True if no split-directory needs a status file of a change any more. One that was moved away,
   * or is in the trash, may come back, and can't be read without.
   *
   * @param seen split-directories from whose schema files the change was taken
   */
  private boolean isTidy(Path status, Set<Path> seen) throws IOException {
    try {
      if (seen.containsAll(named(status))) {
        return true;
      }
      LOG.info("{} stays: it names split-directories that are not there", status);
    } catch (CifException e) {
      LOG.warn("{} stays, since nobody knows which split-directories need it", status, e);
    }
    return false;
  }

  /**
   * Removes changes that were taken back, from before a time in ms since 1970. Returns the size of
   * their files in bytes.
   */
  private long vacuumUndone(LockFile lock, long before, Set<Path> all) throws IOException {
    long bytes = 0;
    for (Map.Entry<String, String> one : undone().entrySet()) {
      Path undoing = file(Status.COMMITTED, one.getValue());
      if (fs.getFileStatus(undoing).getModificationTime() <= before) {
        Path status = file(Status.ABORTED, one.getKey());
        bytes += dropFrom(splits(status), one.getKey(), lock);
        if (isTidy(status, all)) {
          fs.delete(status, false);
        }
      }
    }
    return bytes;
  }

  private TableChange.Vacuumed vacuum(LockFile lock, long before) throws IOException {
    Set<String> old = new HashSet<>();
    for (String other : committed()) {
      Path status = file(Status.COMMITTED, other);
      if (fs.getFileStatus(status).getModificationTime() <= before) {
        old.add(other);
      }
    }
    List<Path> all = SplitDirectories.list(fs, table);
    Set<Path> seen = Set.copyOf(all);
    long bytes = vacuumUndone(lock, before, seen);
    // These say that a change is not to be taken out of the split-directories at once.
    old.removeAll(undone().values());
    Set<String> left = ConcurrentHashMap.newKeySet();
    bytes += visit(all, lock, split -> SplitChange.fold(fs, split, old::contains, left, before));
    old.removeAll(left);
    int tidied = 0;
    for (String other : old) {
      if (!isTidy(file(Status.COMMITTED, other), seen)) {
        continue;
      }
      tidied++;
      SplitFiles.deleteQuietly(fs, file(Status.COMMITTED, other));
    }
    for (FileStatus file : fs.listStatus(path)) {
      if (file.isDirectory()) {
        WorkFolder.vacuum(fs, file, before);
      } else if (file.getPath().getName().contains(".lock.")
          && file.getModificationTime() < before) {
        // Remains of a lock whose holder died.
        fs.delete(file.getPath(), true);
      }
    }
    return new TableChange.Vacuumed(all.size(), tidied, bytes);
  }
}
