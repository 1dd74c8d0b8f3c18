package dev.cif.format.commit;

import dev.cif.format.internal.file.ChangeFiles;
import dev.cif.format.internal.file.ChangeFiles.Status;
import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.internal.file.StatusFile;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.scan.Planner;
import dev.cif.format.schema.CifException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
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

  /** Number of split-directories that are changed between two checks of the lock. */
  private static final int AT_ONCE = 256;

  /** No file was written before. */
  private static final long NOTHING_IS_OLD = 0;

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
    Set<String> ids = new HashSet<>();
    for (FileStatus status : fs.listStatus(path)) {
      String other = Status.COMMITTED.id(status.getPath());
      if (other != null) {
        ids.add(other);
      }
    }
    return ids;
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
    for (FileStatus status : fs.listStatus(path)) {
      String pending = Status.PENDING.id(status.getPath());
      String aborted = Status.ABORTED.id(status.getPath());
      if (pending != null) {
        store.moveAside(status.getPath(), file(Status.ABORTED, pending));
        takeBack(pending, lock);
      } else if (aborted != null) {
        takeBack(aborted, lock);
      }
    }
  }

  /** Rolls back a change whose status is aborted. */
  void takeBack(String aborted, LockFile lock) throws IOException {
    Path status = file(Status.ABORTED, aborted);
    visit(
        splits(status),
        lock,
        split -> {
          SplitChange.drop(fs, split, aborted);
          return 0L;
        });
    fs.delete(status, false);
  }

  /** The split-directories that a status file names. */
  private List<Path> named(Path status) throws IOException {
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
   * True if no split-directory needs the status file of a change any more. One that was moved away,
   * or is in the trash, may come back, and can't be read without.
   *
   * @param seen split-directories from whose schema files the change was taken
   */
  private boolean isTidy(String committed, Set<Path> seen) throws IOException {
    Path status = file(Status.COMMITTED, committed);
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

  private TableChange.Vacuumed vacuum(LockFile lock, long before) throws IOException {
    Set<String> old = new HashSet<>();
    for (String other : committed()) {
      Path status = file(Status.COMMITTED, other);
      if (fs.getFileStatus(status).getModificationTime() <= before) {
        old.add(other);
      }
    }
    List<Path> all = SplitDirectories.list(fs, table);
    Set<String> left = ConcurrentHashMap.newKeySet();
    long bytes =
        visit(all, lock, split -> SplitChange.fold(fs, split, old::contains, left, before));
    old.removeAll(left);
    Set<Path> seen = Set.copyOf(all);
    int tidied = 0;
    for (String other : old) {
      if (!isTidy(other, seen)) {
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
