package dev.cif.bench.system;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs programs of the system. */
public final class Program {
  private Program() {}

  /** Runs a program, which must succeed; returns its output. */
  public static String run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (waitFor(process) != 0) {
      throw new IOException(List.of(command) + " failed: " + output);
    }
    return output;
  }

  /** Waits for a process to end; returns its status. */
  public static int waitFor(Process process) throws IOException {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
