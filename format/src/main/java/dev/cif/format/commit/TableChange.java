package dev.cif.format.commit;

import dev.cif.format.AddedColumnWriter;
import dev.cif.format.CifException;
import dev.cif.format.CifSchema;
import dev.cif.format.SplitDirectories;
import dev.cif.format.internal.file.ChangeEntry;
import dev.cif.format.internal.file.ChangeFiles;
import dev.cif.format.internal.file.ChangeFiles.Status;
import dev.cif.format.internal.file.StatusFile;
import dev.cif.format.scan.Planner;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A change of columns in many split-directories of a table, which readers see in all of them or in
 * none: FORMAT.md section 2.1. Any number of tasks write the new files ({@link AddedColumnWriter},
 * with {@link #id} as the owner); then {@link #commit} publishes them. One that is closed, or dies,
 * before that leaves the table as it was.
 *
 * <p>Not thread-safe, but for {@link #keep}.
 */
public final class TableChange implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(TableChange.class);
  private static final String COLUMN_LOCK = "_column.";

  private final FileSystem fs;
  private final Path table;

  /** The status files of this change and others. */
  private final ChangeFolder folder;

  private final String id;

  /** Columns that no other change may concern meanwhile. */
  private final Set<String> concerned = new TreeSet<>();

  private final Set<String> committedBefore = new HashSet<>();
  private final List<LockFile> columns = new ArrayList<>();
  private final Map<Path, List<ChangedColumn>> splits = new TreeMap<>();
  private boolean isOver;

  private TableChange(FileSystem fs, Path table, String id) throws IOException {
    this.fs = fs;
    this.id = id;
    folder = ChangeFolder.of(fs, table);
    this.table = folder.table();
  }

  /** As {@link #begin(FileSystem, Path, String, List, List)}, with an id of its own. */
  public static TableChange begin(FileSystem fs, Path table, List<String> names)
      throws IOException {
    return begin(fs, table, newId(), names, List.of());
  }

  /** An id that no change has. */
  public static String newId() {
    return UUID.randomUUID().toString();
  }

  /** Where the change of an id may keep files until it is over; hidden from readers. */
  public static Path workFolder(Path table, String id) {
    return WorkFolder.of(table, id);
  }

  /**
   * Begins a change of some columns.
   *
   * @param table the folder below which all split-directories are that it may concern
   * @param id by {@link #newId}
   * @param names of the columns that are changed or added
   * @param sources names of columns from which the new values are computed
   * @throws LockedException if another changes one of them
   * @throws CifException if the file system does not replace files in one step
   */
  public static TableChange begin(
      FileSystem fs, Path table, String id, List<String> names, List<String> sources)
      throws IOException {
    Store.of(fs, table).expectReplaces(names.get(0));
    TableChange change = new TableChange(fs, table, id);
    names.forEach(name -> change.concerned.add(CifSchema.foldCase(name)));
    change.committedBefore.addAll(change.folder.committed());
    try {
      for (String name : change.concerned) {
        Path lock = new Path(change.folder.path(), COLUMN_LOCK + lockName(name));
        change.columns.add(LockFile.acquire(fs, lock, Duration.ZERO));
      }
      sources.forEach(name -> change.concerned.add(CifSchema.foldCase(name)));
      return change;
    } catch (IOException | RuntimeException e) {
      change.close();
      throw e;
    }
  }

  /** Names of columns may have any characters, and any length. */
  private static String lockName(String column) {
    return UUID.nameUUIDFromBytes(column.getBytes(StandardCharsets.UTF_8)) + ".lock";
  }

  /** Whose the files are that belong to it. */
  public String id() {
    return id;
  }

  /**
   * Holds the columns for another term; to be called every few minutes.
   *
   * @throws CifException if another has begun to change them
   */
  public synchronized void keep() throws IOException {
    for (LockFile column : columns) {
      column.keep();
    }
  }

  /** Makes a file part of the change; called for each column of each split-directory. */
  public void add(Path split, ChangedColumn column) {
    splits.computeIfAbsent(ChangeFolder.qualified(fs, split), k -> new ArrayList<>()).add(column);
  }

  /** What else must hold when a change is committed; it throws if it does not. */
  public interface Condition {
    void check() throws IOException;
  }

  /** As {@link #commit(Condition)}, if nothing else is asked for. */
  public void commit() throws IOException {
    commit(() -> {});
  }

  /**
   * Makes all files that were added part of the table, in one step.
   *
   * @param last is checked at the end, under the lock of commits
   * @throws CifException if a split-directory is gone, or was changed by others since the files
   *     were computed from it; or another has taken the columns over. The table is as before
   * @throws LockedException if another commit takes long
   */
  public void commit(Condition last) throws IOException {
    if (isOver) {
      throw new IllegalStateException("change " + id + " is over");
    }
    isOver = true;
    Map<Path, Integer> levels = new TreeMap<>();
    for (Path split : splits.keySet()) {
      levels.put(split, levels(split));
    }
    try (LockFile lock = folder.lock()) {
      folder.recover(lock);
      expectNoVacuum();
      expectNoOther();
      folder.store().write(file(Status.PENDING), description(levels.keySet()).toBytes(id));
      try {
        add(levels, lock);
        last.check();
        lock.expectHeld();
        expectColumns();
        folder.store().moveAside(file(Status.PENDING), file(Status.COMMITTED));
      } catch (IOException | RuntimeException e) {
        if (!isCommitted(e)) {
          giveUp(lock, e);
          throw e;
        }
      }
    }
  }

  /**
   * Fails if a vacuum has removed what the tasks have left in the work folder: who reads from there
   * which files count asks behind that, as {@link #commit} does.
   */
  public void expectNoVacuum() throws IOException {
    WorkFolder.expectNoVacuum(fs, table, id);
  }

  /** Values may have been computed from what another change has replaced since. */
  private void expectNoOther() throws IOException {
    for (String other : folder.committed()) {
      if (committedBefore.contains(other)) {
        continue;
      }
      for (String column : folder.columns(other)) {
        if (concerned.contains(CifSchema.foldCase(column))) {
          throw CifException.at(
              table,
              column,
              -1,
              "another change of the column was committed while this one was computed; try again");
        }
      }
    }
  }

  private Path file(Status status) {
    return folder.file(status, id);
  }

  /** How many folders up from a split-directory the table is. */
  private int levels(Path split) throws CifException {
    int up = 0;
    for (Path at = split; at != null; at = at.getParent(), up++) {
      if (at.equals(table)) {
        if (up <= ChangeEntry.MAX_UP) {
          return up;
        }
        break;
      }
    }
    throw CifException.at(
        split,
        null,
        -1,
        "the split-directory is not below the table's folder, "
            + table
            + "; partitions at a place of their own can't be changed together with the table: move"
            + " it there");
  }

  /** Enough to take the change back. */
  private StatusFile description(Set<Path> directories) {
    List<String> names =
        splits.values().stream().flatMap(List::stream).map(ChangedColumn::name).distinct().toList();
    List<String> paths = new ArrayList<>();
    String root = table.toUri().getPath();
    for (Path directory : directories) {
      String path = directory.toUri().getPath().substring(root.length());
      paths.add(path.startsWith("/") ? path.substring(1) : path);
    }
    return new StatusFile(names, paths);
  }

  private void add(Map<Path, Integer> levels, LockFile lock) throws IOException {
    List<Path> all = List.copyOf(levels.keySet());
    ChangeFolder.visit(
        all,
        lock,
        split -> {
          keep();
          SplitChange.add(fs, split, id, levels.get(split), splits.get(split), this::expectPending);
          return 0L;
        });
  }

  private void expectPending() throws IOException {
    if (!fs.exists(file(Status.PENDING))) {
      throw CifException.at(
          file(Status.PENDING), null, -1, "another process has taken this change back; try again");
    }
  }

  private synchronized void expectColumns() throws IOException {
    for (LockFile column : columns) {
      column.expectHeld();
    }
  }

  /** Whether it was committed by a call that failed. */
  private boolean isCommitted(Exception failure) throws CifException {
    try {
      return fs.exists(file(Status.COMMITTED));
    } catch (IOException | RuntimeException e) {
      e.addSuppressed(failure);
      throw CifException.at(
          file(Status.COMMITTED),
          null,
          -1,
          "whether this change was committed is not known, since looking it up failed as well; it"
              + " is if this file is there: "
              + failure,
          e);
    }
  }

  private void giveUp(LockFile lock, Exception failure) {
    try {
      folder.store().moveAside(file(Status.PENDING), file(Status.ABORTED));
      folder.takeBack(id, lock);
    } catch (IOException | RuntimeException e) {
      // Whoever comes next does it. Readers do not count it.
      failure.addSuppressed(e);
    }
  }

  /**
   * The folder whose changes concern a folder, itself or one above it; none if no change of it ever
   * began.
   */
  public static Optional<Path> tableOf(FileSystem fs, Path folder) throws IOException {
    Path table = ChangeFolder.qualified(fs, folder);
    while (table != null && !fs.exists(new Path(table, ChangeFiles.FOLDER))) {
      table = table.getParent();
    }
    return Optional.ofNullable(table);
  }

  /** What is done while no change is on its way. */
  public interface Look<T> {
    T look() throws IOException;
  }

  /**
   * Looks at a table while no change of it is on its way: each is committed before, or its {@link
   * Condition} is checked behind.
   *
   * @param folder of the table, or one below it
   * @throws LockedException if a commit takes long
   */
  public static <T> T between(FileSystem fs, Path folder, Look<T> look) throws IOException {
    Optional<Path> table = tableOf(fs, folder);
    if (table.isEmpty()) {
      return look.look();
    }
    ChangeFolder changes = ChangeFolder.of(fs, table.get());
    try (LockFile lock = changes.lock()) {
      changes.recover(lock);
      T found = look.look();
      lock.expectHeld();
      return found;
    }
  }

  /**
   * Makes the committed changes of a folder's split-directories part of their schema files, as
   * {@link #vacuum} does, so that the folder can be moved or copied without its table's status
   * files. These stay. A reader that began before a change may fail, or see it in some
   * split-directories only.
   *
   * @param folder of the table, or one below it
   * @throws CifException if a split-directory has a change of another table
   * @throws LockedException if a commit takes long
   */
  public static void fold(FileSystem fs, Path folder) throws IOException {
    Optional<Path> table = tableOf(fs, folder);
    if (table.isPresent() && fs.exists(folder)) {
      ChangeFolder.of(fs, table.get()).fold(ChangeFolder.qualified(fs, folder));
    }
  }

  /** What {@link #vacuum} has done. */
  public record Vacuumed(int splits, int changes, long bytes) {}

  /**
   * Makes changes part of the schema files, so that they need no status file any more, and removes
   * files that no reader can want.
   *
   * @param grace readers that began so long ago, or longer, are taken to have ended: one that has
   *     not may fail, or see a change in some split-directories only
   */
  public static Vacuumed vacuum(FileSystem fs, Path table, Duration grace) throws IOException {
    return ChangeFolder.of(fs, table).vacuum(grace);
  }

  /** Gives it up unless it was committed, and removes files that were written for it. */
  @Override
  public void close() {
    try {
      // Before the commit nobody knows here where tasks have written.
      removeLeftovers(isOver ? List.copyOf(splits.keySet()) : SplitDirectories.list(fs, table));
    } catch (FileNotFoundException e) {
      LOG.debug("The table is gone: {}", table, e);
    } catch (IOException e) {
      LOG.warn("Files of change {} are left behind; 'bin/cif vacuum' removes them", id, e);
    }
    isOver = true;
    synchronized (this) {
      columns.forEach(LockFile::close);
      columns.clear();
    }
  }

  private void removeLeftovers(List<Path> directories) throws IOException {
    fs.delete(workFolder(table, id), true);
    Planner.visit(
        directories,
        split -> {
          if (fs.exists(split)) {
            AddedColumnWriter.removeLeftovers(fs, split, id);
          }
          return null;
        });
  }
}
