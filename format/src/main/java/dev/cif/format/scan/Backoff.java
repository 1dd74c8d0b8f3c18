package dev.cif.format.scan;

/** Back-off after futile tries: each pause is longer than the one before, up to 63 windows. */
final class Backoff {
  private static final int LONGEST = 63;

  private int length;
  private int left;

  /** Returns true if this window is part of a pause, and counts it. */
  boolean takes() {
    if (left == 0) {
      return false;
    }
    left--;
    return true;
  }

  /** Records the result of a window outside of a pause; a futile one begins a longer pause. */
  void tried(boolean inVain) {
    length = inVain ? Math.min(2 * length + 1, LONGEST) : 0;
    left = length;
  }
}
