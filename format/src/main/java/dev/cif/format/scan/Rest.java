package dev.cif.format.scan;

/** How long something rests that was tried in vain: each time longer, up to 63 windows. */
final class Rest {
  private static final int LONGEST = 63;

  private int length;
  private int left;

  /** Whether this window is one of rest; if so, one less is left. */
  boolean takes() {
    if (left == 0) {
      return false;
    }
    left--;
    return true;
  }

  /** What was tried in a window that was none of rest. */
  void tried(boolean inVain) {
    length = inVain ? Math.min(2 * length + 1, LONGEST) : 0;
    left = length;
  }
}
