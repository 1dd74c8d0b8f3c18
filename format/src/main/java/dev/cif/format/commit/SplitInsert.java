package dev.cif.format.commit;

import dev.cif.format.internal.file.ChangeEntry;
import dev.cif.format.internal.file.ChangeFiles;
import dev.cif.format.internal.file.DeletesEntry;
import dev.cif.format.internal.file.SchemaFile;
import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.options.StoragePolicy;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.schema.CifException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Puts a new split-directory of a change in its place, or removes it, FORMAT.md section 3.4. */
final class SplitInsert {
  private SplitInsert() {}

  /**
   * Puts a new split-directory in its place, where its rows do not count yet.
   *
   * @param entry of the change
   * @param condition condition that the change may still be committed, checked last
   * @throws CifException if it is not as it was written, or the place is taken
   */
  static void place(
      FileSystem fs,
      InsertedSplit split,
      Path place,
      ChangeEntry entry,
      SplitCommit.Condition condition)
      throws IOException {
    Path written = split.directory();
    SplitState.expectWhole(fs, written);
    try (SplitCommit commit = SplitCommit.change(fs, written, null)) {
      SchemaFile stored = commit.old();
      boolean isNew = stored.changes().isEmpty() && stored.deletes() == null;
      if (!isNew || stored.rows() != split.rows() || stored.rows() > DeletesEntry.MAX_ROWS) {
        throw CifException.at(
            written,
            null,
            -1,
            "no new split-directory of " + split.rows() + " rows, of which there may be 2^32");
      }
      commit.create(ChangeFiles.sign(written, entry.id()), StoragePolicy.NONE).close();
      commit.replace(stored.withChanges(List.of(entry)), now -> !now.changes().isEmpty(), () -> {});
    }
    fs.mkdirs(place.getParent());
    condition.check();
    try {
      Renames.move(fs, written, place);
    } catch (IOException e) {
      // The rename may have succeeded nevertheless.
      if (fs.exists(written) || !fs.exists(place)) {
        throw e;
      }
    }
  }

  /**
   * Removes a split-directory that no reader counts any more. Returns the size of its files in
   * bytes.
   */
  static long remove(FileSystem fs, Path directory) throws IOException {
    long bytes = 0;
    for (FileStatus file : fs.listStatus(directory)) {
      bytes += file.getLen();
    }
    // Without this file, the others are no data.
    fs.delete(SplitFiles.file(directory, SplitDirectories.SCHEMA_FILE), false);
    fs.delete(directory, true);
    return bytes;
  }
}
