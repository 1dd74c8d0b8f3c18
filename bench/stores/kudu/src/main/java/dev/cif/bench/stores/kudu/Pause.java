package dev.cif.bench.stores.kudu;

import java.io.IOException;
import java.io.InterruptedIOException;

/** Waits between two questions whether something is so. */
final class Pause {
  private static final long MILLIS = 100;

  private Pause() {}

  static void brief() throws IOException {
    try {
      Thread.sleep(MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }
}
