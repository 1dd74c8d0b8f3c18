package dev.cif.bench.hive;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** Load of the machine by other processes; figures measured beside heavy load mean little. */
final class OtherWork {
  private static final Path STAT = Path.of("/proc/stat");
  private static final double TICKS_PER_SECOND = 100;
  private static final int IDLE = 4;
  private static final int IO_WAIT = 5;
  private static final int STEAL = 8;

  private final long start = System.nanoTime();
  private final double busy = busySeconds();
  private final double own = ownSeconds();

  /**
   * Returns the share of the machine's processors that others have used since this was created, in
   * percent.
   */
  double percent() {
    double elapsed = (System.nanoTime() - start) / 1e9 * Runtime.getRuntime().availableProcessors();
    double others = busySeconds() - busy - (ownSeconds() - own);
    return 100 * Math.max(0, others) / elapsed;
  }

  private static double ownSeconds() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime()
        / 1e9;
  }

  private static double busySeconds() {
    try {
      String[] fields = Files.readAllLines(STAT).get(0).split("\\s+", -1);
      double ticks = 0;
      for (int i = 1; i <= STEAL; i++) {
        ticks += i == IDLE || i == IO_WAIT ? 0 : Long.parseLong(fields[i]);
      }
      return ticks / TICKS_PER_SECOND;
    } catch (IOException e) {
      return 0;
    }
  }
}
