package dev.cif.bench.stores.kudu;

import java.io.IOException;
import java.io.InterruptedIOException;

/** Pause between two polls of a condition. */
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
