package dev.cif.format.scan;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Visits the split-directories of a table before it is read. Each visit takes a request or more of
 * a file system that may be far away, so several visits run at a time.
 */
public final class Planner {
  private static final int THREADS = 16;

  private Planner() {}

  /** Action on one item; called by several threads. */
  public interface Visit<A, T> {
    T of(A item) throws IOException;
  }

  /**
   * Visits all items, several at a time.
   *
   * @return results of the visits, including null, in the order of the items
   * @throws IOException of the first item, by that order, whose visit failed
   */
  public static <A, T> List<T> visit(List<A> items, Visit<A, T> visit) throws IOException {
    List<T> results = new ArrayList<>();
    if (items.size() < 2) {
      for (A item : items) {
        results.add(visit.of(item));
      }
      return results;
    }
    ExecutorService pool =
        Executors.newFixedThreadPool(
            Math.min(THREADS, items.size()),
            task -> {
              Thread thread = new Thread(task, "cif-planner");
              thread.setDaemon(true);
              return thread;
            });
    try {
      List<Future<T>> pending = new ArrayList<>();
      for (A item : items) {
        pending.add(pool.submit(() -> visit.of(item)));
      }
      for (Future<T> result : pending) {
        results.add(result.get());
      }
      return results;
    } catch (ExecutionException e) {
      throw thrown(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("planning was interrupted").initCause(e);
    } finally {
      pool.shutdownNow();
    }
  }

  /**
   * Rethrows the exception of a thread in the waiting one, unchanged. Throws unchecked ones itself,
   * and returns an IOException.
   *
   * @param cause an IOException, or an unchecked exception
   */
  public static IOException thrown(Throwable cause) {
    if (cause instanceof RuntimeException e) {
      throw e;
    }
    if (cause instanceof Error e) {
      throw e;
    }
    return (IOException) cause;
  }
}
