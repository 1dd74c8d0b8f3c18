package dev.cif.cli.load;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;

/** Renames that never move into a folder that is there, as Hadoop's usual rename does. */
final class Renames extends FilterFileSystem {
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
  static void move(FileSystem fs, Path from, Path to) throws IOException {
    new Renames(fs).run(from, to, Options.Rename.NONE);
  }

  /** The same, but a file of that name is replaced. */
  @SuppressWarnings("resource")
  static void replace(FileSystem fs, Path from, Path to) throws IOException {
    new Renames(fs).run(from, to, Options.Rename.OVERWRITE);
  }

  @SuppressWarnings("deprecation")
  private void run(Path from, Path to, Options.Rename option) throws IOException {
    rename(from, to, option);
  }
}
