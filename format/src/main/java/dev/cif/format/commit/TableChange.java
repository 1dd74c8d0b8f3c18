package dev.cif.format.commit;

import dev.cif.format.internal.file.ChangeEntry;
import dev.cif.format.internal.file.ChangeEntry.Inserts;
import dev.cif.format.internal.file.ChangeFiles;
import dev.cif.format.internal.file.ChangeFiles.Status;
import dev.cif.format.internal.file.StatusFile;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.scan.Planner;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
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
 * Change of columns and rows in many split-directories of a table that readers see in all of them
 * or in none, FORMAT.md section 2.1. Any number of tasks write the new files ({@link
 * AddedColumnWriter} and {@link SplitDelete}, with {@link #id} as the owner), and new
 * split-directories ({@link InsertedSplit}). Then {@link #commit} publishes them. If the change is
 * closed or dies before that, the table is as before.
 *
 * <p>Not thread-safe, except {@link #keep}.
 */
public final class TableChange implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(TableChange.class);

  /** Name of what a change concerns that deletes or inserts rows; no column has it. */
  public static final String ROWS = "";

  /** Prefix of the names of new split-directories. */
  private static final String INSERT = "insert-";

  private static final String COLUMN_LOCK = "_column.";

  private final FileSystem fs;
  private final Path table;

  /** Status files of this change and others. */
  private final ChangeFolder folder;

  private final String id;

  /** Columns that no other change may concern meanwhile. */
  private final Set<String> concerned = new TreeSet<>();

  private final Set<String> committedBefore = new HashSet<>();
  private final List<LockFile> columns = new ArrayList<>();
  private final Map<Path, List<ChangedColumn>> splits = new TreeMap<>();
  private final Map<Path, ChangedRows> deleted = new TreeMap<>();

  /** New split-directories, by their places. */
  private final Map<Path, InsertedSplit> inserted = new TreeMap<>();

  private final ChangeDescription description =
      new ChangeDescription(splits, deleted, inserted.values());

  private boolean isOver;

  private TableChange(FileSystem fs, Path table, String id) throws IOException {
    this.fs = fs;
    this.id = id;
    folder = ChangeFolder.of(fs, table);
    this.table = folder.table();
  }

  /** Begins a change with a new id, and without sources. */
  public static TableChange begin(FileSystem fs, Path table, List<String> names)
      throws IOException {
    return begin(fs, table, newId(), names, List.of());
  }

  /** Returns an id that no change has. */
  public static String newId() {
    return UUID.randomUUID().toString();
  }

  /**
   * Returns the folder in which the change of an id may keep files until it ends; hidden from
   * readers.
   */
  public static Path workFolder(Path table, String id) {
    return WorkFolder.of(table, id);
  }

  /** Returns the ids of the table's committed changes; none if the table does not exist. */
  public static Set<String> committed(FileSystem fs, Path table) throws IOException {
    return ChangeFolder.committed(fs, new Path(table, ChangeFiles.FOLDER));
  }

  /**
   * Begins a change of some columns.
   *
   * @param table folder above all split-directories that it may concern
   * @param id id by {@link #newId}
   * @param names names of the columns that are changed or added; {@link #ROWS} if it deletes or
   *     inserts rows
   * @param sources names of columns from which the new values are computed, or by which the rows
   *     are chosen
   * @throws LockedException if another change concerns one of them
   * @throws CifException if the file system does not replace files in one step
   */
  public static TableChange begin(
      FileSystem fs, Path table, String id, List<String> names, List<String> sources)
      throws IOException {
    return begin(fs, table, id, names, sources, committed(fs, table));
  }

  /**
   * Begins a change whose rows are already chosen, or whose values are computed.
   *
   * @param before result of {@link #committed} from before the sources were read. The commit fails
   *     if another change has concerned them since.
   */
  public static TableChange begin(
      FileSystem fs,
      Path table,
      String id,
      List<String> names,
      List<String> sources,
      Set<String> before)
      throws IOException {
    AtomicFiles.of(fs, table).expectReplaces(names.get(0));
    TableChange change = new TableChange(fs, table, id);
    names.forEach(name -> change.concerned.add(CifSchema.foldCase(name)));
    change.committedBefore.addAll(before);
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

  /**
   * Returns the name of a column's lock: names of columns may have any characters, and any length.
   */
  private static String lockName(String column) {
    return UUID.nameUUIDFromBytes(column.getBytes(StandardCharsets.UTF_8)) + ".lock";
  }

  /** Returns the id of the change, which is the owner of its files. */
  public String id() {
    return id;
  }

  /**
   * Holds the columns for another term. Call it every few minutes.
   *
   * @throws CifException if another change of them has begun
   */
  public synchronized void keep() throws IOException {
    for (LockFile column : columns) {
      column.keep();
    }
  }

  /** Says where the change comes from; its status file keeps that. */
  public void setOrigin(ChangeOrigin from) {
    description.setOrigin(from);
  }

  /**
   * Says that inserted rows stand for deleted ones, with values of some columns. Another change of
   * these columns that has begun before the commit fails then: its values would be of deleted rows.
   */
  public void setReplaced(List<String> names) {
    description.setReplaced(names);
  }

  /** Adds a file to the change; called for each column of each split-directory. */
  public void add(Path split, ChangedColumn column) {
    splits.computeIfAbsent(ChangeFolder.qualified(fs, split), k -> new ArrayList<>()).add(column);
  }

  /** Adds deleted rows to the change; called once for a split-directory. */
  public void add(Path split, ChangedRows rows) {
    Path directory = ChangeFolder.qualified(fs, split);
    splits.computeIfAbsent(directory, k -> new ArrayList<>());
    if (deleted.put(directory, rows) != null) {
      throw new IllegalArgumentException("rows of " + directory + " are deleted twice");
    }
  }

  /**
   * Adds a new split-directory to the change, which must concern {@link #ROWS}.
   *
   * @throws CifException if it is not below {@link #workFolder}, or is to leave the table's folder
   */
  public void add(InsertedSplit split) throws CifException {
    Path work = workFolder(table, id);
    Path parent = ChangeFolder.qualified(fs, split.directory()).getParent();
    while (parent != null && !parent.equals(work)) {
      parent = parent.getParent();
    }
    try {
      if (parent == null) {
        throw new IllegalArgumentException("it is not below " + work);
      }
      StatusFile.expectBelow(split.folder());
    } catch (IllegalArgumentException e) {
      throw CifException.at(
          split.directory(), null, -1, "no new split-directory: " + e.getMessage(), e);
    }
    Path folderOfPlace = split.folder().isEmpty() ? table : new Path(table, "./" + split.folder());
    inserted.put(new Path(folderOfPlace, INSERT + id + "-" + inserted.size()), split);
  }

  /** Further condition of a commit; throws if it does not hold. */
  public interface Condition {
    void check() throws IOException;
  }

  /** Commits as {@link #commit(Condition)} does, without a further condition. */
  public void commit() throws IOException {
    commit(() -> {});
  }

  /**
   * Publishes all added files in one step.
   *
   * @param last condition that is checked at the end, under the lock of commits
   * @throws CifException if a split-directory is gone, or was changed since the files were computed
   *     from it
   * @throws CifException if another change has taken the columns over; the table is as before in
   *     all cases
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
    for (Path place : inserted.keySet()) {
      levels.put(place, levels(place));
    }
    try (LockFile lock = folder.lock()) {
      folder.recover(lock);
      expectNoVacuum();
      expectNoOther();
      StatusFile status = description.of(table, levels.keySet(), folder.time(lock));
      folder.store().write(file(Status.PENDING), status.toBytes(id));
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
   * Throws if a vacuum has removed files of tasks from the work folder. A caller that reads the
   * files of a commit from there calls this afterwards, as {@link #commit} does.
   */
  public void expectNoVacuum() throws IOException {
    WorkFolder.expectNoVacuum(fs, table, id);
  }

  /**
   * Throws if another change was committed since: values may have been computed from replaced ones.
   */
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
              column.equals(ROWS)
                  ? "other rows were deleted or inserted while these were chosen; try again"
                  : "another change of the column was committed while this one was computed; try"
                      + " again");
        }
      }
    }
  }

  private Path file(Status status) {
    return folder.file(status, id);
  }

  /** Returns the number of folders from a split-directory up to the table. */
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

  private void add(Map<Path, Integer> levels, LockFile lock) throws IOException {
    List<Path> all = List.copyOf(levels.keySet());
    ChangeFolder.visit(
        all,
        lock,
        split -> {
          keep();
          int up = levels.get(split);
          InsertedSplit one = inserted.get(split);
          if (one != null) {
            ChangeEntry entry = ChangeEntry.empty(id, up, Inserts.HERE);
            SplitInsert.place(fs, one, split, entry, this::expectPending);
          } else {
            Inserts inserts = inserted.isEmpty() ? Inserts.NONE : Inserts.ELSEWHERE;
            ChangeEntry entry = ChangeEntry.empty(id, up, inserts);
            SplitChange.add(
                fs, split, entry, splits.get(split), deleted.get(split), this::expectPending);
          }
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

  /** Returns true if a failed call has committed the change. */
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
      // The next process rolls it back. Readers do not count it.
      failure.addSuppressed(e);
    }
  }

  /**
   * Returns the folder of the table that a folder belongs to: itself or one above it. Empty if no
   * change of it ever began.
   */
  public static Optional<Path> tableOf(FileSystem fs, Path folder) throws IOException {
    Path table = ChangeFolder.qualified(fs, folder);
    while (table != null && !fs.exists(new Path(table, ChangeFiles.FOLDER))) {
      table = table.getParent();
    }
    return Optional.ofNullable(table);
  }

  /** Action that runs while no change is being committed. */
  public interface Look<T> {
    T look() throws IOException;
  }

  /**
   * Runs an action while no change of a table is being committed. Each change is either committed
   * before, or its {@link Condition} is checked afterwards.
   *
   * @param folder folder of the table, or one below it
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

  /** Counts of a {@link #vacuum}: split-directories and changes folded, bytes freed. */
  public record Vacuumed(int splits, int changes, long bytes) {}

  /**
   * Folds changes into the schema files, so that they need no status file any more, and removes
   * files that no reader can want. What was folded can't be taken back any more ({@link
   * ChangeUndo}), and is no part of the {@link ChangeHistory}.
   *
   * @param grace age from which readers are assumed to have ended. One that has not may fail, or
   *     see a change in some split-directories only.
   */
  public static Vacuumed vacuum(FileSystem fs, Path table, Duration grace) throws IOException {
    return ChangeFolder.of(fs, table).vacuum(grace);
  }

  /** Gives the change up unless it was committed, and removes its leftover files. */
  @Override
  public void close() {
    try {
      // Before the commit, the places of the tasks' files are unknown here.
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
