package dev.cif.format.internal.file;

import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;

/** How many of the bytes that were read of a file came from this machine. */
final class LocalBytes {
  private LocalBytes() {}

  /**
   * Those of a stream.
   *
   * @param read bytes that were read of it, in all
   * @return in HDFS what its client has counted; all of a local file; of other file systems 0
   */
  static long of(FileSystem fs, FSDataInputStream in, long read) {
    if (SplitFiles.isLocal(fs)) {
      return read;
    }
    try {
      return Math.min(read, Hdfs.of(in));
    } catch (LinkageError e) {
      // HDFS's client is not on the class path, or is one that counts otherwise.
      return 0;
    }
  }

  /** Linked when it is called first, so that the rest needs no client of HDFS. */
  private static final class Hdfs {
    static long of(FSDataInputStream in) {
      return in instanceof HdfsDataInputStream hdfs
          ? hdfs.getReadStatistics().getTotalLocalBytesRead()
          : 0;
    }
  }
}
