package dev.cif.format.internal.file;

import dev.cif.format.schema.CifException;
import dev.cif.format.schema.Column;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Status files of a table's changes, FORMAT.md section 2.1. */
public final class ChangeFiles {
  /** Name of the folder, in the table's, that holds the status files. */
  public static final String FOLDER = "_cif_changes";

  /** Prefix of the names of files by which a listing reveals a split-directory's changes. */
  public static final String SIGN = "_cif_change.";

  /** Status of a change; the suffix of its status file. */
  public enum Status {
    PENDING,
    COMMITTED,
    ABORTED;

    private final String suffix = "." + name().toLowerCase(Locale.ROOT);

    /** Returns the status file of a change with this status. */
    public Path file(Path folder, String id) {
      return new Path(folder, id + suffix);
    }

    /** Returns the id of the change with this status file, or null if the file is no such file. */
    public String id(Path file) {
      String name = file.getName();
      String id = name.substring(0, Math.max(0, name.length() - suffix.length()));
      return name.endsWith(suffix) && ChangeEntry.isId(id) ? id : null;
    }
  }

  private ChangeFiles() {}

  /** Returns the folder of status files for a split-directory's change. */
  public static Path folder(Path directory, ChangeEntry change) throws CifException {
    // A path that is made of a URI keeps a slash at its end, which counts as one more folder.
    Path table = new Path(directory.toString());
    for (int i = 0; i < change.up() && table != null; i++) {
      table = table.getParent();
    }
    if (table == null) {
      throw CifException.at(
          new Path(directory, SplitFiles.SCHEMA_FILE),
          null,
          -1,
          "change " + change.id() + " is of a table " + change.up() + " folders up; there is none");
    }
    return new Path(table, FOLDER);
  }

  /**
   * Looks up if a change is committed.
   *
   * @return true if it is, false if it is pending or aborted, null if there is no status file
   */
  public static Boolean isCommitted(FileSystem fs, Path folder, String id) throws IOException {
    // The change may be committed between the two look-ups, but a commit is never taken back.
    if (fs.exists(Status.COMMITTED.file(folder, id))) {
      return true;
    }
    if (fs.exists(Status.PENDING.file(folder, id)) || fs.exists(Status.ABORTED.file(folder, id))) {
      return false;
    }
    return fs.exists(Status.COMMITTED.file(folder, id)) ? true : null;
  }

  /** Returns the file by which a listing reveals a split-directory's change. */
  public static Path sign(Path directory, String id) {
    return new Path(directory, SIGN + id);
  }

  private static String named(ChangeEntry change) {
    return "change "
        + change.id()
        + " of columns "
        + change.schema().columns().stream().map(Column::name).limit(10).toList();
  }

  /** Returns the error of a change without a status file. */
  public static CifException unknown(Path directory, ChangeEntry change) throws CifException {
    return CifException.at(
        new Path(directory, SplitFiles.SCHEMA_FILE),
        null,
        -1,
        "nothing says whether "
            + named(change)
            + " was committed: "
            + folder(directory, change)
            + " has no file of it. The split-directory was copied or moved without its table: copy"
            + " that folder, too, or run 'bin/cif vacuum' on the table before you copy it");
  }

  /** Returns the error of a change whose sign is not there. */
  public static CifException unsigned(Path directory, ChangeEntry change) {
    return CifException.at(
        new Path(directory, SplitFiles.SCHEMA_FILE),
        null,
        -1,
        named(change)
            + " has no file "
            + SIGN
            + change.id()
            + " beside it. The split-directory was copied without its hidden files: copy them, too,"
            + " and the folder "
            + FOLDER
            + " of its table, or run 'bin/cif vacuum' on the table before you copy it");
  }
}
