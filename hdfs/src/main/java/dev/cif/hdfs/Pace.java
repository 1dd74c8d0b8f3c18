package dev.cif.hdfs;

/**
 * Lets the thread that mends work in rounds: so many steps, each under the namesystem's lock once,
 * then a pause in which others have it. Not thread-safe.
 */
final class Pace {
  /** Steps of a round. */
  static final int STEPS = 32;

  /** The pause behind each round. */
  static final long PAUSE_MILLIS = 50;

  /** Waits. */
  interface Sleeper {
    void sleep(long millis) throws InterruptedException;
  }

  private final Sleeper sleeper;
  private int steps;

  Pace(Sleeper sleeper) {
    this.sleeper = sleeper;
  }

  /** To be called before each step, with no lock held; waits if the round is over. */
  void step() throws InterruptedException {
    if (steps == STEPS) {
      sleeper.sleep(PAUSE_MILLIS);
      steps = 0;
    }
    steps++;
  }
}
