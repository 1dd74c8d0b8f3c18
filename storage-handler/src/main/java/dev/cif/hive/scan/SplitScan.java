package dev.cif.hive.scan;

import dev.cif.cache.ScanPlans;
import dev.cif.cache.Scans;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.ColumnReader;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.PlannedSplit;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Scan;
import dev.cif.format.scan.TopOrder;
import dev.cif.format.schema.Snapshot;
import dev.cif.hive.filter.BloomFilters;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.SerializationUtilities;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.hive.ql.plan.ExprNodeGenericFuncDesc;
import org.apache.hadoop.hive.ql.plan.TableScanDesc;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reporter;

/**
 * Scan of a split-directory, or a part of it, for Hive: its readers, and the rows that may be
 * needed.
 */
public final class SplitScan implements Closeable {
  /** Number of rows that fit into one of Hive's batches. */
  static final int BATCH = VectorizedRowBatch.DEFAULT_SIZE;

  private final TableScan table;
  private final SplitReader split;
  private final ExprNodeGenericFuncDesc filter;
  private final JobConf job;
  private final Reporter reporter;
  private final long from;
  private final long to;

  /** The scan's registration with the column cache; null for none. */
  private final ScanPlans.Reading reading;

  private volatile Thread thread = Thread.currentThread();
  private volatile Scan rows;
  private volatile long nextRow;

  /**
   * Number of rows that {@link #advance} will return, if {@link #nextRow} had to look ahead; -1 if
   * not.
   */
  private int ahead = -1;

  /** Number of further rows that are enough for the task. */
  private long needed;

  private boolean closed;

  public SplitScan(FileSplit fileSplit, JobConf job, Reporter reporter) throws IOException {
    this.job = job;
    this.reporter = reporter;
    table = TableScan.from(job, fileSplit.getPath());
    filter = filter(job);
    Path directory = fileSplit.getPath();
    ReadOptions options = ReadOptions.from(job);
    CifSplit part = fileSplit instanceof CifSplit planned ? planned : null;
    Snapshot snapshot = part == null ? Snapshot.LATEST : part.snapshot();
    Scans told = QueryScans.told(job, directory);
    TableColumns columns = table.columns(filter, told == null ? Set.of() : told.columns());
    split = SplitReader.open(directory.getFileSystem(job), directory, options, snapshot, columns);
    from = part == null ? 0 : part.from();
    to = part == null || part.to() == PlannedSplit.UNKNOWN ? split.rows() : part.to();
    try {
      if (part != null) {
        PlannedSplit.expectRows(split, part.rows());
      }
      reading = QueryScans.opened(job, split, table, told);
    } catch (IOException | RuntimeException e) {
      split.close();
      throw e;
    }
  }

  /**
   * Returns the rows that may be needed. They are chosen when the first is asked for, not when the
   * scan is opened: on Tez, bounds that other tasks compute are not available before.
   */
  Scan rows() throws IOException {
    if (rows == null) {
      BloomFilters blooms = table.bloomFilters(filter, job);
      Predicate predicate =
          table.decided(
              Predicate.and(
                  List.of(Predicate.constant(!blooms.lackKeys()), table.predicate(filter, job))),
              split.directory());
      Scan.Builder scan =
          Scan.of(split).types(table::typeOf).prune(predicate).prefilter(predicate).rows(from, to);
      for (MapJoinKeys.Join join : MapJoinKeys.of(job)) {
        int column = table.indexOf(join.column());
        // Partition columns are excluded, as they are in no file.
        if (isRead(column) && join.fits(table.type(column))) {
          scan.semiJoin(ColumnPath.of(join.column()), join.keys());
        }
      }
      for (BloomFilters.Filter bloom : blooms.filters()) {
        if (isRead(table.indexOf(bloom.column()))) {
          scan.semiJoin(ColumnPath.of(bloom.column()), bloom.keys());
        }
      }
      TopOrder top = TopKey.of(job, table);
      if (top != null && isRead(table.indexOf(top.path().column()))) {
        scan.top(top);
      }
      needed = RowsNeeded.of(job);
      if (needed < Long.MAX_VALUE) {
        scan.mayStop();
      }
      rows = scan.open();
    }
    return rows;
  }

  /** Returns true if the query reads a column, and from files. */
  private boolean isRead(int column) {
    return column >= 0 && table.isWanted(column) && !table.isInFolders(column);
  }

  /** Returns Hive's filter of the rows; null for none. */
  public static ExprNodeGenericFuncDesc filter(JobConf job) {
    String filter = job.get(TableScanDesc.FILTER_EXPR_CONF_STR);
    return filter == null ? null : SerializationUtilities.deserializeExpression(filter);
  }

  TableScan table() {
    return table;
  }

  SplitReader split() {
    return split;
  }

  /** Returns the reader of column {@code i} of the table. */
  ColumnReader column(int i) throws IOException {
    return table.column(i, split);
  }

  /**
   * Moves to the next rows, at most {@link #BATCH} of them.
   *
   * @return number of rows; 0 at the end
   */
  public int advance() throws IOException {
    thread = Thread.currentThread();
    int count = ahead >= 0 ? ahead : look();
    ahead = -1;
    return count;
  }

  private int look() throws IOException {
    Scan scan = rows();
    int limit = (int) Math.min(BATCH, needed);
    int count = limit > 0 && scan.next(limit) ? scan.count() : 0;
    needed -= count;
    return count;
  }

  /**
   * Returns the first of the rows that {@link #advance} would move to; at the end, the number of
   * the split's rows. The rows of {@link #rows} become invalid. Tez also asks on a thread of its
   * own, which reports progress, as early as before the first row. That thread gets the last answer
   * of the scan's thread.
   */
  long nextRow() throws IOException {
    if (Thread.currentThread() == thread) {
      if (ahead < 0) {
        ahead = look();
      }
      nextRow = ahead == 0 ? split.rows() : rows.row(0);
    }
    return nextRow;
  }

  /** Returns true if {@link #advance} would return 0. The rows of {@link #rows} become invalid. */
  boolean isAtEnd() throws IOException {
    if (ahead < 0) {
      ahead = look();
    }
    return ahead == 0;
  }

  /**
   * Returns the bytes of a row before encoding: an even share, such that the sum over all rows is
   * exact.
   */
  long rawBytes(long row) {
    long each = split.rawBytes() / split.rows();
    long rest = split.rawBytes() % split.rows();
    return each + (row + 1) * rest / split.rows() - row * rest / split.rows();
  }

  /** Returns the progress, 0 to 1; on any thread. */
  float progress() {
    Scan chosen = rows;
    if (chosen == null) {
      return 0f;
    }
    long count = chosen.rowsChosen();
    return count == 0 ? 1f : Math.min(1f, (float) chosen.rowsPassed() / count);
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      try {
        ScanStatistics.closed(split, rows, to - from, reporter);
      } finally {
        end();
      }
    }
  }

  private void end() throws IOException {
    try {
      split.close();
    } finally {
      if (reading != null) {
        reading.passed(to - from);
        reading.close();
      }
    }
  }
}
