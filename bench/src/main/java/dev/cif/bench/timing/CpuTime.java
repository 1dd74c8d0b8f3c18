package dev.cif.bench.timing;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** CPU time of a thread, which other work on the machine hardly changes. */
public final class CpuTime {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private CpuTime() {}

  /** Returns the nanoseconds of this thread so far. */
  public static long ofThread() {
    return THREADS.getCurrentThreadCpuTime();
  }
}
