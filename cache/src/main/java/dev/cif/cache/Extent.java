package dev.cif.cache;

import java.util.concurrent.CompletableFuture;

/** A run of a file's bytes in memory. Its bytes are there once it is loaded; they never change. */
final class Extent {
  private final long position;
  private final long end;

  /** Done when the bytes are there, or will never be: it then gives false. */
  private final CompletableFuture<Boolean> loaded = new CompletableFuture<>();

  private volatile NativeMemory memory;

  private volatile boolean isReplica;

  /** To be loaded: bytes {@code position} to {@code end - 1}. */
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

  /** Where the memory starts in the file: at a page, as direct reads do. */
  long start() {
    return position & -LibC.PAGE;
  }

  /** Bytes of memory that it takes. */
  long bytes() {
    return NativeMemory.pages(end - start());
  }

  /** Says that the bytes are there. */
  void loaded(NativeMemory bytes) {
    memory = bytes;
    loaded.complete(true);
  }

  /** Says that the bytes will not be there. */
  void failed() {
    loaded.complete(false);
  }

  /** Waits for who loads it; false if that failed. */
  boolean awaitLoaded() {
    return loaded.join();
  }

  /** Copies bytes of an extent that is loaded. */
  void copy(long from, byte[] to, int at, int count) {
    memory.read(from - start(), to, at, count);
  }

  /** Says that its bytes are of one replica of several. */
  void setReplica() {
    isReplica = true;
  }

  /** Whether its bytes may be damaged while the file system has the right ones elsewhere. */
  boolean isReplica() {
    return isReplica;
  }

  /** The bytes, from {@link #start} on; null before they are there. */
  NativeMemory memory() {
    return memory;
  }

  /** Gives the memory back; nobody may use it any more. */
  void free() {
    if (memory != null) {
      memory.free();
    }
  }
}
