package dev.cif.format;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockStoragePolicySpi;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.util.Progressable;

/**
 * HDFS for the code under test, local files below: creates exclusively, renames to names that are
 * free, replaces in one step. A test may act before or after each step, or let it fail there.
 */
public class SteppedFiles extends DistributedFileSystem {
  /** Action of a test before or after a step; it may throw. */
  @FunctionalInterface
  public interface Action {
    void run() throws IOException;
  }

  /** Kinds of steps. */
  public enum Step {
    CREATE,
    OPEN,
    STATUS,
    DELETE,
    RENAME,
    REPLACE,
    POLICY
  }

  private record Point(Step step, String name, boolean after, Action action) {
    boolean fits(String file) {
      return name.endsWith(".") ? file.startsWith(name) : file.equals(name);
    }
  }

  private final FileSystem files;
  private final Map<Object, String> policies = new HashMap<>();
  private final List<Point> points = new ArrayList<>();

  /** Makes such a file system; no server is needed. */
  public SteppedFiles() throws IOException {
    files = LocalFiles.fs();
    setConf(new Configuration(false));
  }

  /**
   * Acts once, before a step with a file.
   *
   * @param name of the file, the old one of a rename; how it begins, if that ends in a dot
   */
  public void before(Step step, String name, Action action) {
    points.add(new Point(step, name, false, action));
  }

  /** Acts once, after such a step. */
  public void after(Step step, String name, Action action) {
    points.add(new Point(step, name, true, action));
  }

  /** Fails once, as if the connection was lost. */
  public static void fail() throws IOException {
    throw new IOException("the connection is lost");
  }

  private void act(Step step, Path path, boolean after) throws IOException {
    for (Point point : List.copyOf(points)) {
      if (point.step == step && point.after == after && point.fits(path.getName())) {
        points.remove(point);
        point.action.run();
      }
    }
  }

  private static Path below(Path path) {
    return new Path(path.toUri().getPath());
  }

  private static java.nio.file.Path nio(Path path) {
    return java.nio.file.Path.of(path.toUri().getPath());
  }

  @Override
  public URI getUri() {
    return URI.create("hdfs://stepped");
  }

  @Override
  public Path getWorkingDirectory() {
    return new Path("hdfs://stepped/");
  }

  @Override
  protected void checkPath(Path path) {}

  @Override
  public Path resolvePath(Path path) throws IOException {
    getFileStatus(path);
    return makeQualified(path);
  }

  @Override
  public long getDefaultBlockSize() {
    return 1 << 20;
  }

  @Override
  public short getDefaultReplication() {
    return 1;
  }

  @Override
  public FSDataOutputStream create(
      Path file,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    act(Step.CREATE, file, false);
    if (!overwrite) {
      try {
        Files.createDirectories(nio(file).getParent());
        Files.createFile(nio(file));
      } catch (java.nio.file.FileAlreadyExistsException e) {
        throw new FileAlreadyExistsException(file + " exists");
      }
    }
    FSDataOutputStream out = files.create(below(file), true);
    policies.remove(id(file));
    act(Step.CREATE, file, true);
    return out;
  }

  @Override
  public FSDataInputStream open(Path file, int bufferSize) throws IOException {
    act(Step.OPEN, file, false);
    FSDataInputStream in = files.open(below(file), bufferSize);
    act(Step.OPEN, file, true);
    return in;
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    act(Step.RENAME, from, false);
    if (!Files.exists(nio(from)) || Files.exists(nio(to))) {
      return false;
    }
    Files.move(nio(from), nio(to));
    act(Step.RENAME, from, true);
    return true;
  }

  @Override
  public void rename(Path from, Path to, Options.Rename... options) throws IOException {
    if (List.of(options).equals(List.of(Options.Rename.NONE))) {
      if (!rename(from, to)) {
        throw new FileAlreadyExistsException(from + " is gone, or " + to + " is there");
      }
      return;
    }
    if (!List.of(options).equals(List.of(Options.Rename.OVERWRITE))) {
      throw new UnsupportedOperationException(List.of(options).toString());
    }
    act(Step.REPLACE, from, false);
    Files.move(nio(from), nio(to), StandardCopyOption.ATOMIC_MOVE);
    act(Step.REPLACE, from, true);
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    act(Step.DELETE, path, false);
    boolean deleted = files.delete(below(path), recursive);
    act(Step.DELETE, path, true);
    return deleted;
  }

  @Override
  public boolean mkdirs(Path folder, FsPermission permission) throws IOException {
    return files.mkdirs(below(folder));
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    act(Step.STATUS, path, false);
    FileStatus status = files.getFileStatus(below(path));
    act(Step.STATUS, path, true);
    return status;
  }

  @Override
  public FileStatus[] listStatus(Path folder) throws IOException {
    return files.listStatus(below(folder));
  }

  @Override
  public void setTimes(Path path, long modified, long accessed) throws IOException {
    files.setTimes(below(path), modified, accessed);
  }

  @Override
  public void setStoragePolicy(Path path, String policy) throws IOException {
    act(Step.POLICY, path, false);
    policies.put(id(path), policy);
    act(Step.POLICY, path, true);
  }

  @Override
  public void unsetStoragePolicy(Path path) throws IOException {
    policies.remove(id(path));
  }

  @Override
  public BlockStoragePolicySpi getStoragePolicy(Path path) throws IOException {
    String name = policies.getOrDefault(id(path), "HOT");
    return new BlockStoragePolicy((byte) 1, name, new StorageType[0], null, null);
  }

  /** Parts of the state that stay when a file is renamed. */
  private static Object id(Path path) throws IOException {
    return Files.readAttributes(nio(path), BasicFileAttributes.class).fileKey();
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}
