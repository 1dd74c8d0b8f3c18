package dev.cif.format;

import java.io.Closeable;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What column files are read through instead of straight from the file system. It gives the bytes
 * that the file has, and may have kept them from before. Implemented outside of this module; {@link
 * ReadOptions#from} finds it. Thread-safe.
 */
public interface ColumnCache {
  /**
   * Opens a column file or group file for one reader.
   *
   * @param checksum of the footers in it, as the schema file has them: files of one path, length
   *     and time that differ in it are different files
   * @param plain reads the file from the file system, and counts what it reads
   * @return null if the file is to be read without the cache
   * @throws FileNotFoundException if there is no such file now, whatever is known from before
   */
  File open(FileSystem fs, Path path, int checksum, Source plain) throws IOException;

  /** Gives the cache that a job's settings ask for. Found as a service; has no state of its own. */
  interface Provider {
    /**
     * The cache of a job.
     *
     * @return null for none
     * @throws IllegalArgumentException if a setting has a value that is not allowed
     */
    ColumnCache of(Configuration job);
  }

  /** What reads bytes of a file. */
  @FunctionalInterface
  interface Source {
    /**
     * Reads bytes from a place in the file on.
     *
     * @param at where they go in the array
     * @throws EOFException if the file ends before them
     */
    void read(long position, byte[] bytes, int at, int count) throws IOException;
  }

  /**
   * A file as one reader has it open. Not thread-safe; others of one file may be used meanwhile.
   */
  interface File extends Source, Closeable {
    /** Length in bytes of the file that is there. */
    long length();

    /**
     * Says that bytes will be read soon, all of them, so that one request may get them. Needs not
     * be called, and reads nothing by itself.
     */
    void expect(long position, long count);

    /** Bytes that were read from storage for this reader, without those that the source read. */
    long bytesRead();

    /** Whether the bytes that this gives of a place are known to have a checksum. */
    boolean isVerified(long position, int count, int crc);

    /** Says that they have. */
    void verified(long position, int count, int crc);

    /**
     * Reads bytes again that this gave and that are damaged, through the file system, if they came
     * past it: it may know better ones.
     *
     * @param at where they go in the array
     * @return false if there are no others, and nothing was read
     */
    boolean readAgain(long position, byte[] bytes, int at, int count) throws IOException;
  }
}
