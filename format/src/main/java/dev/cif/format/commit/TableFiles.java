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
    ChangeFolder changes = ChangeFolder.of(fs, table);
    try (LockFile lock = changes.lock()) {
      removeOthers(fs, table);
      TableFile before = TableFile.read(fs, file(table));
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
   * Setter of the owner's property that names the revision of the file with the same content.
   *
   * @param <E> failure of the owner
   */
  public interface OwnersRevision<E extends Exception> {
    void set(long revision) throws E;
  }

  /**
   * Makes a table file follow its owner, which has changed the table already. The owner gets the
   * next revision first: a process that dies between leaves a file that is seen to be old.
   *
   * @param file what the file says; null if there is none
   * @param wanted what the owner says, of any revision
   * @param ownersRevision revision that the owner has; 0 for none
   * @return true if the file was written, false if it says the same
   */
  public static <E extends Exception> boolean follow(
      FileSystem fs,
      Path table,
      TableDescription file,
      TableDescription wanted,
      long ownersRevision,
      OwnersRevision<E> owner)
      throws IOException, E {
    long before = file == null ? 0 : file.revision();
    if (file != null && before == ownersRevision && wanted.isSameTable(file)) {
      return false;
    }
    long next = Math.max(before, ownersRevision) + 1;
    owner.set(next);
    update(fs, table, other -> wanted.withRevision(next));
    return true;
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
