package dev.cif.format;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Finds split-directories: FORMAT.md section 2. */
public final class SplitDirectories {
  /** The name of the schema file, whose presence makes a folder a split-directory. */
  public static final String SCHEMA_FILE = "schema.cif";

  private SplitDirectories() {}

  /** Whether the folder holds a schema file. */
  public static boolean isSplitDirectory(FileSystem fs, Path folder) throws IOException {
    return fs.exists(new Path(folder, SCHEMA_FILE));
  }

  /**
   * The split-directories at or below a folder, at any depth, in the order of their paths. Files
   * and folders whose name starts with '_' or '.' are not looked into.
   *
   * @throws FileNotFoundException if the folder does not exist
   */
  public static List<Path> list(FileSystem fs, Path root) throws IOException {
    List<Path> found = new ArrayList<>();
    collect(fs, root, found);
    return found;
  }

  private static void collect(FileSystem fs, Path folder, List<Path> found) throws IOException {
    FileStatus[] children = fs.listStatus(folder);
    for (FileStatus child : children) {
      if (child.isFile() && child.getPath().getName().equals(SCHEMA_FILE)) {
        found.add(folder);
        return;
      }
    }
    Arrays.sort(children);
    for (FileStatus child : children) {
      String name = child.getPath().getName();
      if (child.isDirectory() && !name.startsWith("_") && !name.startsWith(".")) {
        collect(fs, child.getPath(), found);
      }
    }
  }
}
