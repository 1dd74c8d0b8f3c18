package dev.cif.format.commit;

import dev.cif.format.internal.file.ChangeEntry;
import dev.cif.format.internal.file.ChangeFiles.Status;
import dev.cif.format.internal.file.SchemaFile;
import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.internal.file.StatusFile;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.schema.CifException;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Takes back the newest change of a table in one step, as a change of its own, FORMAT.md section
 * 2.1. The files from before it are there until a vacuum removes them.
 */
public final class ChangeUndo {
  private final FileSystem fs;
  private final ChangeFolder folder;

  ChangeUndo(FileSystem fs, ChangeFolder folder) {
    this.fs = fs;
    this.folder = folder;
  }

  /** Condition of an undo, checked under the lock of commits. */
  public interface Condition {
    void check(ChangeHistory.Entry newest) throws IOException;
  }

  /**
   * Takes back the newest change of a table that was not taken back yet.
   *
   * @param origin who wants it
   * @param last condition on the change that is to be taken back
   * @return the change that was taken back
   * @throws CifException if there is none, or one of the files from before it is gone; the table is
   *     as before
   * @throws LockedException if a commit takes long
   */
  public static ChangeHistory.Entry newest(
      FileSystem fs, Path table, ChangeOrigin origin, Condition last) throws IOException {
    Path changed = TableChange.tableOf(fs, table).orElse(null);
    if (changed == null || !changed.equals(ChangeFolder.qualified(fs, table))) {
      throw none(table, changed == null ? "" : "; a change of " + changed + " is taken back there");
    }
    return new ChangeUndo(fs, ChangeFolder.of(fs, table)).undo(origin, last);
  }

  private static CifException none(Path table, String advice) {
    return CifException.at(
        table,
        null,
        -1,
        "no change can be taken back: there was none since the last vacuum, or all are taken back"
            + advice);
  }

  private ChangeHistory.Entry undo(ChangeOrigin origin, Condition last) throws IOException {
    String id = TableChange.newId();
    try (LockFile lock = folder.lock()) {
      folder.recover(lock);
      ChangeHistory.Entry newest = newest();
      if (newest == null) {
        throw none(folder.table(), "");
      }
      expectWhole(newest, lock);
      last.check(newest);
      StatusFile status =
          new StatusFile(
              newest.columns(),
              List.of(),
              newest.id(),
              new StatusFile.Event(
                  folder.time(lock), origin.user(), origin.program(), origin.statement(), -1));
      folder.store().write(folder.file(Status.PENDING, id), status.toBytes(id));
      finish(id, newest.id(), lock);
      return newest;
    }
  }

  /** Returns the newest change that counts and takes none back; null if there is none. */
  private ChangeHistory.Entry newest() throws IOException {
    ChangeHistory.Entry newest = null;
    for (ChangeHistory.Entry entry : ChangeHistory.of(fs, folder.table())) {
      if (entry.undoes() == null && entry.undoneBy() == null) {
        newest = entry;
      }
    }
    return newest;
  }

  /** Checks that each split-directory of a change has it, as its last that counts. */
  private void expectWhole(ChangeHistory.Entry change, LockFile lock) throws IOException {
    Path file = folder.file(Status.COMMITTED, change.id());
    if (change.damage() != null) {
      throw new CifException("the newest change can't be taken back: " + change.damage());
    }
    Set<String> committed = folder.committed();
    ChangeFolder.visit(
        folder.named(file),
        lock,
        split -> {
          expectLast(split, change.id(), committed);
          return 0L;
        });
  }

  private void expectLast(Path split, String id, Set<String> committed) throws IOException {
    if (!SplitDirectories.isSplitDirectory(fs, split)) {
      throw refused(split, "was removed or replaced since");
    }
    SchemaFile stored = SplitFiles.read(fs, split);
    String last = null;
    for (ChangeEntry change : stored.changes()) {
      if (committed.contains(change.id())) {
        last = change.id();
      }
    }
    if (!id.equals(last)) {
      throw refused(
          split,
          last == null
              ? "has the values for good: a vacuum has removed those from before it"
              : "was changed again by change " + last);
    }
  }

  private static CifException refused(Path split, String why) {
    return CifException.at(
        split, null, -1, "the newest change can't be taken back: this split-directory " + why);
  }

  /** Takes the change back of which {@code id} says so, which is pending. */
  private void finish(String id, String undone, LockFile lock) throws IOException {
    Path pending = folder.file(Status.PENDING, id);
    try {
      lock.expectHeld();
      folder
          .store()
          .moveAside(folder.file(Status.COMMITTED, undone), folder.file(Status.ABORTED, undone));
    } catch (IOException | RuntimeException e) {
      if (fs.exists(folder.file(Status.COMMITTED, id))) {
        // The next holder of the lock has finished this.
        return;
      }
      if (fs.exists(folder.file(Status.COMMITTED, undone))) {
        SplitFiles.deleteQuietly(fs, pending);
        throw e;
      }
    }
    try {
      folder.store().moveAside(pending, folder.file(Status.COMMITTED, id));
    } catch (IOException e) {
      if (!fs.exists(folder.file(Status.COMMITTED, id))) {
        throw e;
      }
    }
  }

  /**
   * Ends an undo whose process died, or sleeps: it is finished, as it was decided when its status
   * file was written. One that was written too late, behind another change, has no effect.
   *
   * <p>So a process that wakes up finds nothing left to rename.
   */
  void recover(String pending, String undone, LockFile lock) throws IOException {
    ChangeHistory.Entry newest = newest();
    boolean isDone = fs.exists(folder.file(Status.ABORTED, undone));
    if (isDone || (newest != null && newest.id().equals(undone))) {
      finish(pending, undone, lock);
    } else {
      fs.delete(folder.file(Status.PENDING, pending), false);
    }
  }
}
