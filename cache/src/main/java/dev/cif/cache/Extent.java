package dev.cif.cache;

import java.util.concurrent.CompletableFuture;

/**
 * A contiguous range of a file's bytes in memory. Its bytes are there once it is loaded, and never
 * change.
 */
final class Extent {
  private final long position;
  private final long end;

  /** Completed with true when the bytes are there, and with false if they never will be. */
  private final CompletableFuture<Boolean> loaded = new CompletableFuture<>();

  private volatile NativeMemory memory;

  private volatile boolean isReplica;

  /** Creates an extent for bytes {@code position} to {@code end - 1}, to be loaded. */
  Extent(long position, long end) {
    this.position = position;
    this.end = end;
  }

  long position() {
    return position;
  }

  long end() {
    return end;
  }

  /**
   * Returns the position in the file at which the memory starts: a page boundary, as for direct
   * reads.
   */
  long start() {
    return position & -LibC.PAGE;
  }

  /** Returns the bytes of memory that it takes. */
  long bytes() {
    return NativeMemory.pages(end - start());
  }

  /** Reports that the bytes are there. */
  void loaded(NativeMemory bytes) {
    memory = bytes;
    loaded.complete(true);
  }

  /** Reports that the bytes will not be there. */
  void failed() {
    loaded.complete(false);
  }

  /** Waits for the reader that loads it; returns false if loading failed. */
  boolean awaitLoaded() {
    return loaded.join();
  }

  /** Copies bytes of an extent that is loaded. */
  void copy(long from, byte[] to, int at, int count) {
    memory.read(from - start(), to, at, count);
  }

  /** Records that its bytes are of one replica of several. */
  void setReplica() {
    isReplica = true;
  }

  /** Returns true if its bytes may be damaged while the file system has intact ones elsewhere. */
  boolean isReplica() {
    return isReplica;
  }

  /** Returns the memory, which begins at {@link #start}; null before the bytes are there. */
  NativeMemory memory() {
    return memory;
  }

  /** Frees the memory; nobody may use it afterwards. */
  void free() {
    if (memory != null) {
      memory.free();
    }
  }
}
