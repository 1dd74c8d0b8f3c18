package dev.cif.cache;

import com.sun.jna.LastErrorException;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Memory of whole pages off the heap, which returns to the system when it is freed. The caller of
 * {@link #free} makes sure that nobody uses it then.
 */
final class NativeMemory {
  private static final Logger LOG = LoggerFactory.getLogger(NativeMemory.class);

  private final Pointer start;
  private final long bytes;

  private NativeMemory(Pointer start, long bytes) {
    this.start = start;
    this.bytes = bytes;
  }

  /** Rounds a number of bytes up to whole pages. */
  static long pages(long bytes) {
    return (bytes + LibC.PAGE - 1) & -LibC.PAGE;
  }

  /**
   * Allocates memory.
   *
   * @param bytes size, a multiple of a page
   * @throws IOException if the system has none left
   */
  static NativeMemory allocate(long bytes) throws IOException {
    try {
      return new NativeMemory(LibC.map(bytes), bytes);
    } catch (LastErrorException e) {
      throw new IOException("no memory for " + bytes + " bytes of the column cache", e);
    }
  }

  long bytes() {
    return bytes;
  }

  Pointer pointer(long at, long count) {
    Objects.checkFromIndexSize(at, count, bytes);
    return start.share(at, count);
  }

  void read(long at, byte[] to, int index, int count) {
    Objects.checkFromIndexSize(at, count, bytes);
    start.read(at, to, index, count);
  }

  void write(long at, byte[] from, int index, int count) {
    Objects.checkFromIndexSize(at, count, bytes);
    start.write(at, from, index, count);
  }

  /** Returns the memory to the system at once. */
  void free() {
    try {
      LibC.munmap(start, bytes);
    } catch (LastErrorException e) {
      // Unmapping a part of a larger map fails if the process has too many maps.
      LOG.warn("{} bytes of the column cache stay mapped: {}", bytes, e.getMessage());
    }
  }
}
