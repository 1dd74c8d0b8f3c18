package dev.cif.cache;

import com.sun.jna.LastErrorException;
import java.io.Closeable;
import java.io.IOException;

/** A local file that is read past the page cache. Not thread-safe. */
final class DirectFile implements Closeable {
  /** How local files are opened. */
  interface Opener {
    /**
     * Opens a file.
     *
     * @throws IOException if it can't be opened, or its file system has no direct reads
     */
    DirectFile open(String path) throws IOException;
  }

  private final int fd;

  DirectFile(int fd) {
    this.fd = fd;
  }

  static DirectFile open(String path) throws IOException {
    try {
      return new DirectFile(LibC.openDirect(path));
    } catch (LastErrorException e) {
      throw new IOException(path + ": " + e.getMessage(), e);
    }
  }

  /**
   * Reads with one request, or as many as the system makes of it.
   *
   * @param position a multiple of a page
   * @param to is filled from its start
   * @return bytes that were read: fewer than it has room for at the end of the file
   */
  long read(long position, NativeMemory to) throws IOException {
    long done = 0;
    while (done < to.bytes()) {
      long count = readSome(position + done, to, done);
      done += count;
      // A place within a page is the end of the file, and can't be gone on from.
      if (count == 0 || done % LibC.PAGE != 0) {
        break;
      }
    }
    return done;
  }

  private long readSome(long position, NativeMemory to, long at) throws IOException {
    long room = to.bytes() - at;
    while (true) {
      try {
        return LibC.pread(fd, to.pointer(at, room), room, position);
      } catch (LastErrorException e) {
        if (e.getErrorCode() != LibC.EINTR) {
          throw new IOException(e.getMessage(), e);
        }
      }
    }
  }

  @Override
  public void close() {
    try {
      LibC.close(fd);
    } catch (LastErrorException e) {
      // It was only read.
    }
  }
}
