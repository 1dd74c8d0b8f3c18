package dev.cif.format.commit;

import dev.cif.format.CifException;
import dev.cif.format.Column;
import dev.cif.format.SplitDirectories;
import dev.cif.format.StoragePolicy;
import dev.cif.format.internal.file.ColumnEntry;
import dev.cif.format.internal.file.ColumnFile;
import dev.cif.format.internal.file.FilterEntry;
import dev.cif.format.internal.file.FilterFile;
import dev.cif.format.internal.file.PartsEntry;
import dev.cif.format.internal.file.PartsFile;
import dev.cif.format.internal.file.SchemaFile;
import dev.cif.format.internal.file.SplitFiles;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a split-directory comes into being ({@link #create}), and how one is changed ({@link
 * #change}): FORMAT.md section 2. Both end with one step, that of the schema file.
 *
 * <p>Nothing is removed that this object has not made, and nothing that a schema file names. After
 * a call that failed it is looked up whether it happened all the same; where that can't be told,
 * everything stays, and the error says so. Not thread-safe.
 */
public final class SplitCommit implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(SplitCommit.class);

  /** How names of schema files begin that are not published. */
  private static final String TEMPORARY = "_" + SplitDirectories.SCHEMA_FILE + ".";

  private static final String LOCK = TEMPORARY + "lock";

  /** Changing takes milliseconds. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private enum State {
    /** Nothing is published; what was made can be removed. */
    OPEN,

    /** Whether it was published is not known. */
    UNKNOWN,

    /** Published, or given up. */
    DONE
  }

  private final FileSystem fs;
  private final Path directory;
  private final Path target;
  private final Store store;
  private final boolean createdDirectory;
  private final List<Path> created = new ArrayList<>();
  private State state = State.OPEN;

  // Of a change:
  private final LockFile lock;
  private final Map<String, FileStatus> files = new TreeMap<>();
  private byte[] oldBytes;
  private SchemaFile old;

  /** The name of the index of the schema file as it is, whether it has one or not. */
  private String index;

  /** Files that got a name of the split's own, by the hidden names that they had. */
  private final Map<Path, Path> placed = new LinkedHashMap<>();

  private SplitCommit(FileSystem fs, Path directory, boolean createdDirectory, LockFile lock)
      throws IOException {
    this.fs = fs;
    this.directory = directory;
    this.target = new Path(directory, SplitDirectories.SCHEMA_FILE);
    this.store = Store.of(fs, directory);
    this.createdDirectory = createdDirectory;
    this.lock = lock;
  }

  /**
   * Begins a new split.
   *
   * @param directory created if it does not exist
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
   * Begins a change of a split, under its lock, which {@link #close} gives back.
   *
   * @param column that is to be added, for errors
   * @throws CifException if the store does not replace files in one step, or there is no split
   * @throws LockedException if another process changes the split for longer than some seconds
   */
  static SplitCommit change(FileSystem fs, Path directory, String column) throws IOException {
    if (!SplitDirectories.isSplitDirectory(fs, directory)) {
      throw CifException.at(directory, column, -1, "there is no split-directory any more");
    }
    Store.of(fs, directory).expectReplaces(column);
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
   * Reads the split as it is, after what a holder that was overtaken could still publish is gone.
   *
   * <p>A holder may sleep beyond its term after it has checked its lock, and wake up in the rename.
   * What it renames is a file that it made before it checked, so before another took the lock. That
   * other removes it here: either the rename comes first, and its column is in the schema file that
   * is read now; or it fails, since its source is gone. So no added column is lost, however long a
   * holder sleeps.
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
  }

  /** Those that a process under way left under names of their own, when it died. */
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

  /** The schema file before the change. */
  SchemaFile old() {
    return old;
  }

  /**
   * Creates a file of the split.
   *
   * @throws IOException if it is there, whoever has made it; it stays as it is then
   */
  public FSDataOutputStream create(Path file, StoragePolicy policy) throws IOException {
    FSDataOutputStream out = store.create(file);
    created.add(file);
    return SplitFiles.withPolicy(fs, file, out, policy);
  }

  /**
   * Makes the folder a split: writes the schema file under a temporary name, and renames it.
   *
   * @return its length in bytes, with that of its index
   * @throws IOException if the split is not published; {@link #close} removes what was made
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
      // By its files, which are nobody else's: another may have added a column since.
      if (!settle(e, temporary, now -> now.entries().containsAll(schema.entries()))) {
        throw e;
      }
    }
    return bytes.length + (ofColumns == null ? 0L : ofColumns.length);
  }

  /** What must hold besides the lock when the schema file is replaced. */
  interface Condition {
    void check() throws IOException;
  }

  /**
   * Replaces the schema file in one step.
   *
   * @param isDone whether a schema file shows that this has happened
   * @param condition looked at last, when the next holder of the lock could undo it already
   * @throws IOException if it was not replaced; the split is as it was, and {@link #close} undoes
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
      // Who reads the schema file before reads it whole now.
      SplitFiles.deleteQuietly(fs, new Path(directory, before));
    }
  }

  /**
   * Puts the index of the next schema file beside that of this one: both are there for a moment.
   */
  private void replaceIndex(byte[] bytes, SchemaFile schema) throws IOException {
    byte[] ofColumns = SplitFiles.index(target, bytes, schema);
    if (ofColumns == null) {
      return;
    }
    Path temporary = write(ofColumns);
    try {
      store.move(temporary, new Path(directory, SplitFiles.indexFile(target, bytes)));
    } catch (FileAlreadyExistsException e) {
      // One who did not get to replace the schema file left it.
      SplitFiles.deleteQuietly(fs, temporary);
    }
  }

  /** The name of the index of the schema file as it is, whether it has one or not. */
  String index() {
    return index;
  }

  /** Programs that know no lock are found out here, as far as they come before. */
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
   * Finds out what a call that failed has done.
   *
   * @return whether all of it happened; else nothing did
   * @throws CifException if that can't be told
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
      // One half of the replacement: without the other the split would be gone.
      store.move(temporary, target);
    }
    // A request may be on its way still; without its source it can't succeed later.
    fs.delete(temporary, false);
    SchemaFile now = published();
    return now != null && isDone.test(now);
  }

  /** The schema file as it is; null if there is none. */
  private SchemaFile published() throws IOException {
    try {
      return SchemaFile.parse(target, SplitFiles.bytes(fs, target));
    } catch (FileNotFoundException e) {
      return null;
    }
  }

  /** Names and states of the files, but the schema file's temporary ones, when the change began. */
  Collection<FileStatus> files() {
    return files.values();
  }

  /** The length of a file when the change began; -1 if it was not there. */
  long length(String name) {
    FileStatus status = files.get(name);
    return status == null ? -1 : status.getLen();
  }

  /**
   * Gives the files of a column, which lie in the folder under hidden names, their own. If an
   * earlier attempt did so and died, its files are taken: by another name, so that of two attempts
   * one has them.
   *
   * @return the files as the schema file is to name them
   * @throws CifException if one is gone
   */
  ColumnEntry place(ColumnEntry file, Column column) throws IOException {
    IntFunction<String> names = k -> SplitFiles.columnFile(column, k);
    Content content =
        name -> ColumnFile.open(fs, directory, column, file.withFile(name), old.rows()).close();
    String name = place(file.file(), file.length(), column, names, content);
    ColumnEntry placed = file.withFile(name).withFilters(placeFilters(file, column));
    PartsEntry parts = file.parts();
    if (parts == null) {
      return placed;
    }
    names = k -> SplitFiles.partsFile(SplitFiles.columnFile(column, k));
    content = one -> PartsFile.check(fs, directory, column, parts.withFile(one));
    String own = place(parts.file(), parts.length(), column, names, content);
    return placed.withParts(parts.withFile(own));
  }

  private List<FilterEntry> placeFilters(ColumnEntry file, Column column) throws IOException {
    List<FilterEntry> placed = new ArrayList<>();
    for (FilterEntry filter : file.filters()) {
      IntFunction<String> names =
          k -> SplitFiles.filterFile(SplitFiles.columnFile(column, k), filter.with());
      Content content =
          name ->
              FilterFile.verify(fs, directory, column.name(), filter.withFile(name), old.rows());
      String own = place(filter.file(), filter.length(), column, names, content);
      placed.add(filter.withFile(own));
    }
    return placed;
  }

  /** What a file must have, whatever its name. */
  private interface Content {
    /** Fails with a CifException if the file has something else. */
    void check(String name) throws IOException;

    default boolean isIn(String name) throws IOException {
      try {
        check(name);
        return true;
      } catch (CifException e) {
        return false;
      }
    }
  }

  private String place(
      String file, long length, Column column, IntFunction<String> names, Content content)
      throws IOException {
    Path hidden = SplitFiles.file(directory, file);
    Path from = files.containsKey(file) ? hidden : leftBehind(file, length, column, content);
    for (int k = 0; ; k++) {
      String name = names.apply(k);
      if (!files.containsKey(name) && tryMove(from, name, content)) {
        placed.put(hidden, SplitFiles.file(directory, name));
        return name;
      }
    }
  }

  private Path leftBehind(String file, long length, Column column, Content content)
      throws IOException {
    Set<String> named = old.files();
    for (FileStatus status : files.values()) {
      String name = status.getPath().getName();
      if (status.getLen() == length && !named.contains(name) && content.isIn(name)) {
        return SplitFiles.file(directory, name);
      }
    }
    throw CifException.at(
        SplitFiles.file(directory, file),
        column.name(),
        -1,
        "the column's file is gone; compute the column again");
  }

  private boolean tryMove(Path from, String name, Content content) throws IOException {
    Path to = SplitFiles.file(directory, name);
    try {
      store.move(from, to);
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      // It may have happened all the same.
      if (fs.exists(from) || !content.isIn(name)) {
        throw e;
      }
    }
    return true;
  }

  /** Gives up what is not published, and gives the lock back. Never throws. */
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
    for (Map.Entry<Path, Path> file : placed.entrySet()) {
      // It can be published again under its hidden name.
      store.move(file.getValue(), file.getKey());
    }
    if (!created.isEmpty()) {
      // If another's split is there by now, its files may have the names of those that were made.
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
