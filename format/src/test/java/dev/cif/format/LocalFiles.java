package dev.cif.format;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * The local file system as Hadoop shows it, without checksum files. Does not set permissions: for
 * that, Hadoop starts a process for every file.
 */
public final class LocalFiles extends RawLocalFileSystem {
  private LocalFiles() {}

  public static FileSystem fs() throws IOException {
    LocalFiles fs = new LocalFiles();
    fs.initialize(URI.create("file:///"), new Configuration(false));
    return fs;
  }

  @Override
  public void setPermission(Path path, FsPermission permission) {}
}
