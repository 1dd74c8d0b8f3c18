package dev.cif.format.commit;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;

/** Renames that never move into a folder that is there, as Hadoop's usual rename does. */
public final class Renames extends FilterFileSystem {
  private Renames(FileSystem fs) {
    super(fs);
  }

  /**
   * Gives a file or folder another name; in HDFS that is one step.
   *
   * @throws org.apache.hadoop.fs.FileAlreadyExistsException if the name is taken
   */
  // Not closed: that would close the file system below.
  @SuppressWarnings("resource")
  public static void move(FileSystem fs, Path from, Path to) throws IOException {
    new Renames(fs).run(from, to);
  }

  /**
   * The same, but a file of that name is replaced; in one step where the file system is known to do
   * so.
   */
  public static void replace(FileSystem fs, Path from, Path to) throws IOException {
    Store.of(fs, to.getParent()).replace(from, to);
  }

  @SuppressWarnings("deprecation")
  private void run(Path from, Path to) throws IOException {
    rename(from, to, Options.Rename.NONE);
  }
}
