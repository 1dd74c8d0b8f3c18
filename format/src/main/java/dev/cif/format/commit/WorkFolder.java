package dev.cif.format.commit;

import dev.cif.format.internal.file.ChangeFiles;
import dev.cif.format.schema.CifException;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Folder in which a change or an insert keeps files until it ends. A vacuum can't tell if its owner
 * is dead. So it leaves a mark from which a living owner learns that its files are gone, and fails
 * (FORMAT.md section 2.2).
 */
final class WorkFolder {
  /** Suffix of the name of a folder that a vacuum has emptied. */
  private static final String GONE = ".gone";

  /** Time for which that name is kept beyond a vacuum's span: no statement runs longer. */
  private static final Duration REMEMBERED = Duration.ofDays(7);

  private WorkFolder() {}

  /** Returns the folder of an id; hidden from readers. */
  static Path of(Path table, String id) {
    return new Path(new Path(table, ChangeFiles.FOLDER), "_" + id);
  }

  /**
   * Throws if a vacuum has removed files.
   *
   * @throws CifException that says so
   */
  static void expectNoVacuum(FileSystem fs, Path table, String id) throws IOException {
    Path work = of(table, id);
    if (fs.exists(work.suffix(GONE))) {
      throw CifException.at(
          work,
          null,
          -1,
          "a vacuum has removed what the statement had written, as it was told to spare nothing so"
              + " young; the table is as before: run the statement again");
    }
  }

  /**
   * Removes a folder in which nothing was begun or ended recently.
   *
   * @param work listed status of the folder
   * @param before time in milliseconds, by the clock of the file system; older folders are removed
   */
  static void vacuum(FileSystem fs, FileStatus work, long before) throws IOException {
    Path path = work.getPath();
    if (path.getName().endsWith(GONE)) {
      if (work.getModificationTime() < before - REMEMBERED.toMillis()) {
        fs.delete(path, true);
      }
      return;
    }
    long youngest = work.getModificationTime();
    for (FileStatus child : fs.listStatus(path)) {
      youngest = Math.max(youngest, child.getModificationTime());
    }
    if (youngest >= before) {
      return;
    }
    empty(fs, path);
  }

  /** Removes the files of a change that is taken back. Its owner, who may sleep, then fails. */
  static void empty(FileSystem fs, Path table, String id) throws IOException {
    Path work = of(table, id);
    if (fs.exists(work)) {
      empty(fs, work);
    }
  }

  private static void empty(FileSystem fs, Path work) throws IOException {
    Path gone = work.suffix(GONE);
    if (fs.exists(gone)) {
      fs.delete(work, true);
      return;
    }
    // One step, so that a living owner finds all of it or nothing.
    Renames.move(fs, work, gone);
    for (FileStatus child : fs.listStatus(gone)) {
      fs.delete(child.getPath(), true);
    }
  }
}
