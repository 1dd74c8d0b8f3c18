package dev.cif.format.internal.file;

import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;

/** Counts the bytes read of a file that came from this machine. */
final class LocalBytes {
  private LocalBytes() {}

  /**
   * Returns the local bytes of a stream.
   *
   * @param read total number of bytes read of the stream
   * @return count of HDFS's client; all bytes of a local file; 0 for other file systems
   */
  static long of(FileSystem fs, FSDataInputStream in, long read) {
    if (SplitFiles.isLocal(fs)) {
      return read;
    }
    try {
      return Math.min(read, Hdfs.of(in));
    } catch (LinkageError e) {
      // HDFS's client is not on the class path, or lacks these statistics.
      return 0;
    }
  }

  /** Holder that is linked at its first call, so that other file systems need no client of HDFS. */
  private static final class Hdfs {
    static long of(FSDataInputStream in) {
      return in instanceof HdfsDataInputStream hdfs
          ? hdfs.getReadStatistics().getTotalLocalBytesRead()
          : 0;
    }
  }
}
