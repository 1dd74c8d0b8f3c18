package dev.cif.embedded;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hive.ql.exec.tez.DagUtils;
import org.apache.hadoop.util.Progressable;

/**
 * Stand-in for the folder from which Tez distributes Hive's jar. In a single process the jar is on
 * the class path already, so nothing need be copied. Otherwise a Hive copies 83 MB into its home,
 * and Tez copies them again for every task.
 *
 * <p>A file of any name has the length of Hive's jar, by which Hive knows that it need not upload
 * it, and reads as empty. Nothing can be written.
 */
final class JarsInPlace extends FileSystem {
  static final String SCHEME = "jars-in-place";
  static final String FOLDER = SCHEME + ":/hive";

  private final File jar = jar();

  private static File jar() {
    try {
      return new File(DagUtils.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("The class path names Hive's jar by no valid URI", e);
    }
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public URI getUri() {
    return URI.create(SCHEME + ":///");
  }

  @Override
  public FileStatus getFileStatus(Path path) {
    boolean folder = makeQualified(path).equals(getWorkingDirectory());
    return new FileStatus(
        folder ? 0 : jar.length(), folder, 1, 1, jar.lastModified(), makeQualified(path));
  }

  @Override
  public FileStatus[] listStatus(Path path) throws FileNotFoundException {
    throw new FileNotFoundException(path + " cannot be listed");
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) {
    return new FSDataInputStream(new Nothing());
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    throw readOnly(path);
  }

  @Override
  public FSDataOutputStream append(Path path, int bufferSize, Progressable progress)
      throws IOException {
    throw readOnly(path);
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    throw readOnly(from);
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    throw readOnly(path);
  }

  @Override
  public boolean mkdirs(Path path, FsPermission permission) throws IOException {
    throw readOnly(path);
  }

  @Override
  public void setWorkingDirectory(Path path) {}

  @Override
  public Path getWorkingDirectory() {
    return new Path(FOLDER).makeQualified(getUri(), null);
  }

  private static IOException readOnly(Path path) {
    return new IOException(path + " cannot be written: it stands for a jar of the class path");
  }

  private static final class Nothing extends FSInputStream {
    @Override
    public int read() {
      return -1;
    }

    @Override
    public void seek(long position) {}

    @Override
    public long getPos() {
      return 0;
    }

    @Override
    public boolean seekToNewSource(long position) {
      return false;
    }
  }
}
