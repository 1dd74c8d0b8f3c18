package dev.cif.format.internal.file;

import dev.cif.format.CifException;
import dev.cif.format.Column;
import dev.cif.format.SplitDirectories;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The files that say what has become of a table's changes, FORMAT.md section 2.1. */
public final class ChangeFiles {
  /** The folder of the table's that holds them. */
  public static final String FOLDER = "_cif_changes";

  /** How the name of a file begins by which a listing tells a split-directory's changes. */
  public static final String SIGN = "_cif_change.";

  /** What has become of a change: how the name of its status file ends. */
  public enum Status {
    PENDING,
    COMMITTED,
    ABORTED;

    private final String suffix = "." + name().toLowerCase(Locale.ROOT);

    /** The status file of a change that is so. */
    public Path file(Path folder, String id) {
      return new Path(folder, id + suffix);
    }

    /** The change whose status file this is; null if the file is another. */
    public String id(Path file) {
      String name = file.getName();
      String id = name.substring(0, Math.max(0, name.length() - suffix.length()));
      return name.endsWith(suffix) && ChangeEntry.isId(id) ? id : null;
    }
  }

  private ChangeFiles() {}

  /** The folder of status files for a split-directory's change. */
  public static Path folder(Path directory, ChangeEntry change) throws CifException {
    // A path that is made of a URI keeps a slash at its end, which counts as one more folder.
    Path table = new Path(directory.toString());
    for (int i = 0; i < change.up() && table != null; i++) {
      table = table.getParent();
    }
    if (table == null) {
      throw CifException.at(
          new Path(directory, SplitDirectories.SCHEMA_FILE),
          null,
          -1,
          "change " + change.id() + " is of a table " + change.up() + " folders up; there is none");
    }
    return new Path(table, FOLDER);
  }

  /**
   * Whether a change is committed.
   *
   * @return null if no file says
   */
  public static Boolean isCommitted(FileSystem fs, Path folder, String id) throws IOException {
    // Between the two questions it may be committed, but not taken back.
    if (fs.exists(Status.COMMITTED.file(folder, id))) {
      return true;
    }
    if (fs.exists(Status.PENDING.file(folder, id)) || fs.exists(Status.ABORTED.file(folder, id))) {
      return false;
    }
    return fs.exists(Status.COMMITTED.file(folder, id)) ? true : null;
  }

  /** The error of a change of which no file says whether it was committed. */
  public static CifException unknown(Path directory, ChangeEntry change) throws CifException {
    return CifException.at(
        new Path(directory, SplitDirectories.SCHEMA_FILE),
        null,
        -1,
        "nothing says whether change "
            + change.id()
            + " of columns "
            + change.schema().columns().stream().map(Column::name).limit(10).toList()
            + " was committed: "
            + folder(directory, change)
            + " has no file of it. The split-directory was copied or moved without its table: copy"
            + " that folder, too, or run 'bin/cif vacuum' on the table before you copy it");
  }
}
