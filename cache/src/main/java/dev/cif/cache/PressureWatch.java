package dev.cif.cache;

import java.nio.file.Path;

/** Tells a cache the available memory twice a second, for the life of the process. */
final class PressureWatch implements Runnable {
  private static final long EVERY_MILLIS = 500;

  private final BufferCache cache;
  private final AvailableMemory memory = new AvailableMemory(Path.of("/"));

  PressureWatch(BufferCache cache) {
    this.cache = cache;
  }

  @Override
  public void run() {
    while (!Thread.currentThread().isInterrupted()) {
      if (cache.freeMemory() > 0) {
        cache.watch(memory.bytes());
      }
      try {
        Thread.sleep(EVERY_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
