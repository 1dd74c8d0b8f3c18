package dev.cif.mapreduce.scan;

import dev.cif.format.scan.PlannedSplit;
import dev.cif.format.scan.Planner;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.RowRanges;
import dev.cif.format.scan.SplitWork;
import dev.cif.format.schema.CifException;
import dev.cif.mapreduce.avro.AvroLibrary;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Scan of one map task whose rows several threads read. The rows are divided into ranges, several
 * for each thread, which takes one after the other. No thread so waits long for the last. Each
 * thread has its own readers and records.
 */
public final class DividedScan implements TaskScan {
  private static final int RANGES_OF_THREAD = 4;

  /**
   * Number of smallest pieces for each thread, at most. The last ranges are single pieces, so that
   * a thread waits for one of them at the end.
   */
  private static final int LAST_RANGES_OF_THREAD = 16;

  /** Least size of a range in bytes before encoding: several blocks of a wide column. */
  private static final long RANGE_BYTES = 8 << 20;

  /** Number of rows, and of nanoseconds, after which a thread reports to Hadoop. */
  private static final int ROWS_UNTOLD = 1024;

  private static final long NANOS_UNTOLD = TimeUnit.MILLISECONDS.toNanos(100);

  /** The threads' task. */
  public interface Work {
    /** Reads rows to their end, or throws; called once in each thread. */
    void read(Rows rows) throws IOException, InterruptedException;

    /**
     * Lets Hadoop count rows that threads got, and ask for {@link #progress}. Called by one thread
     * at a time.
     */
    void tell(long rows) throws IOException, InterruptedException;
  }

  private final Configuration job;
  private final ColumnSplit input;
  private final ScanCounters counters;
  private final int threads;
  private final long rowsOfParts;

  /** Costs of each split-directory; guarded by itself. */
  private final Map<Path, ScanCosts> costs = new LinkedHashMap<>();

  private Queue<ColumnSplit.Part> ranges;
  private volatile boolean isStopped;

  /** Rows that are done; changed under the lock of this. */
  private volatile long rowsPassed;

  private volatile long rowsGiven;

  /**
   * Returns the scan of a task that reads a split.
   *
   * @throws CifException if the task's reader is not the one that divides its rows
   */
  public static DividedScan of(Object split) throws CifException {
    DividedScan divided = split instanceof ColumnSplit ours ? ours.divided() : null;
    if (divided == null) {
      throw new CifException(
          ScanOptions.THREADS
              + " is set, but an input format gives the rows by a reader of its own, which can't"
              + " divide them: set it to 1");
    }
    return divided;
  }

  private DividedScan(Configuration job, ColumnSplit input, ScanCounters.Sink counters)
      throws IOException {
    this.job = job;
    this.input = input;
    ScanOptions options = new ScanOptions(job);
    this.counters = new ScanCounters(counters, options.countedColumns());
    threads = options.threads();
    rowsOfParts = input.rows();
  }

  /**
   * Begins a scan, which {@link ColumnSplit#divided} of the input then returns; opens nothing yet.
   */
  static DividedScan open(Configuration job, ColumnSplit input, ScanCounters.Sink counters)
      throws IOException {
    AvroLibrary.expectRecent();
    DividedScan scan = new DividedScan(job, input, counters);
    input.divideBy(scan);
    return scan;
  }

  /** Rows that one thread gets; for that thread alone. */
  public final class Rows {
    private final ColumnScan scan;
    private long untold;
    private long toldOf;
    private long toldAt = System.nanoTime();
    private final Work work;

    private Rows(ColumnScan scan, Work work) {
      this.scan = scan;
      this.work = work;
    }

    /** Returns a record for {@link #next} to fill or to move. */
    public IndexedRecord newRecord() {
      return scan.newRecord();
    }

    /**
     * Moves to the next row of the thread.
     *
     * @param record record from {@link #newRecord}
     * @return false if there is none
     * @throws InterruptedIOException if another thread has failed, so that all end
     */
    public boolean next(IndexedRecord record) throws IOException, InterruptedException {
      expectRunning();
      boolean found = scan.next(record);
      untold += found ? 1 : 0;
      if (!found || untold == ROWS_UNTOLD || System.nanoTime() - toldAt > NANOS_UNTOLD) {
        long passed = scan.rowsPassed();
        told(work, untold, passed - toldOf);
        untold = 0;
        toldOf = passed;
        toldAt = System.nanoTime();
      }
      return found;
    }

    /**
     * Checks that the task goes on.
     *
     * @throws InterruptedIOException if another thread has failed
     */
    public void expectRunning() throws InterruptedIOException {
      if (isStopped) {
        throw new InterruptedIOException("another thread of the task has failed");
      }
    }
  }

  private synchronized void told(Work work, long given, long passed)
      throws IOException, InterruptedException {
    rowsGiven += given;
    rowsPassed += passed;
    work.tell(given);
  }

  /**
   * Reads all rows; returns when no thread runs any more.
   *
   * @throws IOException the exception of the first thread that failed, unchanged and of any type;
   *     the others are interrupted, and get no more rows
   * @throws InterruptedException if the caller was interrupted, which ends all threads too
   */
  public void run(Work work) throws IOException, InterruptedException {
    ranges = new ConcurrentLinkedQueue<>(divide());
    int count = Math.max(1, Math.min(threads, ranges.size()));
    List<Thread> started = new ArrayList<>();
    ExecutorService pool = Executors.newFixedThreadPool(count, task -> start(task, started));
    try {
      CompletionService<Void> ended = new ExecutorCompletionService<>(pool);
      for (int i = 0; i < count; i++) {
        ended.submit(() -> read(work));
      }
      for (int i = 0; i < count; i++) {
        ended.take().get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof InterruptedException interrupted) {
        throw interrupted;
      }
      throw Planner.thrown(e.getCause());
    } finally {
      isStopped = true;
      pool.shutdownNow();
      awaitEnd(started);
    }
    costs.values().forEach(counters::add);
  }

  private static Thread start(Runnable task, List<Thread> started) {
    Thread thread = new Thread(task, "cif-map-" + started.size());
    thread.setDaemon(true);
    started.add(thread);
    return thread;
  }

  private Void read(Work work) throws IOException, InterruptedException {
    try (ColumnScan scan = ColumnScan.ofThread(job, input, ranges::poll, this::add)) {
      work.read(new Rows(scan, work));
    }
    return null;
  }

  private void add(ScanCosts cost) {
    synchronized (costs) {
      costs.merge(cost.directory, cost, ScanCosts::plus);
    }
  }

  /** Waits until all threads have ended, even if the caller is interrupted meanwhile. */
  static void awaitEnd(List<Thread> threads) {
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the ranges, in the order of the rows. */
  private List<ColumnSplit.Part> divide() throws IOException {
    List<ColumnSplit.Part> parts = input.parts();
    int each = (threads * RANGES_OF_THREAD + parts.size() - 1) / Math.max(1, parts.size());
    if (threads == 1 || each == 1) {
      return parts;
    }
    return Planner.visit(parts, part -> divide(part, each)).stream().flatMap(List::stream).toList();
  }

  private List<ColumnSplit.Part> divide(ColumnSplit.Part part, int count) throws IOException {
    ScanOptions options = new ScanOptions(job);
    Predicate predicate = options.predicate();
    try (SplitFields columns =
        SplitFields.open(
            part.directory().getFileSystem(job),
            part,
            input.schema(),
            predicate,
            options.readOptions(),
            GenericData.get(),
            true)) {
      PlannedSplit.expectRows(columns.split(), part.rows());
      RowRanges chosen = columns.scan(predicate, false, part.from(), part.to()).chosen();
      SplitWork work = SplitPlanner.work(columns, chosen);
      int most = count * LAST_RANGES_OF_THREAD / RANGES_OF_THREAD;
      long pieces = Math.max(count, Math.min(most, work.chosenBytes() / RANGE_BYTES));
      long size = Math.max(1, (work.chosenBytes() + pieces - 1) / pieces);
      List<Long> begins = work.divide(size).stream().map(PlannedSplit::from).toList();
      return part.cutAt(shrinking(begins, count));
    }
  }

  /**
   * Returns the starts of ranges that shrink towards the end, without that of the first. Each range
   * is a share of the rest, and one piece at least.
   *
   * @param pieces starts of pieces of equal work
   * @param count number of ranges if all had one size
   */
  private static List<Long> shrinking(List<Long> pieces, int count) {
    List<Long> begins = new ArrayList<>();
    int at = 0;
    while (at < pieces.size()) {
      at += Math.max(1, (pieces.size() - at) / count);
      if (at < pieces.size()) {
        begins.add(pieces.get(at));
      }
    }
    return begins;
  }

  /** Returns null: Hadoop's own thread needs no record. */
  @Override
  public IndexedRecord newRecord() {
    return null;
  }

  /** Returns false: Hadoop's own thread gets no row, the others take them. */
  @Override
  public boolean next(IndexedRecord record) {
    return false;
  }

  @Override
  public RowPlace place() {
    throw new IllegalStateException("no row was given to Hadoop's own thread");
  }

  @Override
  public float progress() {
    return rowsOfParts == 0 ? 1f : Math.min(1f, (float) rowsPassed / rowsOfParts);
  }

  @Override
  public long position() {
    return rowsGiven;
  }

  /** Does nothing: all is closed when {@link #run} has returned. */
  @Override
  public void close() {}
}
