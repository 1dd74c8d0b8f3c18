package dev.cif.format.commit;

import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.internal.file.TableFile;
import dev.cif.format.scan.DescribedTable;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.TableDescription;
import dev.cif.format.schema.TableDescription.TableColumn;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes the table file of a table, FORMAT.md section 2.4. Readers see the old file or the new one,
 * never a part.
 */
public final class TableFiles {
  private TableFiles() {}

  /** Returns the place of a table's file. */
  public static Path file(Path table) {
    return new Path(table, TableFile.NAME);
  }

  /**
   * Reads the table file in a folder.
   *
   * @return null if there is none
   * @throws CifException if it is damaged
   */
  public static TableDescription read(FileSystem fs, Path table) throws IOException {
    try {
      return TableFile.read(fs, file(table)).description();
    } catch (FileNotFoundException e) {
      return null;
    }
  }

  /**
   * Writes the table file of a table that was just written, unless it is a partition, or a part of
   * a table that has one.
   *
   * @param folder folder of the rows, which may become the target later
   * @param target folder of the table
   * @param schema columns of the rows
   * @param properties properties for those who write into the table later; only names {@code cif.*}
   *     are kept
   */
  public static void describe(
      FileSystem fs, Path folder, Path target, CifSchema schema, Map<String, String> properties)
      throws IOException {
    if (target.getName().contains("=") || DescribedTable.forShow(fs, target) != null) {
      return;
    }
    List<TableColumn> columns = new ArrayList<>();
    for (Column column : schema.columns()) {
      columns.add(new TableColumn(column.name(), column.type(), null, null));
    }
    Map<String, String> kept = new TreeMap<>(properties);
    kept.keySet().removeIf(name -> !TableDescription.isProperty(name));
    TableDescription first =
        new TableDescription(1, null, columns, null, List.of(), List.of(), null, kept);
    update(fs, folder, before -> before == null ? first : before);
  }

  /**
   * Changes what a table file says, or writes the first one.
   *
   * @param change function from the description that is there, or null, to the new one; it may run
   *     more than once. The new revision is greater than the old one, and at least that of the
   *     function's result. Null, or what says the same, changes nothing.
   * @return description that is there now; null if there is none
   * @throws CifException if the file that is there is damaged
   * @throws LockedException if another changes the table for long
   */
  public static TableDescription update(
      FileSystem fs, Path table, UnaryOperator<TableDescription> change) throws IOException {
    if (read(fs, table) == null) {
      TableDescription first = change.apply(null);
      if (first == null || create(fs, table, first)) {
        return first;
      }
    }
    try (LockFile lock = lock(fs, table)) {
      TableFile before = current(fs, table);
      TableDescription wanted = change.apply(before.description());
      if (wanted == null || wanted.isSameTable(before.description())) {
        return before.description();
      }
      long revision = Math.max(before.description().revision() + 1, wanted.revision());
      TableDescription after = wanted.withRevision(revision);
      replace(fs, table, before.with(after).toBytes(), lock);
      return after;
    }
  }

  /**
   * Owner of a table file: a table of a metastore, which decides what the file says.
   *
   * @param <E> failure of the owner
   */
  public interface Owner<E extends Exception> {
    /**
     * Returns what the owner says now.
     *
     * @param file what the file says; null if there is none
     * @return null if the owner has no file to be written
     */
    OwnersTable read(TableDescription file) throws IOException, E;

    /** Stores what was read last, with another revision. */
    void store(long revision) throws E;
  }

  /**
   * Table as its owner has it.
   *
   * @param description what the owner says, of any revision
   * @param revision revision of the file that says the same; 0 if the owner knows none
   * @param isStored false if the owner has yet to store it
   */
  public record OwnersTable(TableDescription description, long revision, boolean isStored) {
    private boolean isIn(TableDescription file) {
      return isStored && revision == file.revision() && description.isSameTable(file);
    }
  }

  /**
   * Makes a table file follow its owner, which has changed the table already. The owner has the new
   * revision first: a process that dies between leaves a file that is seen to be old. Of several
   * callers at a time, each writes what the owner says when its turn has come.
   *
   * @return true if the file was written, false if it says the same
   * @throws LockedException if another changes the table for long
   */
  public static <E extends Exception> boolean follow(FileSystem fs, Path table, Owner<E> owner)
      throws IOException, E {
    TableDescription file = read(fs, table);
    OwnersTable said = owner.read(file);
    if (said == null || (file != null && said.isIn(file))) {
      return false;
    }
    if (file == null) {
      long first = said.revision() + 1;
      owner.store(first);
      if (create(fs, table, said.description().withRevision(first))) {
        return true;
      }
    }
    try (LockFile lock = lock(fs, table)) {
      TableFile before = current(fs, table);
      said = owner.read(before.description());
      if (said == null || said.isIn(before.description())) {
        return false;
      }
      long last = before.description().revision();
      boolean hasNext = said.isStored() && said.revision() > last;
      long next = hasNext ? said.revision() : Math.max(last, said.revision()) + 1;
      if (!hasNext) {
        owner.store(next);
      }
      replace(fs, table, before.with(said.description().withRevision(next)).toBytes(), lock);
      return true;
    }
  }

  /**
   * Holds off all others that change a table or follow its owner, until it is closed. Who changes
   * the owner's table in several steps holds it meanwhile.
   *
   * @throws LockedException if another changes the table for long
   */
  public static LockFile lock(FileSystem fs, Path table) throws IOException {
    return ChangeFolder.of(fs, table).lock();
  }

  /** Reads the file as the holder of the lock. */
  private static TableFile current(FileSystem fs, Path table) throws IOException {
    removeOthers(fs, table);
    return TableFile.read(fs, file(table));
  }

  private static Path unique(Path table) {
    return new Path(table, TableFile.NAME + "." + UUID.randomUUID());
  }

  /** Writes the first table file. Returns false if there is one by now. */
  private static boolean create(FileSystem fs, Path table, TableDescription first)
      throws IOException {
    AtomicFiles store = AtomicFiles.of(fs, table);
    Path temporary = unique(table);
    boolean isMoved = false;
    store.write(temporary, TableFile.of(first).toBytes());
    try {
      store.move(temporary, file(table));
      isMoved = true;
    } catch (FileAlreadyExistsException | FileNotFoundException e) {
      // Another was first, and may have removed this one as what a dead writer left.
      return false;
    } finally {
      if (!isMoved) {
        SplitFiles.deleteQuietly(fs, temporary);
      }
    }
    return true;
  }

  private static void replace(FileSystem fs, Path table, byte[] bytes, LockFile lock)
      throws IOException {
    AtomicFiles store = AtomicFiles.of(fs, table);
    if (!store.replacesInOneStep()) {
      // Object stores, which have no such rename, show a file when it is complete.
      lock.expectHeld();
      try (FSDataOutputStream out = fs.create(file(table), true)) {
        out.write(bytes);
      }
      return;
    }
    Path temporary = unique(table);
    boolean isReplaced = false;
    store.write(temporary, bytes);
    try {
      lock.expectHeld();
      store.replace(temporary, file(table));
      isReplaced = true;
    } finally {
      if (!isReplaced) {
        SplitFiles.deleteQuietly(fs, temporary);
      }
    }
  }

  /** Removes what dead writers have left, so that a sleeping one can replace nothing any more. */
  private static void removeOthers(FileSystem fs, Path table) throws IOException {
    for (FileStatus status : fs.listStatus(table)) {
      if (status.getPath().getName().startsWith(TableFile.NAME + ".")) {
        fs.delete(status.getPath(), false);
      }
    }
  }
}
