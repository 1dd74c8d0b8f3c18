package dev.cif.hdfs;

import java.util.Map;
import java.util.TreeMap;

/**
 * Shows the progress of long tasks on a terminal, all in one line. Silent unless the system
 * property {@code terminal} is true. Thread-safe.
 */
final class Progress {
  private static final long INTERVAL = 200_000_000;

  private final boolean visible = Boolean.getBoolean("terminal");
  private final Map<String, String> lines = new TreeMap<>();
  private long last;
  private int width;

  /** Shows the progress of one task. */
  synchronized void at(String what, String phase, long done, long total) {
    long now = System.nanoTime();
    lines.put(what, what + ": " + phase + " " + 100 * done / Math.max(1, total) + "%");
    if (visible && now - last > INTERVAL) {
      last = now;
      show(String.join(" | ", lines.values()));
    }
  }

  /** Clears the line for the result. */
  synchronized void clear() {
    show("");
  }

  private void show(String line) {
    if (visible) {
      System.err.print("\r" + line + " ".repeat(Math.max(0, width - line.length())) + "\r" + line);
      width = line.length();
    }
  }
}
