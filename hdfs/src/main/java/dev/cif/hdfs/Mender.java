package dev.cif.hdfs;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Split-directories that were seen apart, and a thread that lets HDFS look at them again until they
 * are together: HDFS itself looks at a block only when something happens to that block. The thread
 * runs while there is a split to watch.
 *
 * <p>A split takes about 120 bytes. Thread-safe; nothing else is locked under its locks.
 */
final class Mender {
  private static final int MAX_DOUBLINGS = 6;
  private static final int LOOKS_A_DOUBLING = 3;

  /**
   * What is known of a split.
   *
   * @param due when to look at it, by the clock
   */
  private record Watch(long due, int looks) {}

  /** Looks at a split; says whether there is nothing more to do. */
  interface Work {
    boolean mend(long folder);
  }

  private final Map<Long, Watch> watched = new ConcurrentHashMap<>();
  private final int capacity;
  private final long delayMillis;
  private final LongSupplier clock;
  private final boolean hasThread;
  private Thread thread;

  /**
   * @param capacity how many splits to watch; what is seen apart beyond is not
   * @param delayMillis how long to wait before the first look; doubled after each third look in
   *     vain, six times at most; 0 to watch none
   * @param clock milliseconds that only grow
   * @param hasThread false if the caller itself calls {@link #look}
   */
  Mender(int capacity, long delayMillis, LongSupplier clock, boolean hasThread) {
    this.hasThread = hasThread;
    this.capacity = capacity;
    this.delayMillis = delayMillis;
    this.clock = clock;
  }

  boolean isOn() {
    return delayMillis > 0;
  }

  /** Whether a split was seen apart, and isn't known to be together. */
  boolean contains(long folder) {
    return watched.containsKey(folder);
  }

  /** Watches a split if there is room for it. */
  void watch(long folder) {
    if (isOn() && watched.size() < capacity) {
      watched.putIfAbsent(folder, new Watch(clock.getAsLong() + delayMillis, 0));
    }
  }

  /** Sees to it that a thread works while splits are watched. */
  synchronized void start(Work work, BooleanSupplier running) {
    if (hasThread && thread == null && !watched.isEmpty()) {
      thread = new Thread(() -> run(work, running), "cif-placement-mender");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void run(Work work, BooleanSupplier running) {
    try {
      do {
        Thread.sleep(Math.max(1, delayMillis / 2));
        look(work);
      } while (goesOn(running));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** If there is nothing more to do, another thread may be started. */
  private synchronized boolean goesOn(BooleanSupplier running) {
    if (watched.isEmpty() || !running.getAsBoolean()) {
      thread = null;
      return false;
    }
    return true;
  }

  /** Looks at all splits that are due. */
  void look(Work work) {
    long now = clock.getAsLong();
    watched.forEach(
        (folder, watch) -> {
          if (watch.due() <= now) {
            if (work.mend(folder)) {
              watched.remove(folder);
            } else {
              int looks = Math.min(MAX_DOUBLINGS * LOOKS_A_DOUBLING, watch.looks() + 1);
              long pause = delayMillis << (looks / LOOKS_A_DOUBLING);
              watched.put(folder, new Watch(clock.getAsLong() + pause, looks));
            }
          }
        });
  }

  int size() {
    return watched.size();
  }
}
