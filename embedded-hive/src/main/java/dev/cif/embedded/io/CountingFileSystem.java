package dev.cif.embedded.io;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Local file system that counts in {@link Reads} each file opened for reading and each byte read
 * from it.
 *
 * <p>It counts the requests of readers to the file system: the bytes that would travel from a data
 * node on a cluster. Hadoop's checksum side files are internal to it and are not counted.
 */
public final class CountingFileSystem extends LocalFiles {
  /**
   * Setting that makes this class, by its name, the implementation of {@code file:} URIs. Local
   * jobs open a file system as users of their own, so their configuration must have it too.
   */
  public static final String SETTING = "fs.file.impl";

  /**
   * Makes this class the implementation of {@code file:} URIs. Call it before the process first
   * asks Hadoop for that file system, which is cached from then on.
   */
  public static void register(Configuration conf) {
    conf.setClass(SETTING, CountingFileSystem.class, LocalFileSystem.class);
  }

  @Override
  public FSDataInputStream open(Path file, int bufferSize) throws IOException {
    FSDataInputStream in = super.open(file, bufferSize);
    Path absolute = makeQualified(file);
    Reads.opened(absolute);
    return new FSDataInputStream(new CountingInputStream(in, absolute));
  }
}
