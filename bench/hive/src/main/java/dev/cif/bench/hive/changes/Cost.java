package dev.cif.bench.hive.changes;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Cost of a statement.
 *
 * @param seconds wall time
 * @param cpu seconds of all processors that this process took meanwhile
 * @param bytes bytes of the files that are new below the table's folder
 */
record Cost(double seconds, double cpu, long bytes) {
  /** Statement that may fail. */
  interface Statement<E extends Exception> {
    void run() throws E;
  }

  /** Runs a statement that writes below a folder, or that only reads if there is none. */
  static <E extends Exception> Cost of(Path folder, Statement<E> statement) throws E, IOException {
    Map<Path, Long> before = files(folder);
    double cpu = cpuSeconds();
    long start = System.nanoTime();
    statement.run();
    double seconds = (System.nanoTime() - start) / 1e9;
    double used = cpuSeconds() - cpu;
    long bytes = 0;
    for (Map.Entry<Path, Long> file : files(folder).entrySet()) {
      boolean isNew = !file.getValue().equals(before.get(file.getKey()));
      bytes += isNew ? Files.size(file.getKey()) : 0;
    }
    return new Cost(seconds, used, bytes);
  }

  /** Returns the files below a folder, with their modification times. */
  private static Map<Path, Long> files(Path folder) throws IOException {
    Map<Path, Long> files = new HashMap<>();
    if (folder == null) {
      return files;
    }
    try (Stream<Path> tree = Files.walk(folder)) {
      for (Path file : tree.filter(Files::isRegularFile).toList()) {
        files.put(file, Files.getLastModifiedTime(file).toMillis());
      }
    }
    return files;
  }

  /** Returns the bytes below a folder. */
  static long size(Path folder) throws IOException {
    long size = 0;
    for (Path file : files(folder).keySet()) {
      size += Files.size(file);
    }
    return size;
  }

  private static double cpuSeconds() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime()
        / 1e9;
  }

  /** Returns the median of each figure by itself. */
  static Cost median(Collection<Cost> costs) {
    return new Cost(
        median(costs, Cost::seconds),
        median(costs, Cost::cpu),
        Math.round(median(costs, Cost::bytes)));
  }

  private static double median(Collection<Cost> costs, ToDoubleFunction<Cost> figure) {
    List<Double> sorted = costs.stream().map(figure::applyAsDouble).sorted().toList();
    int half = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(half)
        : (sorted.get(half - 1) + sorted.get(half)) / 2;
  }
}
