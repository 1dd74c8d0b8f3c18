package dev.cif.format.read;

import dev.cif.format.internal.file.ListedFile;
import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.schema.CifException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Finds split-directories, FORMAT.md section 2. */
public final class SplitDirectories {
  /** Name of the schema file, whose presence makes a folder a split-directory. */
  public static final String SCHEMA_FILE = SplitFiles.SCHEMA_FILE;

  /** Name that Hive's LOAD DATA gives to a second schema file. */
  private static final Pattern SECOND_SCHEMA_FILE = Pattern.compile("schema_copy_\\d+\\.cif");

  /** Form of the names that writers give to column files. */
  private static final Pattern COLUMN_FILE =
      Pattern.compile("[0-9]+-[a-z0-9_]*(\\.g[0-9]+)?\\.col");

  private SplitDirectories() {}

  /** Returns true if the folder holds a schema file. */
  public static boolean isSplitDirectory(FileSystem fs, Path folder) throws IOException {
    return fs.exists(new Path(folder, SCHEMA_FILE));
  }

  /**
   * Returns true if a folder is a split that its writer has not finished, as a dead writer leaves
   * it. It has column files, and otherwise only hidden or empty ones.
   */
  public static boolean isUnfinished(FileSystem fs, Path folder) throws IOException {
    return isUnfinished(fs.listStatus(folder));
  }

  private static boolean isUnfinished(FileStatus[] children) {
    boolean hasColumns = false;
    for (FileStatus child : children) {
      if (isHidden(child) || (child.isFile() && child.getLen() == 0)) {
        continue;
      }
      if (!child.isFile() || !isColumnFile(child.getPath())) {
        return false;
      }
      hasColumns = true;
    }
    return hasColumns;
  }

  /** Checks the prefix first, since this is asked for every file of a table, and few have it. */
  private static boolean isSecondSchemaFile(String name) {
    return name.startsWith("schema_copy") && SECOND_SCHEMA_FILE.matcher(name).matches();
  }

  /** Returns true if a file is a column file by its name. */
  public static boolean isColumnFile(Path path) {
    return COLUMN_FILE.matcher(path.getName()).matches();
  }

  /**
   * Returns true if a file's name is that of a file beside the column files. These are filters,
   * statistics of parts, deleted rows, and the index of the schema file.
   */
  public static boolean isBesideColumns(Path path) {
    String name = path.getName();
    return SplitFiles.isPartsFile(name)
        || SplitFiles.isFilterFile(name)
        || SplitFiles.isDeletesFile(name)
        || SplitFiles.isIndexFile(name);
  }

  /**
   * The split-directories at or below a folder, at any depth, in the order of their paths. Hidden
   * folders are not looked into.
   *
   * @throws FileNotFoundException if the folder does not exist
   */
  public static List<Path> list(FileSystem fs, Path root) throws IOException {
    List<Path> found = new ArrayList<>();
    collect(fs, root, found, null);
    return found;
  }

  /**
   * Returns the split-directories as {@link #list} does, and rejects data that it would ignore
   * silently. Use it for folders that hold nothing else. Below the root, it skips a split that its
   * writer has not finished, since its rows were never part of the data. Column files in the root
   * itself are an error: no writer puts them there, so somebody has moved them, and their rows
   * would be missing.
   *
   * @throws CifException if another file that is not empty is outside of split-directories, or a
   *     split-directory holds another
   */
  public static List<Path> listStrictly(FileSystem fs, Path root) throws IOException {
    List<Path> found = new ArrayList<>();
    collect(fs, root, found, root);
    return found;
  }

  /** Collects split-directories; strictly below {@code root}, unless that is null. */
  private static void collect(FileSystem fs, Path folder, List<Path> found, Path root)
      throws IOException {
    Content content = content(folder, 0, fs.listStatus(folder), root);
    if (content.split != null) {
      found.add(folder);
    }
    for (FileStatus below : content.folders) {
      collect(fs, below.getPath(), found, root);
    }
  }

  /**
   * Content of a folder: a split-directory, or folders that may have some.
   *
   * @param split split-directory; null if the folder is none
   * @param folders folders to look into, in the order of their paths
   */
  public record Content(ListedSplit split, List<FileStatus> folders) {}

  /**
   * Returns the content of a folder from a listing.
   *
   * @param folderTime modification time of the folder before the listing, if it changes with the
   *     content; else 0
   * @param root root of a search as strict as {@link #listStrictly}; null if it is not strict
   */
  public static Content content(Path folder, long folderTime, FileStatus[] children, Path root)
      throws IOException {
    ListedSplit split = ListedSplit.of(folder, folderTime, children);
    List<FileStatus> folders = new ArrayList<>();
    if (split == null && !folder.equals(root) && isUnfinished(children)) {
      return new Content(null, folders);
    }
    if (split == null) {
      Arrays.sort(children);
    }
    for (FileStatus child : children) {
      if (isHidden(child)) {
        continue;
      }
      if (root != null) {
        check(child, split != null);
      }
      if (child.isDirectory() && split == null && !isLoop(child)) {
        folders.add(child);
      }
    }
    return new Content(split, folders);
  }

  /** True if a file, or a folder with all that is in it, is none of the data by its name. */
  public static boolean isHidden(FileStatus file) {
    return isHidden(ListedFile.name(file), file.isDirectory());
  }

  /**
   * The rule of {@link #isHidden(FileStatus)} for a name. Names of columns may begin like hidden
   * ones, and so may those of folders {@code key=value}.
   */
  public static boolean isHidden(String name, boolean isFolder) {
    return SplitFiles.isHidden(name, isFolder);
  }

  /**
   * True if a folder is also one of those above it, by symbolic links on a local disk: whoever
   * walks folders has been there.
   */
  public static boolean isLoop(FileStatus folder) throws IOException {
    URI uri = folder.getPath().toUri();
    if (!folder.isDirectory() || !"file".equals(uri.getScheme())) {
      return false;
    }
    java.nio.file.Path local = java.nio.file.Path.of(uri.getPath());
    boolean hasLink = false;
    for (java.nio.file.Path at = local; at != null && !hasLink; at = at.getParent()) {
      hasLink = Files.isSymbolicLink(at);
    }
    if (hasLink) {
      for (java.nio.file.Path up = local.getParent(); up != null; up = up.getParent()) {
        if (Files.isSameFile(up, local)) {
          return true;
        }
      }
    }
    return false;
  }

  private static void check(FileStatus file, boolean inSplit) throws CifException {
    if (inSplit && (file.isDirectory() || isSecondSchemaFile(ListedFile.name(file)))) {
      throw CifException.at(
          file.getPath(),
          null,
          -1,
          "the files of a split-directory were moved into a folder that holds others, which would"
              + " be missing; move the files beside "
              + SCHEMA_FILE
              + ", under their first names, into a folder of their own");
    }
    if (!inSplit && file.isFile() && file.getLen() > 0) {
      Path path = file.getPath();
      throw CifException.at(
          path,
          null,
          -1,
          "this is no part of a split-directory, and its rows would be missing; "
              + (isColumnFile(path)
                  ? "move it into a folder of its own, together with the other files of its split"
                  : "move it away, or read it through a table of its format and insert that into"
                      + " this one"));
    }
  }
}
