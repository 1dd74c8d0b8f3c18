package dev.cif.format.scan;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

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
   * Visits all items, several at a time. The calling thread visits items too, so quick visits of
   * few items start hardly a thread.
   *
   * @return results of the visits, including null, in the order of the items
   * @throws IOException of the first item, by that order, whose visit failed
   */
  public static <A, T> List<T> visit(List<A> items, Visit<A, T> visit) throws IOException {
    Workers<T> workers = new Workers<>();
    for (A item : items) {
      workers.add(() -> visit.of(item));
    }
    try {
      workers.work();
      List<T> results = new ArrayList<>(items.size());
      for (Future<T> result : workers.visits) {
        results.add(result.get());
      }
      return results;
    } catch (ExecutionException e) {
      throw thrown(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("planning was interrupted").initCause(e);
    } finally {
      workers.stop();
    }
  }

  /**
   * Threads that visit items in their order: the caller, and helpers. Each thread starts the next
   * helper when it takes its first item, so the number of threads grows only while items are left.
   * Helpers are threads of their own in each call: a thread of a pool would keep the user in whose
   * name it was started.
   */
  private static final class Workers<T> {
    private final List<FutureTask<T>> visits = new ArrayList<>();
    private final AtomicInteger next = new AtomicInteger();
    private final List<Thread> helpers = new ArrayList<>();
    private boolean isStopped;

    void add(Callable<T> visit) {
      visits.add(
          new FutureTask<>(visit) {
            @Override
            protected void setException(Throwable failure) {
              super.setException(failure);
              next.set(visits.size());
            }
          });
    }

    /** Visits items until each is taken by a thread, or a visit fails. */
    void work() {
      boolean hasHelper = false;
      int at;
      while ((at = next.getAndIncrement()) < visits.size()) {
        if (!hasHelper) {
          startHelper();
          hasHelper = true;
        }
        visits.get(at).run();
      }
    }

    private synchronized void startHelper() {
      if (isStopped || helpers.size() == THREADS - 1 || next.get() >= visits.size()) {
        return;
      }
      Thread helper = new Thread(this::work, "cif-planner");
      helper.setDaemon(true);
      helpers.add(helper);
      helper.start();
    }

    /** Ends the helpers: all visits are done, or one has failed. */
    synchronized void stop() {
      isStopped = true;
      next.set(visits.size());
      helpers.forEach(Thread::interrupt);
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
