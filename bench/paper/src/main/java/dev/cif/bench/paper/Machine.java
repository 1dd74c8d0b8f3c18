package dev.cif.bench.paper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.util.VersionInfo;

/** What the figures were measured on. */
final class Machine {
  private Machine() {}

  static String description() {
    return String.format(
        "%s, %d cores; %s %s; Java %s, heap %d MiB; Hadoop %s",
        processor(),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name"),
        System.getProperty("os.version"),
        System.getProperty("java.version"),
        Runtime.getRuntime().maxMemory() >> 20,
        VersionInfo.getVersion());
  }

  private static String processor() {
    try {
      return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).trim())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }
}
