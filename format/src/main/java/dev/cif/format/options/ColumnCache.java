package dev.cif.format.options;

import java.io.Closeable;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Cache through which column files are read, in place of the file system. It returns the bytes that
 * the file has, and may have kept them from earlier reads. Implemented outside of this module;
 * {@link ReadOptions#from} finds it. Thread-safe.
 */
public interface ColumnCache {
  /**
   * Opens a column file or group file for one reader.
   *
   * @param checksum checksum of the footers in it, from the schema file; it distinguishes files of
   *     equal path, length and time
   * @param plain source that reads the file from the file system, and counts its reads
   * @return null if the file is to be read without the cache
   * @throws FileNotFoundException if there is no such file now, even if the cache knows it
   */
  File open(FileSystem fs, Path path, int checksum, Source plain) throws IOException;

  /** Provider of the cache that a job's settings ask for. Found as a service; stateless. */
  interface Provider {
    /**
     * Returns the cache of a job.
     *
     * @return null for none
     * @throws IllegalArgumentException if a setting has a value that is not allowed
     */
    ColumnCache of(Configuration job);
  }

  /** Source of the bytes of a file. */
  @FunctionalInterface
  interface Source {
    /**
     * Reads bytes from a position in the file on.
     *
     * @param at position of the first byte in the array
     * @throws EOFException if the file ends before them
     */
    void read(long position, byte[] bytes, int at, int count) throws IOException;
  }

  /**
   * File as one reader has it open. Not thread-safe, but other readers of the same file may be used
   * concurrently.
   */
  interface File extends Source, Closeable {
    /** Returns the actual length of the file in bytes. */
    long length();

    /**
     * Announces that all of these bytes will be read soon, so that one request may fetch them.
     * Optional; reads nothing by itself.
     */
    void expect(long position, long count);

    /**
     * Returns the number of bytes that the cache read from storage for this reader, without those
     * that the source read.
     */
    long bytesRead();

    /** Returns true if the bytes that this returns for a range are known to have a checksum. */
    boolean isVerified(long position, int count, int crc);

    /** Records that the bytes of a range have a checksum. */
    void verified(long position, int count, int crc);

    /**
     * Reads damaged bytes again through the file system, if the cache read them past it. The file
     * system may know other replicas.
     *
     * @param at position of the first byte in the array
     * @return false if there is no other copy, and nothing was read
     */
    boolean readAgain(long position, byte[] bytes, int at, int count) throws IOException;
  }
}
