package dev.cif.cache;

import com.sun.jna.LastErrorException;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Memory off the heap, of whole pages, that goes back to the system when it is freed. Who frees it
 * sees to it that nobody uses it then.
 */
final class NativeMemory {
  private static final Logger LOG = LoggerFactory.getLogger(NativeMemory.class);

  private final Pointer start;
  private final long bytes;

  private NativeMemory(Pointer start, long bytes) {
    this.start = start;
    this.bytes = bytes;
  }

  /** Bytes in whole pages. */
  static long pages(long bytes) {
    return (bytes + LibC.PAGE - 1) & -LibC.PAGE;
  }

  /**
   * Asks the system for memory.
   *
   * @param bytes a multiple of a page
   * @throws IOException if there is none
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

  /** Gives the memory back at once. */
  void free() {
    try {
      LibC.munmap(start, bytes);
    } catch (LastErrorException e) {
      // A map that is part of a larger one can't go where there are too many.
      LOG.warn("{} bytes of the column cache stay mapped: {}", bytes, e.getMessage());
    }
  }
}
