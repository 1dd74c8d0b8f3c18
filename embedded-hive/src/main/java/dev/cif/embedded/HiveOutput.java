package dev.cif.embedded;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Leaves the console to the caller: output that Hive's and Tez's own threads print to standard
 * output and error goes to a file. A thread is Hive's while it is between {@link #enter} and {@link
 * #leave}, or if a thread of Hive's started it.
 */
final class HiveOutput {
  private static final InheritableThreadLocal<Boolean> INSIDE = new InheritableThreadLocal<>();

  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final PrintStream file;
  private final PrintStream routedOut;
  private final PrintStream routedErr;

  HiveOutput(Path path) throws IOException {
    file = print(new FileOutputStream(path.toFile(), true));
    routedOut = print(new Router(out));
    routedErr = print(new Router(err));
    System.setOut(routedOut);
    System.setErr(routedErr);
  }

  void enter() {
    INSIDE.set(true);
  }

  void leave() {
    INSIDE.remove();
  }

  /** Gives the console back, unless other code has replaced it meanwhile. */
  void close() {
    if (System.out == routedOut) {
      System.setOut(out);
    }
    if (System.err == routedErr) {
      System.setErr(err);
    }
    file.flush();
  }

  private static PrintStream print(OutputStream to) {
    return new PrintStream(to, true, StandardCharsets.UTF_8);
  }

  private final class Router extends OutputStream {
    private final PrintStream console;

    Router(PrintStream console) {
      this.console = console;
    }

    private PrintStream target() {
      return INSIDE.get() == null ? console : file;
    }

    @Override
    public void write(int b) {
      target().write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      target().write(bytes, offset, length);
    }

    @Override
    public void flush() {
      target().flush();
    }
  }
}
