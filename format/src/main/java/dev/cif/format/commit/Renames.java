package dev.cif.format.commit;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;

/** Renames files without moving them into an existing folder, as Hadoop's usual rename does. */
public final class Renames extends FilterFileSystem {
  private Renames(FileSystem fs) {
    super(fs);
  }

  /**
   * Renames a file or folder; in HDFS this is one step.
   *
   * @throws org.apache.hadoop.fs.FileAlreadyExistsException if the name is taken
   */
  // Not closed, since that would close the underlying file system.
  @SuppressWarnings("resource")
  public static void move(FileSystem fs, Path from, Path to) throws IOException {
    new Renames(fs).run(from, to);
  }

  /**
   * Renames a file and replaces an existing one. This is one step if the file system is known to do
   * so.
   */
  public static void replace(FileSystem fs, Path from, Path to) throws IOException {
    AtomicFiles.of(fs, to.getParent()).replace(from, to);
  }

  @SuppressWarnings("deprecation")
  private void run(Path from, Path to) throws IOException {
    rename(from, to, Options.Rename.NONE);
  }
}
