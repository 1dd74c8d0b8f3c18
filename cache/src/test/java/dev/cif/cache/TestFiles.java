package dev.cif.cache;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Local files that are counted as they are read, as such or as those of a system that is far away:
 * there every file belongs to one user.
 */
final class TestFiles extends FilterFileSystem {
  /** User who may read remote files, besides the one who runs the test. */
  static final String FRIEND = "friend";

  /** Starts no process to set or tell permissions. */
  private static final class Local extends RawLocalFileSystem {
    @Override
    public void setPermission(Path path, FsPermission permission) {}
  }

  private final URI uri;
  private final String owner;

  /** Bytes read of files, by name; of those that were opened. */
  final Map<String, Long> read = new ConcurrentHashMap<>();

  private TestFiles(String uri) throws IOException {
    super(local());
    this.uri = URI.create(uri);
    owner = UserGroupInformation.getCurrentUser().getUserName();
  }

  private static FileSystem local() throws IOException {
    FileSystem local = new Local();
    local.initialize(URI.create("file:///"), new Configuration(false));
    return local;
  }

  static TestFiles near() throws IOException {
    return new TestFiles("file:///");
  }

  static TestFiles far() throws IOException {
    return new TestFiles("far:///");
  }

  private boolean isFar() {
    return uri.getScheme().equals("far");
  }

  @Override
  public URI getUri() {
    return uri;
  }

  @Override
  public Path makeQualified(Path path) {
    return path.makeQualified(uri, getWorkingDirectory());
  }

  private static Path here(Path path) {
    return new Path(path.toUri().getPath());
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    FileStatus file = fs.getFileStatus(here(path));
    return isFar()
        ? new FileStatus(
            file.getLen(),
            file.isDirectory(),
            1,
            file.getBlockSize(),
            file.getModificationTime(),
            0,
            FsPermission.createImmutable((short) 0600),
            owner,
            "group",
            path)
        : file;
  }

  @Override
  public void access(Path path, FsAction mode) throws IOException {
    String user = UserGroupInformation.getCurrentUser().getUserName();
    if (!user.equals(owner) && !user.equals(FRIEND)) {
      throw new AccessControlException(user + " may not read " + path);
    }
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    access(path, FsAction.READ);
    read.putIfAbsent(path.getName(), 0L);
    return new FSDataInputStream(new Counted(fs.open(here(path)), path.getName()));
  }

  /** Bytes read of column files. */
  long columnBytes() {
    return read.entrySet().stream()
        .filter(file -> file.getKey().endsWith(".col"))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** Column files that were opened. */
  long columnFiles() {
    return read.keySet().stream().filter(name -> name.endsWith(".col")).count();
  }

  private final class Counted extends FSInputStream {
    private final FSDataInputStream in;
    private final String name;

    Counted(FSDataInputStream in, String name) {
      this.in = in;
      this.name = name;
    }

    private int count(int bytes) {
      read.merge(name, (long) Math.max(0, bytes), Long::sum);
      return bytes;
    }

    @Override
    public int read() throws IOException {
      int b = in.read();
      count(b < 0 ? 0 : 1);
      return b;
    }

    @Override
    public int read(byte[] bytes, int at, int count) throws IOException {
      return count(in.read(bytes, at, count));
    }

    @Override
    public void seek(long position) throws IOException {
      in.seek(position);
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public boolean seekToNewSource(long position) {
      return false;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
