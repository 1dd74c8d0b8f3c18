package dev.cif.bench.timing;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The processor's time that a thread has taken, which other work on the machine hardly changes. */
public final class CpuTime {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private CpuTime() {}

  /** Nanoseconds of this thread so far. */
  public static long ofThread() {
    return THREADS.getCurrentThreadCpuTime();
  }
}
