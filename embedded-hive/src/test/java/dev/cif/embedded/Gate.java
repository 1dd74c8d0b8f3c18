package dev.cif.embedded;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Stops a query in the middle of its rows: it calls {@link #pass} by Hive's {@code reflect}. */
public final class Gate {
  private static volatile CountDownLatch reached = new CountDownLatch(1);
  private static volatile CountDownLatch opened = new CountDownLatch(1);

  private Gate() {}

  /** The condition that a query has. */
  static String condition(String column) {
    return "reflect('" + Gate.class.getName() + "', 'pass', " + column + ") = 'true'";
  }

  static void close() {
    reached = new CountDownLatch(1);
    opened = new CountDownLatch(1);
  }

  /** For a row of the query, which waits here. */
  public static boolean pass(int value) throws InterruptedException {
    reached.countDown();
    return opened.await(1, TimeUnit.MINUTES);
  }

  /** Waits until the query is here. */
  static void await() throws InterruptedException {
    if (!reached.await(1, TimeUnit.MINUTES)) {
      throw new IllegalStateException("The query does not come");
    }
  }

  static void open() {
    opened.countDown();
  }
}
