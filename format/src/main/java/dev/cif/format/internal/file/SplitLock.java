package dev.cif.format.internal.file;

import dev.cif.format.CifException;
import dev.cif.format.SplitDirectories;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.UUID;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Keeps two processes from replacing the schema file of one split-directory at a time, by a file
 * that is there for as long. It excludes as far as the file system creates files exclusively, which
 * HDFS does. One that was left behind by a process that died is taken over when it is old.
 */
final class SplitLock implements Closeable {
  private static final String NAME = "_" + SplitDirectories.SCHEMA_FILE + ".lock";

  /** Replacing takes milliseconds; who holds a lock so long has died. */
  private static final long LEFT_BEHIND_MS = 10 * 60 * 1000;

  private static final int TRIES = 100;
  private static final long PAUSE_MS = 100;

  private final FileSystem fs;
  private final Path file;

  private SplitLock(FileSystem fs, Path file) {
    this.fs = fs;
    this.file = file;
  }

  /**
   * Waits up to ten seconds for the lock.
   *
   * @throws CifException if another holds it for longer
   */
  static SplitLock acquire(FileSystem fs, Path directory) throws IOException {
    Path file = new Path(directory, NAME);
    for (int i = 0; i < TRIES; i++) {
      if (create(fs, file) || (takeOver(fs, file) && create(fs, file))) {
        return new SplitLock(fs, file);
      }
      pause();
    }
    throw CifException.at(
        file,
        null,
        -1,
        "another process replaces the schema file; try again (a lock of a process that died is"
            + " taken over when it is ten minutes old)");
  }

  private static boolean create(FileSystem fs, Path file) throws IOException {
    try {
      fs.create(file, false).close();
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      if (fs.exists(file)) {
        return false;
      }
      throw e;
    }
  }

  /** Removes a lock that was left behind; false if there is none or it is young. */
  private static boolean takeOver(FileSystem fs, Path file) throws IOException {
    try {
      long made = fs.getFileStatus(file).getModificationTime();
      if (now(fs, file.getParent()) - made < LEFT_BEHIND_MS) {
        return false;
      }
      return fs.delete(file, false);
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  /** The time by the clock of the file system. */
  private static long now(FileSystem fs, Path directory) throws IOException {
    Path probe = new Path(directory, NAME + "." + UUID.randomUUID());
    fs.create(probe, false).close();
    try {
      return fs.getFileStatus(probe).getModificationTime();
    } finally {
      SplitFiles.deleteQuietly(fs, probe);
    }
  }

  private static void pause() throws InterruptedIOException {
    try {
      Thread.sleep(PAUSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for another process");
    }
  }

  @Override
  public void close() {
    SplitFiles.deleteQuietly(fs, file);
  }
}
