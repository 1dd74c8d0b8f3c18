package dev.cif.bench.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.util.VersionInfo;

/** Description of the machine, by which readers judge the figures. */
public final class Machine {
  private Machine() {}

  public static List<String> lines() {
    Runtime runtime = Runtime.getRuntime();
    return List.of(
        "CPU: " + processor() + ", " + runtime.availableProcessors() + " cores",
        "OS: " + System.getProperty("os.name") + " " + System.getProperty("os.version"),
        "JVM: "
            + System.getProperty("java.vm.name")
            + " "
            + System.getProperty("java.vm.version")
            + ", "
            + String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()),
        "Heap: at most " + (runtime.maxMemory() >> 20) + " MiB",
        "Hadoop: " + VersionInfo.getVersion());
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
