package dev.cif.cache;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A file that is read past the page cache. It may be in pieces, of which some are refused and
 * others are not. Not thread-safe.
 */
interface DirectFile extends Closeable {
  /** How files are opened for such reads. */
  interface Opener {
    /**
     * Opens a file.
     *
     * @param length of the file, in bytes
     * @return null if files of its file system have no such reads
     * @throws IOException if this one has none
     */
    DirectFile open(FileSystem fs, Path path, long length) throws IOException;
  }

  /** Opens what there are direct reads for: local files, and in HDFS those of this machine. */
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

  /** Where the piece ends that has a byte of the file. */
  long end(long position);

  /**
   * Reads bytes of one piece with one request, or as many as the system makes of it.
   *
   * @param position a multiple of a page
   * @param at where they go, a multiple of a page
   * @param count a multiple of a page; less is read where the piece ends before
   * @return bytes that were read
   * @throws IOException if the piece can't be read so
   */
  long read(long position, NativeMemory to, long at, long count) throws IOException;

  /** Whether its bytes may be damaged while the file system has the right ones elsewhere. */
  boolean isReplica();

  @Override
  void close();
}
