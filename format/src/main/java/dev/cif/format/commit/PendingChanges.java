package dev.cif.format.commit;

import dev.cif.format.internal.file.ChangeEntry;
import dev.cif.format.internal.file.ChangeFiles;
import dev.cif.format.internal.file.SchemaFile;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.schema.CifException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Evaluates the changes in a split's schema file for a process that changes the split. */
final class PendingChanges {
  private PendingChanges() {}

  private static boolean concerns(ChangeEntry change, String column) {
    return column.equals(TableChange.ROWS)
        ? change.deletes() != null || change.isInsert()
        : change.schema().indexOf(column) >= 0;
  }

  /**
   * Returns the split after all committed changes. The caller holds the split's lock.
   *
   * @param column name of the column that is to be changed or added, or {@link TableChange#ROWS}
   * @throws CifException if another change of it is pending
   */
  static SchemaFile latest(FileSystem fs, Path directory, SchemaFile stored, String column)
      throws IOException {
    Set<String> committed = new HashSet<>();
    for (ChangeEntry change : stored.changes()) {
      Path folder = ChangeFiles.folder(directory, change);
      Boolean isCommitted = ChangeFiles.isCommitted(fs, folder, change.id());
      if (isCommitted == null) {
        throw ChangeFiles.unknown(directory, change);
      }
      boolean isPending = fs.exists(ChangeFiles.Status.PENDING.file(folder, change.id()));
      if (isCommitted) {
        committed.add(change.id());
      } else if (isPending && concerns(change, column)) {
        throw CifException.at(
            directory, column, -1, "the column is being changed by another; try again");
      }
    }
    try {
      return stored.after(committed::contains);
    } catch (IllegalArgumentException e) {
      Path path = new Path(directory, SplitDirectories.SCHEMA_FILE);
      throw CifException.at(path, null, -1, "its changes do not fit: " + e.getMessage(), e);
    }
  }
}
