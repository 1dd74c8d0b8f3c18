package dev.cif.bench.paper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Scans of figure 8 in C++, by the program of {@code bench/paper/native}, which measures the time
 * itself.
 */
final class NativeScan {
  private static final String PROPERTY = "paper.native";

  private final Path program;

  private NativeScan(Path program) {
    this.program = program;
  }

  /**
   * Returns the program that the system property {@code paper.native} names; fails unless it
   * exists.
   */
  static NativeScan find() {
    String program = System.getProperty(PROPERTY);
    if (program == null || !Files.isExecutable(Path.of(program))) {
      throw new IllegalStateException(
          "the C++ program is "
              + (program == null ? "not given" : "not at " + program)
              + ". bench/paper/run builds it; by hand: cmake -S bench/paper/native -B"
              + " bench/target/paper/native -G Ninja && ninja -C bench/target/paper/native figure8,"
              + " and -Dpaper.native=bench/target/paper/native/figure8 for Java. Without it:"
              + " --languages java");
    }
    return new NativeScan(Path.of(program));
  }

  /** Runs the program once. */
  ScanRun run(long bytes, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(Arrays.asList(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    int code = process.waitFor();
    int space = output.indexOf(' ');
    if (code != 0 || space < 0) {
      throw new IOException(command + " ended with " + code + " and said '" + output + "'");
    }
    return new ScanRun(
        Double.parseDouble(output.substring(0, space)),
        bytes,
        Long.parseLong(output.substring(space + 1)));
  }
}
