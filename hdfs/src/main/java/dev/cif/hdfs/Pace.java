package dev.cif.hdfs;

/**
 * Pace of a mending thread: rounds of {@value #STEPS} steps, each under the namesystem's lock once,
 * then a pause in which others have the lock. Not thread-safe.
 */
final class Pace {
  /** Number of steps in a round. */
  static final int STEPS = 32;

  /** Pause after each round, in milliseconds. */
  static final long PAUSE_MILLIS = 50;

  /** Function that waits. */
  interface Sleeper {
    void sleep(long millis) throws InterruptedException;
  }

  private final Sleeper sleeper;
  private int steps;

  Pace(Sleeper sleeper) {
    this.sleeper = sleeper;
  }

  /** Begins a step; call it with no lock held. Waits first if the round is over. */
  void step() throws InterruptedException {
    if (steps == STEPS) {
      sleeper.sleep(PAUSE_MILLIS);
      steps = 0;
    }
    steps++;
  }
}
