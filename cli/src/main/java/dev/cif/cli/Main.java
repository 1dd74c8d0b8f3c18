package dev.cif.cli;

import dev.cif.cli.command.Cif;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Entry of {@code bin/cif}. */
public final class Main {
  private Main() {}

  /**
   * Runs the command and ends the process with 0 for success, 1 for an error in data, 2 for an
   * error in the command line.
   */
  public static void main(String[] args) {
    // Set before any class that logs is loaded; the libraries' warnings are for files, not for
    // people.
    System.setProperty("log4j2.configurationFile", "classpath:dev/cif/cli/log4j2.properties");
    PrintStream out = print(FileDescriptor.out);
    PrintStream err = print(FileDescriptor.err);
    int status = Cif.run(out, err, args);
    out.flush();
    err.flush();
    // Hive and Hadoop leave threads behind that would keep the process alive.
    Runtime.getRuntime().exit(status);
  }

  private static PrintStream print(FileDescriptor to) {
    boolean flush = to == FileDescriptor.err;
    return new PrintStream(
        new java.io.BufferedOutputStream(new FileOutputStream(to), 1 << 16),
        flush,
        StandardCharsets.UTF_8);
  }
}
