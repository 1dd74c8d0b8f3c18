package dev.cif.hdfs;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Watches split-directories that were seen apart, and has HDFS check them until they are together.
 * HDFS itself checks a block only when something happens to that block. A daemon thread runs while
 * there is a split to watch, at a {@link Pace} that leaves HDFS its lock.
 *
 * <p>A split takes about 120 bytes. Thread-safe; no other lock is taken under its locks.
 */
final class SplitWatcher {
  private static final int MAX_DOUBLINGS = 6;
  private static final int LOOKS_A_DOUBLING = 3;

  /**
   * State of a watched split.
   *
   * @param due time of the next check, by the clock
   * @param looks number of checks that didn't find the split together, up to a limit
   */
  private record Watch(long due, int looks) {}

  /** A check of a split; returns true if nothing is left to do. */
  interface Work {
    boolean mend(long folder, Pace pace) throws InterruptedException;
  }

  private final Map<Long, Watch> watched = new ConcurrentHashMap<>();
  private final int capacity;
  private final long delayMillis;
  private final LongSupplier clock;
  private final boolean hasThread;
  private final Pace pace;
  private volatile Supplier<? extends Collection<Long>> more;
  private Thread thread;

  /**
   * Creates a watcher that watches nothing yet.
   *
   * @param capacity number of splits to watch, at most; further ones are ignored
   * @param delayMillis delay before the first check, doubled after each third check in vain, six
   *     times at most; 0 to watch none
   * @param clock milliseconds that only grow
   * @param hasThread false if the caller itself calls {@link #look}
   * @param sleeper sleeper that waits when a round is over
   */
  SplitWatcher(
      int capacity, long delayMillis, LongSupplier clock, boolean hasThread, Pace.Sleeper sleeper) {
    this.hasThread = hasThread;
    this.pace = new Pace(sleeper);
    this.capacity = capacity;
    this.delayMillis = delayMillis;
    this.clock = clock;
  }

  boolean isOn() {
    return delayMillis > 0;
  }

  /** Returns true if a split was seen apart and isn't known to be together. */
  boolean contains(long folder) {
    return watched.containsKey(folder);
  }

  /** Watches a split if there is room for it. */
  void watch(long folder) {
    if (isOn() && watched.size() < capacity) {
      watched.putIfAbsent(folder, new Watch(clock.getAsLong() + delayMillis, 0));
    }
  }

  /**
   * Watches many splits, due at once, as far as there is room for them. They are listed at the next
   * check only, because the caller holds HDFS's lock.
   *
   * @param folders supplier of their inode ids, called when the next check begins
   */
  void watchAll(Supplier<? extends Collection<Long>> folders) {
    if (isOn()) {
      more = folders;
    }
  }

  /** Starts a thread if splits are watched and none runs. */
  synchronized void start(Work work, BooleanSupplier running) {
    if (hasThread && thread == null && size() > 0) {
      thread = new Thread(() -> run(work, running), "cif-placement-watcher");
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

  /**
   * Returns true if the thread goes on. Otherwise forgets the thread, so that another may be
   * started.
   */
  private synchronized boolean goesOn(BooleanSupplier running) {
    if (size() == 0 || !running.getAsBoolean()) {
      thread = null;
      return false;
    }
    return true;
  }

  /** Checks all splits that are due, one after the other. */
  void look(Work work) throws InterruptedException {
    long now = clock.getAsLong();
    Supplier<? extends Collection<Long>> asked = more;
    if (asked != null) {
      more = null;
      for (long folder : asked.get()) {
        if (watched.size() < capacity) {
          watched.putIfAbsent(folder, new Watch(now, 0));
        }
      }
    }
    for (Map.Entry<Long, Watch> entry : watched.entrySet()) {
      if (entry.getValue().due() <= now) {
        look(work, entry.getKey(), entry.getValue());
      }
    }
  }

  private void look(Work work, long folder, Watch watch) throws InterruptedException {
    if (work.mend(folder, pace)) {
      watched.remove(folder);
    } else {
      int looks = Math.min(MAX_DOUBLINGS * LOOKS_A_DOUBLING, watch.looks() + 1);
      long pause = delayMillis << (looks / LOOKS_A_DOUBLING);
      watched.put(folder, new Watch(clock.getAsLong() + pause, looks));
    }
  }

  /** Returns the number of splits that are watched, plus one while a list of many is pending. */
  int size() {
    return watched.size() + (more == null ? 0 : 1);
  }
}
