package dev.cif.itests;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits for what other processes do. */
final class Await {
  private static final long PAUSE_MILLIS = 200;

  private Await() {}

  /**
   * Asks again and again until the answer is true.
   *
   * @param what is waited for, for the message
   * @throws AssertionError if it is not true in time; its cause is what the last question has
   *     thrown
   */
  static void until(String what, Duration atMost, Callable<Boolean> question)
      throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    while (true) {
      Exception last = null;
      try {
        if (question.call()) {
          return;
        }
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        last = e;
      }
      if (System.nanoTime() > end) {
        throw new AssertionError("Not within " + atMost.toSeconds() + " s: " + what, last);
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }
}
