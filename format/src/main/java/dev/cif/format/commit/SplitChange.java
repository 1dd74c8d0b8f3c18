package dev.cif.format.commit;

import dev.cif.format.internal.file.ChangeEntry;
import dev.cif.format.internal.file.ChangeFiles;
import dev.cif.format.internal.file.ColumnEntry;
import dev.cif.format.internal.file.DeletesEntry;
import dev.cif.format.internal.file.SchemaFile;
import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.options.StoragePolicy;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Applies the steps of a {@link TableChange} to one split-directory. */
final class SplitChange {
  private SplitChange() {}

  /**
   * Adds the new files to the schema file, as a change that does not count yet.
   *
   * @param entry of the change, without columns and rows
   * @param columns columns with new files
   * @param rows deleted rows; null if it deletes none
   * @param condition condition that the change may still be committed
   */
  static void add(
      FileSystem fs,
      Path directory,
      ChangeEntry entry,
      List<ChangedColumn> columns,
      ChangedRows rows,
      SplitCommit.Condition condition)
      throws IOException {
    String id = entry.id();
    String first = columns.isEmpty() ? TableChange.ROWS : columns.get(0).name();
    try (SplitCommit commit = SplitCommit.change(fs, directory, first)) {
      SchemaFile stored = commit.old();
      if (stored.changes().size() == SchemaFile.MAX_CHANGES) {
        throw CifException.at(
            new Path(directory, SplitDirectories.SCHEMA_FILE),
            null,
            -1,
            "the split has "
                + SchemaFile.MAX_CHANGES
                + " changes; run 'bin/cif vacuum' on the table first");
      }
      List<Column> changed = new ArrayList<>();
      List<ColumnEntry> entries = new ArrayList<>();
      ColumnPlaces places = new ColumnPlaces(stored);
      for (ChangedColumn column : columns) {
        SchemaFile latest = PendingChanges.latest(fs, directory, stored, column.name());
        ColumnAddition.checkSame(directory, column.name(), latest, column.rows(), column.sources());
        expectWritten(
            commit, directory, column.name(), column.file().file(), column.file().length());
        Column now = places.of(column, latest.schema());
        changed.add(now);
        entries.add(commit.place(column.file(), now));
      }
      DeletesEntry deletes = rows == null ? null : place(fs, directory, commit, id, rows);
      // Listings rely on this file, so it is created before the schema file names the change.
      commit.create(ChangeFiles.sign(directory, id), StoragePolicy.NONE).close();
      List<ChangeEntry> changes = new ArrayList<>(stored.changes());
      changes.add(entry.with(CifSchema.of(changed), entries, deletes));
      commit.replace(stored.withChanges(changes), now -> has(now, id), condition);
    }
  }

  /** Places the file of deleted rows, which has those that were deleted before. */
  private static DeletesEntry place(
      FileSystem fs, Path directory, SplitCommit commit, String id, ChangedRows rows)
      throws IOException {
    SchemaFile latest = PendingChanges.latest(fs, directory, commit.old(), TableChange.ROWS);
    ColumnAddition.checkSame(directory, TableChange.ROWS, latest, rows.rows(), rows.sources());
    if (!Objects.equals(latest.deletes(), rows.before())) {
      throw CifException.at(
          directory, null, -1, "other rows were deleted while these were chosen; try again");
    }
    expectWritten(commit, directory, null, rows.file().file(), rows.file().length());
    return commit.place(rows.file(), id);
  }

  private static void expectWritten(
      SplitCommit commit, Path directory, String column, String file, long length)
      throws CifException {
    if (commit.length(file) != length) {
      throw CifException.at(
          SplitFiles.file(directory, file),
          column,
          -1,
          "the file is gone, or not as long as it was written");
    }
  }

  private static boolean has(SchemaFile file, String id) {
    return file.changes().stream().anyMatch(change -> change.id().equals(id));
  }

  /**
   * Removes a change that was given up from the schema file, and deletes its files; all of a
   * split-directory that it has inserted. Returns their size in bytes.
   */
  static long drop(FileSystem fs, Path directory, String id) throws IOException {
    if (!SplitDirectories.isSplitDirectory(fs, directory)) {
      return 0;
    }
    try (SplitCommit commit = SplitCommit.change(fs, directory, null)) {
      SchemaFile stored = commit.old();
      long bytes = 0;
      if (stored.changes().stream().anyMatch(c -> c.id().equals(id) && c.isInsert())) {
        return SplitInsert.remove(fs, directory);
      }
      if (has(stored, id)) {
        List<ChangeEntry> others = new ArrayList<>(stored.changes());
        others.removeIf(change -> change.id().equals(id));
        bytes = tidy(fs, directory, commit, stored.withChanges(others), gone -> gone.equals(id));
      }
      SplitFiles.deleteQuietly(fs, ChangeFiles.sign(directory, id));
      return bytes;
    }
  }

  /**
   * Folds committed changes into the schema file, and removes files that no reader can want any
   * more.
   *
   * @param counts predicate that is true if a change is committed, and all readers count it
   * @param left set to which the ids of remaining changes are added
   * @param before time in ms since 1970; older files that no schema file names are removed
   * @return size of the removed files in bytes
   */
  static long fold(
      FileSystem fs, Path directory, Predicate<String> counts, Set<String> left, long before)
      throws IOException {
    if (!SplitDirectories.isSplitDirectory(fs, directory)) {
      return 0;
    }
    try (SplitCommit commit = SplitCommit.change(fs, directory, null)) {
      SchemaFile stored = commit.old();
      Set<String> folded = new HashSet<>();
      List<ChangeEntry> others = new ArrayList<>();
      for (ChangeEntry change : stored.changes()) {
        // Changes are folded in order: all changes behind a remaining one remain, too.
        if (others.isEmpty() && counts.test(change.id())) {
          folded.add(change.id());
        } else {
          others.add(change);
        }
      }
      Set<String> kept = new HashSet<>();
      others.forEach(change -> kept.add(change.id()));
      left.addAll(kept);
      boolean isFolded = others.size() < stored.changes().size();
      SchemaFile now = isFolded ? stored.after(folded::contains).withChanges(others) : stored;
      boolean isOld =
          isFolded ? before > ChangeFolder.NOTHING_IS_OLD : commit.schemaTime() < before;
      if (isOld && now.changes().isEmpty() && now.rows() > 0 && now.liveRows() == 0) {
        // All rows are deleted for all readers.
        return SplitInsert.remove(fs, directory);
      }
      long bytes = 0;
      if (isFolded) {
        bytes = tidy(fs, directory, commit, now, id -> !kept.contains(id));
      }
      return bytes + removeUnnamed(fs, commit, now, before);
    }
  }

  /**
   * Replaces the schema file, and removes the files that it no longer names. Returns their size in
   * bytes.
   */
  private static long tidy(
      FileSystem fs, Path directory, SplitCommit commit, SchemaFile now, Predicate<String> gone)
      throws IOException {
    SchemaFile stored = commit.old();
    commit.replace(
        now, file -> file.changes().stream().noneMatch(change -> gone.test(change.id())), () -> {});
    Set<String> unnamed = stored.files();
    unnamed.removeAll(now.files());
    long bytes = 0;
    for (String file : unnamed) {
      SplitFiles.deleteQuietly(fs, SplitFiles.file(directory, file));
      bytes += Math.max(0, commit.length(file));
    }
    for (ChangeEntry change : stored.changes()) {
      if (gone.test(change.id())) {
        SplitFiles.deleteQuietly(fs, ChangeFiles.sign(directory, change.id()));
      }
    }
    return bytes;
  }

  /**
   * Removes column files, hidden files and signs that writers left behind. Returns their size in
   * bytes.
   */
  private static long removeUnnamed(
      FileSystem fs, SplitCommit commit, SchemaFile now, long before) {
    Set<String> named = now.files();
    now.changes().forEach(change -> named.add(ChangeFiles.SIGN + change.id()));
    named.add(commit.index());
    long bytes = 0;
    for (FileStatus file : commit.files()) {
      String name = file.getPath().getName();
      boolean isOurs =
          SplitDirectories.isColumnFile(file.getPath())
              || SplitDirectories.isBesideColumns(file.getPath())
              || name.startsWith(ChangeFiles.SIGN)
              || name.startsWith(SplitFiles.HIDDEN);
      if (isOurs && !named.contains(name) && file.getModificationTime() < before) {
        SplitFiles.deleteQuietly(fs, file.getPath());
        bytes += file.getLen();
      }
    }
    return bytes;
  }
}
