package dev.cif.cache;

import com.sun.jna.LastErrorException;
import java.io.IOException;

/** An open file descriptor, read past the page cache. Not thread-safe. */
final class Descriptor implements DirectFile {
  private final int fd;

  /** Takes ownership of a descriptor. */
  Descriptor(int fd) {
    this.fd = fd;
  }

  static Descriptor open(String path) throws IOException {
    try {
      return new Descriptor(LibC.openDirect(path));
    } catch (LastErrorException e) {
      throw new IOException(path + ": " + e.getMessage(), e);
    }
  }

  /**
   * Switches a descriptor that was opened elsewhere to reads past the page cache.
   *
   * @throws IOException if its file system refuses them
   */
  void setDirect() throws IOException {
    try {
      LibC.setDirect(fd);
    } catch (LastErrorException e) {
      throw new IOException("O_DIRECT: " + e.getMessage(), e);
    }
  }

  /** Returns the current length of the file in bytes. */
  long length() throws IOException {
    try {
      return LibC.length(fd);
    } catch (LastErrorException e) {
      throw new IOException("not a file: " + e.getMessage(), e);
    }
  }

  @Override
  public long end(long position) {
    return Long.MAX_VALUE;
  }

  @Override
  public boolean isReplica() {
    return false;
  }

  @Override
  public long read(long position, NativeMemory to, long at, long count) throws IOException {
    long done = 0;
    while (done < count) {
      long some = readSome(position + done, to, at + done, count - done);
      done += some;
      // A position within a page is the end of the file; a direct read can't go on from there.
      if (some == 0 || done % LibC.PAGE != 0) {
        break;
      }
    }
    return done;
  }

  private long readSome(long position, NativeMemory to, long at, long room) throws IOException {
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
      // A file that was only read loses nothing here.
    }
  }
}
