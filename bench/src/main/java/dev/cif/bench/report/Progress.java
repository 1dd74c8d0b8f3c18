package dev.cif.bench.report;

/** Shows the progress of a long task on a terminal. Not thread-safe. */
public final class Progress {
  private static final long INTERVAL = 200_000_000;
  private static final int WIDTH = 30;

  private final String what;
  private final long total;
  private final boolean visible = Boolean.getBoolean("bench.terminal");
  private long last;

  public Progress(String what, long total) {
    this.what = what;
    this.total = total;
  }

  public void at(long done) {
    long now = System.nanoTime();
    if (visible && now - last > INTERVAL) {
      last = now;
      int filled = (int) (WIDTH * Math.min(done, total) / Math.max(1, total));
      System.err.printf(
          "\r%s [%s%s] %3d%%",
          what, "#".repeat(filled), " ".repeat(WIDTH - filled), 100 * done / Math.max(1, total));
    }
  }

  public void done() {
    if (visible) {
      System.err.print("\r" + " ".repeat(what.length() + WIDTH + 8) + "\r");
    }
  }
}
