package dev.cif.cache;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A file that is read past the page cache. It may consist of pieces, and each piece may be refused
 * by itself. Not thread-safe.
 */
interface DirectFile extends Closeable {
  /** Function that opens files for such reads. */
  interface Opener {
    /**
     * Opens a file.
     *
     * @param length length of the file in bytes
     * @return null if the file system has no such reads
     * @throws IOException if this file has none
     */
    DirectFile open(FileSystem fs, Path path, long length) throws IOException;
  }

  /**
   * Opens a file that supports direct reads: a local one, or one in HDFS with blocks on this
   * machine.
   */
  static DirectFile open(FileSystem fs, Path path, long length) throws IOException {
    if (JobCache.isLocal(fs)) {
      return Descriptor.open(path.toUri().getPath());
    }
    return "hdfs".equals(fs.getUri().getScheme()) ? HdfsFile.open(fs, path, length) : null;
  }

  /** Opens local files only. */
  static DirectFile openLocal(FileSystem fs, Path path, long length) throws IOException {
    return JobCache.isLocal(fs) ? open(fs, path, length) : null;
  }

  /** Returns the end of the piece that holds a byte of the file. */
  long end(long position);

  /**
   * Reads bytes of one piece with one request, or as many as the system makes of it.
   *
   * @param position position in the file, a multiple of a page
   * @param at position in the memory, a multiple of a page
   * @param count number of bytes, a multiple of a page; fewer are read if the piece ends before
   * @return number of bytes that were read
   * @throws IOException if the piece can't be read this way
   */
  long read(long position, NativeMemory to, long at, long count) throws IOException;

  /**
   * Returns true if the bytes are of one replica of several: they may be damaged while the file
   * system has intact ones elsewhere.
   */
  boolean isReplica();

  @Override
  void close();
}
