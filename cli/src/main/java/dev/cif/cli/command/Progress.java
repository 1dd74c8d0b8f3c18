package dev.cif.cli.command;

import dev.cif.cli.text.Amounts;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Says on standard error how far a long piece of work is, from its second second on: a line that is
 * written over on a terminal, else a line every ten seconds. Not thread-safe.
 */
final class Progress implements AutoCloseable {
  /** Set to true by the start script if standard error is a terminal. */
  static final String TERMINAL = "cif.terminal";

  private static final long SECOND = 1_000_000_000L;

  private final PrintStream err;
  private final boolean terminal;
  private final LongSupplier nanoTime;
  private final String verb;
  private final long totalBytes;
  private final long start;
  private long next;
  private int shown;

  /**
   * Starts the clock.
   *
   * @param verb what is done, such as {@code loaded}
   * @param totalBytes bytes of all the work, or 0 if unknown
   */
  Progress(PrintStream err, String verb, long totalBytes) {
    this(err, Boolean.getBoolean(TERMINAL), System::nanoTime, verb, totalBytes);
  }

  Progress(PrintStream err, boolean terminal, LongSupplier nanoTime, String verb, long totalBytes) {
    this.err = err;
    this.terminal = terminal;
    this.nanoTime = nanoTime;
    this.verb = verb;
    this.totalBytes = totalBytes;
    this.start = nanoTime.getAsLong();
    this.next = SECOND;
  }

  /** Tells the state of the work: rows and bytes done so far. */
  void update(long rows, long bytes) {
    update(rows, bytes, "");
  }

  /** The same, and something more to show, or nothing. */
  void update(long rows, long bytes, String more) {
    long elapsed = nanoTime.getAsLong() - start;
    if (elapsed < next) {
      return;
    }
    next = elapsed + (terminal ? SECOND / 5 : 10 * SECOND);
    show(line(rows, bytes, elapsed / (double) SECOND) + (more.isEmpty() ? "" : ", " + more));
  }

  private String line(long rows, long bytes, double seconds) {
    StringBuilder line = new StringBuilder(verb).append(' ').append(Amounts.count(rows, "row"));
    line.append(", ").append(Amounts.count((long) (rows / seconds))).append(" rows/s, ");
    line.append(Amounts.bytes(bytes));
    if (totalBytes > 0) {
      double part = Math.min(1, bytes / (double) totalBytes);
      line.append(" of ").append(Amounts.bytes(totalBytes));
      line.append(String.format(Locale.ROOT, " (%.0f%%)", 100 * part));
    }
    return line.append(String.format(Locale.ROOT, ", %.0f s", seconds)).toString();
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

  /** Seconds since the start. */
  double seconds() {
    return (nanoTime.getAsLong() - start) / (double) SECOND;
  }

  /** Takes the line off the terminal. */
  @Override
  public void close() {
    if (shown > 0) {
      err.print("\r" + " ".repeat(shown) + "\r");
      err.flush();
      shown = 0;
    }
  }
}
