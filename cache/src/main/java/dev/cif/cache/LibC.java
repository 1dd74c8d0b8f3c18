package dev.cif.cache;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;

/** System calls that the cache makes. Constants are those of Linux on x86-64 and aarch64. */
final class LibC {
  static final int EINTR = 4;

  private static final int O_CLOEXEC = 0x80000;
  private static final int O_DIRECT = Platform.isARM() ? 0x10000 : 0x4000;
  private static final int F_GETFL = 3;
  private static final int F_SETFL = 4;
  private static final int SEEK_END = 2;
  private static final int PROT_READ_WRITE = 3;
  private static final int MAP_PRIVATE_ANONYMOUS = 0x22;
  private static final int MADV_HUGEPAGE = 14;
  private static final int LARGE_PAGE = 2 << 20;

  /** Reason for which the calls are missing; null if they are there. */
  private static final String REASON = link();

  /** Size of a page of memory in bytes. Direct reads cover whole pages, at page boundaries. */
  static final int PAGE = REASON == null ? getpagesize() : 4096;

  private LibC() {}

  private static String link() {
    if (!Platform.isLinux() || !Platform.is64Bit() || !(Platform.isIntel() || Platform.isARM())) {
      return "there is none for "
          + System.getProperty("os.name")
          + " on "
          + System.getProperty("os.arch");
    }
    try {
      Native.register(LibC.class, Platform.C_LIBRARY_NAME);
      return null;
    } catch (LinkageError e) {
      return "its native library cannot be loaded: " + e;
    }
  }

  /** Returns true if the calls can be made. */
  static boolean isThere() {
    return REASON == null;
  }

  /** Returns the reason for which the calls can't be made; null if they can. */
  static String reason() {
    return REASON;
  }

  /** Opens a file for reading past the page cache. */
  static int openDirect(String path) {
    return open(path, O_CLOEXEC | O_DIRECT);
  }

  /** Switches an open file to reads past the page cache. */
  static void setDirect(int fd) {
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL, 0) | O_DIRECT);
  }

  /** Returns the length of an open file in bytes. */
  static long length(int fd) {
    return lseek(fd, 0, SEEK_END);
  }

  /**
   * Maps anonymous, zeroed memory of whole pages. The system backs it by large pages as far as they
   * fit, where it has them. Finding and clearing small ones takes longer than a direct read.
   */
  static Pointer map(long bytes) {
    if (bytes < LARGE_PAGE) {
      return anonymous(bytes);
    }
    Pointer wide = anonymous(bytes + LARGE_PAGE - PAGE);
    long before = -Pointer.nativeValue(wide) & (LARGE_PAGE - 1);
    long behind = LARGE_PAGE - PAGE - before;
    Pointer memory = wide.share(before);
    try {
      if (before > 0) {
        munmap(wide, before);
      }
      if (behind > 0) {
        munmap(memory.share(bytes), behind);
      }
      madvise(memory, bytes, MADV_HUGEPAGE);
    } catch (LastErrorException e) {
      // The surplus is never touched, and small pages do as well.
    }
    return memory;
  }

  private static Pointer anonymous(long bytes) {
    return mmap(null, bytes, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS, -1, 0);
  }

  private static native int getpagesize();

  private static native int open(String path, int flags) throws LastErrorException;

  private static native int fcntl(int fd, int command, int argument) throws LastErrorException;

  private static native long lseek(int fd, long position, int from) throws LastErrorException;

  static native int close(int fd) throws LastErrorException;

  static native long pread(int fd, Pointer to, long count, long position) throws LastErrorException;

  private static native Pointer mmap(
      Pointer at, long bytes, int protection, int flags, int fd, long position)
      throws LastErrorException;

  private static native int madvise(Pointer at, long bytes, int advice) throws LastErrorException;

  static native int munmap(Pointer at, long bytes) throws LastErrorException;
}
