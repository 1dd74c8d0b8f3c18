package dev.cif.cli.command;

import dev.cif.cli.text.Amounts;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Shows on standard error the progress of a long piece of work, after its first second. On a
 * terminal it is one line that is overwritten, with a bar if the total is known; otherwise it is a
 * line every ten seconds. Not thread-safe.
 */
final class Progress implements AutoCloseable {
  /** System property that the start script sets to true if standard error is a terminal. */
  static final String TERMINAL = "cif.terminal";

  private static final long SECOND = 1_000_000_000L;
  private static final long OFTEN = SECOND / 5;
  private static final int BAR = 20;

  private final PrintStream err;
  private final boolean terminal;
  private final LongSupplier nanoTime;
  private final String verb;
  private final String noun;
  private final long total;
  private final long start;
  private long next;
  private int shown;
  private Thread clock;

  /**
   * Starts the clock of work on rows and bytes.
   *
   * @param verb verb of the work, such as {@code loaded}
   * @param totalBytes bytes of all the work, or 0 if unknown
   */
  Progress(PrintStream err, String verb, long totalBytes) {
    this(err, Boolean.getBoolean(TERMINAL), System::nanoTime, verb, "", totalBytes);
  }

  /**
   * Starts the clock of work on a number of things.
   *
   * @param verb verb of the work, such as {@code read}
   * @param noun noun of the things, such as {@code split}
   */
  static Progress counting(PrintStream err, String verb, String noun, long total) {
    return new Progress(err, Boolean.getBoolean(TERMINAL), System::nanoTime, verb, noun, total);
  }

  /** Work that does not report its progress. */
  interface Work<T, E extends Exception> {
    T run() throws E;
  }

  /** Does work, and shows its duration on a terminal, such as {@code listing splits ... 3 s}. */
  static <T, E extends Exception> T waiting(PrintStream err, String what, Work<T, E> work)
      throws E {
    Progress progress = waiting(err, what);
    try {
      return work.run();
    } finally {
      progress.close();
    }
  }

  /**
   * Shows on a terminal that work goes on, until it is closed.
   *
   * @param what name of the work
   */
  static Progress waiting(PrintStream err, String what) {
    Progress progress =
        new Progress(err, Boolean.getBoolean(TERMINAL), System::nanoTime, what, "", 0);
    progress.tick();
    return progress;
  }

  /**
   * Starts with a terminal and a clock of the caller's.
   *
   * @param noun empty for rows and bytes, of which {@code total} is in bytes
   */
  Progress(
      PrintStream err,
      boolean terminal,
      LongSupplier nanoTime,
      String verb,
      String noun,
      long total) {
    this.err = err;
    this.terminal = terminal;
    this.nanoTime = nanoTime;
    this.verb = verb;
    this.noun = noun;
    this.total = total;
    this.start = nanoTime.getAsLong();
    this.next = SECOND;
  }

  private void tick() {
    if (!terminal) {
      return;
    }
    clock =
        new Thread(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(OFTEN);
                if (isDue() && !Thread.currentThread().isInterrupted()) {
                  show(verb + seconds(" ... %.0f s"));
                }
              }
            },
            "progress");
    clock.setDaemon(true);
    clock.start();
  }

  /** Reports the number of things done so far. */
  void update(long done) {
    if (isDue()) {
      show(
          bar(done)
              + String.join(" ", verb, Amounts.count(done), "of", Amounts.count(total, noun))
              + part(done)
              + seconds(", %.0f s"));
    }
  }

  /** Reports the rows and bytes done so far. */
  void update(long rows, long bytes) {
    update(rows, bytes, "");
  }

  /** Reports the rows and bytes done so far, with a further text or an empty one. */
  void update(long rows, long bytes, String more) {
    if (isDue()) {
      show(bar(bytes) + line(rows, bytes) + (more.isEmpty() ? "" : ", " + more));
    }
  }

  private boolean isDue() {
    long elapsed = nanoTime.getAsLong() - start;
    if (elapsed < next) {
      return false;
    }
    next = elapsed + (terminal ? OFTEN : 10 * SECOND);
    return true;
  }

  private String line(long rows, long bytes) {
    StringBuilder line = new StringBuilder(verb).append(' ').append(Amounts.count(rows, "row"));
    line.append(", ").append(Amounts.count((long) (rows / seconds()))).append(" rows/s, ");
    line.append(Amounts.bytes(bytes));
    if (total > 0) {
      line.append(" of ").append(Amounts.bytes(total)).append(part(bytes));
    }
    return line.append(seconds(", %.0f s")).toString();
  }

  private String seconds(String format) {
    return String.format(Locale.ROOT, format, seconds());
  }

  private double share(long done) {
    return Math.min(1, done / (double) total);
  }

  private String part(long done) {
    return total == 0 ? "" : String.format(Locale.ROOT, " (%.0f%%)", 100 * share(done));
  }

  private String bar(long done) {
    if (!terminal || total == 0) {
      return "";
    }
    int full = (int) (BAR * share(done));
    return "[" + "#".repeat(full) + ".".repeat(BAR - full) + "] ";
  }

  private void show(String line) {
    if (!terminal) {
      err.println(line);
      return;
    }
    err.print("\r" + line + " ".repeat(Math.max(0, shown - line.length())));
    err.flush();
    shown = line.length();
  }

  /** Returns the seconds since the start. */
  double seconds() {
    return (nanoTime.getAsLong() - start) / (double) SECOND;
  }

  /** Removes the line from the terminal. */
  @Override
  public void close() {
    stopClock();
    if (shown > 0) {
      err.print("\r" + " ".repeat(shown) + "\r");
      err.flush();
      shown = 0;
    }
  }

  private void stopClock() {
    if (clock != null) {
      clock.interrupt();
      boolean interrupted = false;
      while (clock.isAlive()) {
        try {
          clock.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
