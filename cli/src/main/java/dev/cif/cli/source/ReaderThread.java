package dev.cif.cli.source;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FileSystem;

/**
 * Thread that reads files, and is given up if it computes without progress. Readers of other
 * formats run for ever over some corrupt files. Progress is a row, or a byte from storage. Waiting
 * time does not count, so slow storage is no fault.
 */
final class ReaderThread implements Closeable {
  /** The option for how long a reader may compute without progress. */
  static final String OPTION = "stall-seconds";

  private static final int DEFAULT_SECONDS = 5;
  private static final long POLL_MS = 50;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final int seconds;
  private final ExecutorService executor;
  private final AtomicLong steps = new AtomicLong();
  private volatile long id;
  private boolean stalled;

  /** A reader was given up. */
  static final class StalledException extends TimeoutException {
    private static final long serialVersionUID = 1L;

    StalledException(int seconds) {
      super(
          "its reader has computed for "
              + seconds
              + " s without a row or a byte more: the file is corrupt; if it is sound, give a"
              + " greater --option "
              + OPTION
              + "=");
    }
  }

  ReaderThread(SourceOptions options) {
    seconds = seconds(options);
    executor =
        Executors.newSingleThreadExecutor(
            work -> {
              Thread thread = new Thread(work, "cif load reader");
              // A reader that never ends must not keep the process alive.
              thread.setDaemon(true);
              id = thread.getId();
              return thread;
            });
  }

  /**
   * Returns the seconds that the option allows.
   *
   * @throws IllegalArgumentException if they are not a positive number
   */
  static int seconds(SourceOptions options) {
    return options.positive(OPTION, DEFAULT_SECONDS);
  }

  /** Counts a row. The work calls this. */
  void step() {
    steps.lazySet(steps.get() + 1);
  }

  /** Returns true if the thread was given up. Its reader must not be touched then. */
  boolean isStalled() {
    return stalled;
  }

  /**
   * Does work in the thread, and waits for it.
   *
   * @throws StalledException if it makes no progress; the thread runs on
   */
  <T> T call(Callable<T> work) throws IOException, StalledException {
    Future<T> result = executor.submit(work);
    long seen = progress();
    long since = THREADS.getThreadCpuTime(id);
    while (true) {
      try {
        return result.get(POLL_MS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        long now = progress();
        long cpu = THREADS.getThreadCpuTime(id);
        if (now != seen) {
          seen = now;
          since = cpu;
        } else if (cpu - since > TimeUnit.SECONDS.toNanos(seconds)) {
          stalled = true;
          throw new StalledException(seconds);
        }
      } catch (InterruptedException e) {
        result.cancel(true);
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("the load was interrupted");
      } catch (ExecutionException e) {
        throw rethrown(e.getCause());
      }
    }
  }

  private static IOException rethrown(Throwable cause) {
    if (cause instanceof RuntimeException e) {
      throw e;
    }
    if (cause instanceof Error e) {
      throw e;
    }
    return cause instanceof IOException e ? e : new IOException(cause);
  }

  private long progress() {
    long bytes = 0;
    var statistics = FileSystem.getGlobalStorageStatistics().iterator();
    while (statistics.hasNext()) {
      Long read = statistics.next().getLong("bytesRead");
      bytes += read == null ? 0 : read;
    }
    return bytes + steps.get();
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
