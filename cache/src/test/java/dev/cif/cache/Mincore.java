package dev.cif.cache;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The system's view of pages of memory and of files. */
final class Mincore {
  private static final int PROT_READ = 1;
  private static final int MAP_SHARED = 1;
  private static final int DONT_NEED = 4;

  static {
    Native.register(Mincore.class, "c");
  }

  private Mincore() {}

  private static native int mincore(Pointer at, long bytes, byte[] pages) throws LastErrorException;

  private static native Pointer mmap(
      Pointer at, long bytes, int protection, int flags, int fd, long position)
      throws LastErrorException;

  private static native int munmap(Pointer at, long bytes) throws LastErrorException;

  private static native int open(String path, int flags) throws LastErrorException;

  private static native int close(int fd) throws LastErrorException;

  private static native int fsync(int fd) throws LastErrorException;

  private static native int posix_fadvise(int fd, long position, long bytes, int advice)
      throws LastErrorException;

  /** Returns true if memory is mapped. */
  static boolean isMapped(Pointer at, long bytes) {
    try {
      mincore(at, bytes, new byte[(int) (bytes / LibC.PAGE)]);
      return true;
    } catch (LastErrorException e) {
      return false;
    }
  }

  /** Takes a file out of the page cache. */
  static void drop(Path file) {
    int fd = open(file.toString(), 0);
    fsync(fd);
    posix_fadvise(fd, 0, 0, DONT_NEED);
    close(fd);
  }

  /** Returns the number of pages of a file in the page cache. */
  static int pages(Path file) throws IOException {
    long bytes = Files.size(file);
    int fd = open(file.toString(), 0);
    Pointer at = mmap(null, bytes, PROT_READ, MAP_SHARED, fd, 0);
    close(fd);
    byte[] pages = new byte[(int) (NativeMemory.pages(bytes) / LibC.PAGE)];
    mincore(at, bytes, pages);
    munmap(at, bytes);
    int count = 0;
    for (byte page : pages) {
      count += page & 1;
    }
    return count;
  }
}
