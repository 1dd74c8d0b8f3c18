package dev.cif.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What a reader has to know of the machine to judge the figures. */
final class Environment {
  private Environment() {}

  static List<String> lines() {
    Runtime runtime = Runtime.getRuntime();
    return List.of(
        "CPU: " + cpuModel() + ", " + runtime.availableProcessors() + " cores",
        "OS: " + System.getProperty("os.name") + " " + System.getProperty("os.version"),
        "JVM: "
            + System.getProperty("java.vm.name")
            + " "
            + System.getProperty("java.vm.version")
            + ", "
            + String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()),
        "Heap: at most " + (runtime.maxMemory() >> 20) + " MiB");
  }

  private static String cpuModel() {
    Path info = Path.of("/proc/cpuinfo");
    if (!Files.isReadable(info)) {
      return System.getProperty("os.arch");
    }
    try (Stream<String> lines = Files.lines(info)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).trim())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }
}
