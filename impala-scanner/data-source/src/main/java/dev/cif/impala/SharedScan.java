package dev.cif.impala;

import dev.cif.format.schema.CifException;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Scan of a query, whose rows go in batches to any number of threads. Each thread reads its own
 * split while there are enough. Thread-safe.
 *
 * <p>Impala stops asking once any thread was told of the end. The end is thus reported only if no
 * thread has rows to come.
 */
final class SharedScan implements Closeable {
  /** Number of rows of a batch if Impala gives none. */
  static final int DEFAULT_BATCH = 1024;

  static final int MAX_BATCH = 65_536;

  private final ImpalaTable table;
  private final Conditions conditions;
  private final List<OutputColumn> columns;
  private final int batchSize;
  private final Deque<ImpalaSplit> waiting;
  private final Deque<SplitCursor> idle = new ArrayDeque<>();
  private final Totals totals = new Totals();
  private int busy;
  private boolean closed;
  private Throwable failure;

  /** Costs of a scan; complete when it is closed. */
  static final class Totals {
    long rows;
    long bytesRead;
    int filesOpened;
    int splits;
  }

  /**
   * Result of one call.
   *
   * @param rows batch, which is empty only at the end
   * @param end true if no thread will get further rows
   */
  record Result(Batch rows, boolean end) {}

  /** Makes a scan of the splits whose partition values satisfy the conditions; opens none yet. */
  SharedScan(ImpalaTable table, Conditions conditions, List<OutputColumn> columns, int batchSize)
      throws IOException {
    this.table = table;
    this.conditions = conditions;
    this.columns = List.copyOf(columns);
    this.batchSize = batchSize <= 0 ? DEFAULT_BATCH : Math.min(batchSize, MAX_BATCH);
    this.waiting = new ArrayDeque<>(table.matching(conditions));
  }

  /**
   * Returns the next rows. Waits while other threads read all that is left.
   *
   * @throws CifException if the scan was closed, or has failed for any thread
   */
  Result next() throws IOException, InterruptedException {
    Batch batch = new Batch(columns, batchSize);
    while (batch.room() > 0) {
      Work work = take(batch.isEmpty());
      if (work == null) {
        // The end; or others have the remaining splits, and this batch need not wait for them.
        break;
      }
      SplitCursor cursor = null;
      boolean more = false;
      Throwable fault = null;
      try {
        cursor = work.open(this);
        more = cursor.fill(batch);
      } catch (IOException | RuntimeException | Error e) {
        fault = e;
        throw e;
      } finally {
        putBack(cursor, more, fault);
      }
    }
    return finish(batch);
  }

  private synchronized Result finish(Batch batch) throws CifException {
    check();
    totals.rows += batch.rows();
    return new Result(batch, isEnd());
  }

  /** Unit of work: a cursor that was put back, or a split that is not open. */
  private record Work(SplitCursor cursor, ImpalaSplit split) {
    SplitCursor open(SharedScan scan) throws IOException {
      return cursor != null
          ? cursor
          : new SplitCursor(scan.table, split, scan.conditions, scan.columns);
    }
  }

  private boolean isEnd() {
    return idle.isEmpty() && waiting.isEmpty() && busy == 0;
  }

  private void check() throws CifException {
    if (failure != null) {
      throw new CifException(Statuses.message(failure), failure);
    }
    if (closed) {
      throw new CifException("the scan was closed");
    }
  }

  /**
   * Takes work. Returns null if there is none, or none at the moment and {@code patient} is false.
   */
  private synchronized Work take(boolean patient) throws CifException, InterruptedException {
    while (true) {
      check();
      if (!idle.isEmpty() || !waiting.isEmpty()) {
        busy++;
        return idle.isEmpty()
            ? new Work(null, waiting.removeFirst())
            : new Work(idle.removeFirst(), null);
      }
      if (busy == 0 || !patient) {
        return null;
      }
      wait();
    }
  }

  /** Takes a cursor back after use; null if it could not be opened. */
  private synchronized void putBack(SplitCursor cursor, boolean more, Throwable fault)
      throws IOException {
    busy--;
    if (failure == null) {
      failure = fault;
    }
    try {
      if (more && fault == null && !closed) {
        idle.addFirst(cursor);
      } else if (cursor != null) {
        finishWith(cursor);
      }
    } finally {
      notifyAll();
    }
  }

  private void finishWith(SplitCursor cursor) throws IOException {
    totals.splits++;
    totals.bytesRead += cursor.metrics().bytesRead();
    totals.filesOpened += cursor.metrics().filesOpened();
    cursor.close();
  }

  /** Returns the costs of the finished cursors. */
  Totals totals() {
    return totals;
  }

  /** Ends the scan for all threads. The readers of busy cursors close them. */
  @Override
  public synchronized void close() throws IOException {
    closed = true;
    waiting.clear();
    List<SplitCursor> left = new ArrayList<>(idle);
    idle.clear();
    notifyAll();
    IOException first = null;
    for (SplitCursor cursor : left) {
      try {
        finishWith(cursor);
      } catch (IOException e) {
        first = first == null ? e : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
