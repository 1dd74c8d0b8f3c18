package dev.cif.format.commit;

import dev.cif.format.internal.file.ChangeFiles;
import dev.cif.format.internal.file.ChangeFiles.Status;
import dev.cif.format.internal.file.StatusFile;
import dev.cif.format.schema.CifException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * History of a table: its committed changes, and those that were taken back, until a vacuum removes
 * their status files (FORMAT.md section 2.1).
 */
public final class ChangeHistory {
  private ChangeHistory() {}

  /**
   * Change of a table.
   *
   * @param id its id
   * @param time time of its commit in ms since 1970, by the clock of the file system
   * @param origin where it comes from
   * @param rows number of rows with new values, and of deleted ones; -1 if it is not known
   * @param columns names of the columns that it concerns; {@link TableChange#ROWS} among them if it
   *     deletes rows
   * @param splits number of the split-directories that it concerns
   * @param undoes id of the change that it takes back; null if it is none that does
   * @param undoneBy id of the change that has taken it back; null if it counts
   * @param damage what is wrong with its status file, which says no more than the time then; null
   *     if nothing is
   */
  public record Entry(
      String id,
      long time,
      ChangeOrigin origin,
      long rows,
      List<String> columns,
      int splits,
      String undoes,
      String undoneBy,
      String damage) {
    public Entry {
      columns = List.copyOf(columns);
    }

    private Entry undone(String by) {
      return new Entry(id, time, origin, rows, columns, splits, undoes, by, damage);
    }
  }

  /** Returns the changes of a table, the oldest first. */
  public static List<Entry> of(FileSystem fs, Path table) throws IOException {
    FileStatus[] files;
    try {
      files = fs.listStatus(new Path(table, ChangeFiles.FOLDER));
    } catch (FileNotFoundException e) {
      return List.of();
    }
    List<Entry> entries = new ArrayList<>();
    List<Entry> aborted = new ArrayList<>();
    Map<String, String> undoing = new HashMap<>();
    for (FileStatus file : files) {
      String committed = Status.COMMITTED.id(file.getPath());
      String other = Status.ABORTED.id(file.getPath());
      if (committed == null && other == null) {
        continue;
      }
      Entry entry = read(fs, file, committed == null ? other : committed);
      if (entry == null) {
        continue;
      }
      (committed == null ? aborted : entries).add(entry);
      if (committed != null && entry.undoes != null) {
        undoing.put(entry.undoes, committed);
      }
    }
    for (Entry entry : aborted) {
      // The others were never committed.
      if (undoing.containsKey(entry.id)) {
        entries.add(entry.undone(undoing.get(entry.id)));
      }
    }
    entries.sort(Comparator.comparingLong(Entry::time).thenComparing(Entry::id));
    return entries;
  }

  /** Returns the change of a status file; null if a vacuum has just removed it. */
  private static Entry read(FileSystem fs, FileStatus file, String id) throws IOException {
    try {
      StatusFile status = StatusFile.read(fs, file.getPath());
      StatusFile.Event event = status.event();
      return new Entry(
          id,
          event.time() < 0 ? file.getModificationTime() : event.time(),
          new ChangeOrigin(event.user(), event.program(), event.statement()),
          event.rows(),
          status.columns(),
          status.splits().size(),
          status.undoes(),
          null,
          null);
    } catch (FileNotFoundException e) {
      return null;
    } catch (CifException e) {
      return new Entry(
          id,
          file.getModificationTime(),
          ChangeOrigin.UNKNOWN,
          -1,
          List.of(),
          0,
          null,
          null,
          e.getMessage());
    }
  }
}
