package dev.cif.cli.load;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.ReflectionUtils;

/** File systems that tables are written to. */
public final class TargetFileSystems {
  private TargetFileSystems() {}

  /**
   * Returns the file system of a path. For local paths it writes no checksum side files of
   * Hadoop's, since a CIF file carries its own. It is a new one with each call, and need not be
   * closed.
   */
  public static FileSystem of(Path path, Configuration conf) throws IOException {
    FileSystem fs = path.getFileSystem(conf);
    return fs instanceof LocalFileSystem local ? local(local.getClass(), conf) : fs;
  }

  /** Returns a file system of local paths, of the given class, that keeps no checksum files. */
  public static FileSystem local(Class<? extends LocalFileSystem> type, Configuration conf)
      throws IOException {
    LocalFileSystem local = ReflectionUtils.newInstance(type, conf);
    local.initialize(local.getUri(), conf);
    local.setWriteChecksum(false);
    local.setVerifyChecksum(false);
    return local;
  }
}
