package dev.cif.format.commit;

import dev.cif.format.internal.file.ColumnEntry;
import dev.cif.format.internal.file.DeletesEntry;
import dev.cif.format.internal.file.SchemaFile;
import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.options.StoragePolicy;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.Column;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates a split-directory ({@link #create}), or changes one ({@link #change}), FORMAT.md section
 * 2. Both end with one atomic step, that of the schema file.
 *
 * <p>It removes only files that it has created and that no schema file names. After a failed call,
 * it looks up if the call succeeded nevertheless. If that can't be determined, all files stay, and
 * the error says so. Not thread-safe.
 */
public final class SplitCommit implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(SplitCommit.class);

  /** Prefix of the names of schema files that are not published. */
  private static final String TEMPORARY = "_" + SplitDirectories.SCHEMA_FILE + ".";

  private static final String LOCK = TEMPORARY + "lock";

  /** Time to wait for another change, which takes milliseconds. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private enum State {
    /** Nothing is published; created files can be removed. */
    OPEN,

    /** The outcome of the publication is unknown. */
    UNKNOWN,

    /** Published, or given up. */
    DONE
  }

  private final FileSystem fs;
  private final Path directory;
  private final Path target;
  private final AtomicFiles store;
  private final boolean createdDirectory;
  private final List<Path> created = new ArrayList<>();
  private State state = State.OPEN;

  // State of a change:
  private final LockFile lock;
  private final Map<String, FileStatus> files = new TreeMap<>();
  private byte[] oldBytes;
  private SchemaFile old;

  /** Name of the index of the current schema file, even if it has none. */
  private String index;

  /** Placing of the files of a change; null for a new split. */
  private ColumnPlacing placing;

  private SplitCommit(FileSystem fs, Path directory, boolean createdDirectory, LockFile lock)
      throws IOException {
    this.fs = fs;
    this.directory = directory;
    this.target = new Path(directory, SplitDirectories.SCHEMA_FILE);
    this.store = AtomicFiles.of(fs, directory);
    this.createdDirectory = createdDirectory;
    this.lock = lock;
  }

  /**
   * Begins a new split.
   *
   * @param directory folder of the split, created if it does not exist
   * @throws CifException if the folder is a split-directory already
   */
  public static SplitCommit create(FileSystem fs, Path directory) throws IOException {
    if (SplitDirectories.isSplitDirectory(fs, directory)) {
      throw CifException.at(
          directory, null, -1, "the split exists already; remove it or write to another folder");
    }
    boolean created = !fs.exists(directory);
    fs.mkdirs(directory);
    return new SplitCommit(fs, directory, created, null);
  }

  /**
   * Begins a change of a split, under its lock, which {@link #close} releases.
   *
   * @param column name of the column that is to be added, for errors
   * @throws CifException if the store does not replace files in one step, or there is no split
   * @throws LockedException if another process changes the split for longer than some seconds
   */
  static SplitCommit change(FileSystem fs, Path directory, String column) throws IOException {
    if (!SplitDirectories.isSplitDirectory(fs, directory)) {
      throw CifException.at(directory, column, -1, "there is no split-directory any more");
    }
    AtomicFiles.of(fs, directory).expectReplaces(column);
    LockFile lock = LockFile.acquire(fs, new Path(directory, LOCK), PATIENCE);
    try {
      SplitCommit change = new SplitCommit(fs, directory, false, lock);
      change.begin();
      return change;
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /**
   * Removes all files that an overtaken holder could still publish, and then reads the split.
   *
   * <p>A holder may sleep beyond its term after it has checked its lock, and wake up in the rename.
   * It renames a file that it created before the check, so before another took the lock. That other
   * removes the file here. Either the rename comes first, and its column is in the schema file that
   * is read now. Or the rename fails, since its source is gone. So no added column is lost, however
   * long a holder sleeps.
   */
  private void begin() throws IOException {
    for (FileStatus status : fs.listStatus(directory)) {
      String name = status.getPath().getName();
      if (name.startsWith(TEMPORARY) && !name.startsWith(LOCK)) {
        fs.delete(status.getPath(), false);
      } else {
        files.put(name, status);
      }
    }
    removeOldLocks();
    oldBytes = SplitFiles.bytes(fs, target);
    old = SchemaFile.parse(target, oldBytes);
    index = SplitFiles.indexFile(target, oldBytes);
    placing = new ColumnPlacing(fs, directory, store, files, old);
  }

  /** Removes lock files under unique names that dead processes left behind. */
  private void removeOldLocks() {
    long term = LockFile.TERM.toMillis();
    FileStatus own = files.get(LOCK);
    for (FileStatus status : files.values()) {
      boolean isLock = status.getPath().getName().startsWith(LOCK + ".");
      if (isLock
          && own != null
          && own.getModificationTime() - status.getModificationTime() > term) {
        SplitFiles.deleteQuietly(fs, status.getPath());
      }
    }
  }

  /** Returns the schema file before the change. */
  SchemaFile old() {
    return old;
  }

  /**
   * Creates a file of the split.
   *
   * @throws IOException if the file exists, whoever has created it; it is unchanged then
   */
  public FSDataOutputStream create(Path file, StoragePolicy policy) throws IOException {
    FSDataOutputStream out = store.create(file);
    created.add(file);
    return SplitFiles.withPolicy(fs, file, out, policy);
  }

  /**
   * Makes the folder a split: writes the schema file under a temporary name, and renames it.
   *
   * @return size of the schema file and its index in bytes
   * @throws IOException if the split is not published; {@link #close} removes created files
   */
  public long publish(SchemaFile schema) throws IOException {
    byte[] bytes = schema.toBytes();
    byte[] ofColumns = SplitFiles.index(target, bytes, schema);
    if (ofColumns != null) {
      Path file = new Path(directory, SplitFiles.indexFile(target, bytes));
      store.write(file, ofColumns);
      created.add(file);
    }
    Path temporary = write(bytes);
    state = State.UNKNOWN;
    try {
      store.move(temporary, target);
      state = State.DONE;
    } catch (IOException | RuntimeException e) {
      // The files identify the split, since no other has them: another column may be added
      // meanwhile.
      if (!settle(e, temporary, now -> now.entries().containsAll(schema.entries()))) {
        throw e;
      }
    }
    return bytes.length + (ofColumns == null ? 0L : ofColumns.length);
  }

  /** Condition that must hold, besides the lock, when the schema file is replaced. */
  interface Condition {
    void check() throws IOException;
  }

  /**
   * Replaces the schema file in one step.
   *
   * @param isDone predicate that is true for a schema file with this change
   * @param condition condition that is checked last, when the next holder of the lock could already
   *     undo the change
   * @throws IOException if it was not replaced; the split is unchanged, and {@link #close} undoes
   *     {@link #place}
   */
  void replace(SchemaFile schema, Predicate<SchemaFile> isDone, Condition condition)
      throws IOException {
    byte[] bytes = schema.toBytes();
    replaceIndex(bytes, schema);
    // Before the lock is checked: see begin().
    Path temporary = write(bytes);
    try {
      expectUnchanged();
      lock.expectHeld();
      condition.check();
    } catch (IOException | RuntimeException e) {
      SplitFiles.deleteQuietly(fs, temporary);
      throw e;
    }
    state = State.UNKNOWN;
    try {
      store.replace(temporary, target);
      state = State.DONE;
    } catch (IOException | RuntimeException e) {
      if (!settle(e, temporary, isDone)) {
        throw e;
      }
    }
    String before = index;
    index = SplitFiles.indexFile(target, bytes);
    if (!index.equals(before)) {
      // Readers of the former schema file now read it whole.
      SplitFiles.deleteQuietly(fs, new Path(directory, before));
    }
  }

  /** Creates the index of the next schema file. Both indexes exist for a moment. */
  private void replaceIndex(byte[] bytes, SchemaFile schema) throws IOException {
    byte[] ofColumns = SplitFiles.index(target, bytes, schema);
    if (ofColumns == null) {
      return;
    }
    Path temporary = write(ofColumns);
    try {
      store.move(temporary, new Path(directory, SplitFiles.indexFile(target, bytes)));
    } catch (FileAlreadyExistsException e) {
      // It is left from a process that did not replace the schema file.
      SplitFiles.deleteQuietly(fs, temporary);
    }
  }

  /** Returns the name of the index of the current schema file, even if it has none. */
  String index() {
    return index;
  }

  /** Detects earlier changes by programs that ignore the lock. */
  private void expectUnchanged() throws IOException {
    if (!Arrays.equals(oldBytes, SplitFiles.bytes(fs, target))) {
      throw CifException.at(
          target, null, -1, "the schema file was replaced by one without the lock; try again");
    }
  }

  private Path write(byte[] bytes) throws IOException {
    if (state != State.OPEN) {
      throw new IllegalStateException(directory + ": the commit was tried before");
    }
    Path temporary = new Path(directory, TEMPORARY + UUID.randomUUID());
    store.write(temporary, bytes);
    return temporary;
  }

  /**
   * Looks up the outcome of a failed call.
   *
   * @return true if all of it happened; false if nothing did
   * @throws CifException if the outcome can't be determined
   */
  private boolean settle(Exception failure, Path temporary, Predicate<SchemaFile> isDone)
      throws CifException {
    boolean happened;
    try {
      happened = hasHappened(temporary, isDone);
    } catch (IOException | RuntimeException e) {
      e.addSuppressed(failure);
      throw CifException.at(
          target,
          null,
          -1,
          "whether this file was published is not known, since looking it up failed as well, so all"
              + " files stay; look at the split before this is tried again: "
              + failure,
          e);
    }
    state = happened ? State.DONE : State.OPEN;
    if (happened) {
      LOG.info("Published, though the call failed: {}", target, failure);
    }
    return happened;
  }

  private boolean hasHappened(Path temporary, Predicate<SchemaFile> isDone) throws IOException {
    if (lock != null && !fs.exists(target)) {
      // The replacement stopped half-way: without this rename the split would be lost.
      store.move(temporary, target);
    }
    // A request may still be on its way; without its source it can't succeed later.
    fs.delete(temporary, false);
    SchemaFile now = published();
    return now != null && isDone.test(now);
  }

  /** Returns the current schema file; null if there is none. */
  private SchemaFile published() throws IOException {
    try {
      return SchemaFile.parse(target, SplitFiles.bytes(fs, target));
    } catch (FileNotFoundException e) {
      return null;
    }
  }

  /** Returns the files at the begin of the change, except temporary schema files. */
  Collection<FileStatus> files() {
    return files.values();
  }

  /** Returns the modification time of the schema file at the begin of the change, in ms. */
  long schemaTime() {
    return files.get(SplitDirectories.SCHEMA_FILE).getModificationTime();
  }

  /** Returns the length of a file at the begin of the change; -1 if it did not exist. */
  long length(String name) {
    FileStatus status = files.get(name);
    return status == null ? -1 : status.getLen();
  }

  /**
   * Renames the files of a column from hidden names to their final names. If an earlier attempt did
   * so and died, its files are renamed again, so that only one of two attempts has them.
   *
   * @return entry of the files for the schema file
   * @throws CifException if one is gone
   */
  ColumnEntry place(ColumnEntry file, Column column) throws IOException {
    return placing.place(file, column);
  }

  /**
   * Renames a file of deleted rows as {@link #place(ColumnEntry, Column)} does those of a column.
   *
   * @param id id of the change
   */
  DeletesEntry place(DeletesEntry file, String id) throws IOException {
    return placing.place(file, id);
  }

  /** Rolls back everything that is not published, and releases the lock. Never throws. */
  @Override
  public void close() {
    if (state == State.OPEN) {
      try {
        undo();
      } catch (IOException e) {
        LOG.debug("Left behind, since it cannot be removed: files in {}", directory, e);
      }
    }
    state = State.DONE;
    if (lock != null) {
      lock.close();
    }
  }

  private void undo() throws IOException {
    if (placing != null) {
      placing.undo();
    }
    if (!created.isEmpty()) {
      // If another process has published a split here, its files may have the names of created
      // ones.
      SchemaFile now = published();
      Set<String> named = now == null ? Set.of() : now.files();
      for (Path file : created) {
        if (!named.contains(file.getName())) {
          SplitFiles.deleteQuietly(fs, file);
        }
      }
    }
    if (createdDirectory) {
      SplitFiles.removeIfEmpty(fs, directory);
    }
  }
}
