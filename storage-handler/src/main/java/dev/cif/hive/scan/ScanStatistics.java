package dev.cif.hive.scan;

import dev.cif.format.read.ReadMetrics;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.Scan;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.hadoop.mapred.Reporter;

/**
 * Costs of scans of CIF tables: as counters of the job in group {@code CIF}, and summed up for this
 * process. Thread-safe; a scan is counted when it is closed.
 */
public final class ScanStatistics {
  /** Counters; their names are those of the job's counters. */
  public enum Counter {
    /** Split-directories read, or parts of them. */
    SPLITS,
    /** Column files opened. */
    FILES_OPENED,
    /** Bytes read from schema files and column files. */
    BYTES_READ,
    /** Part of these bytes that came from the task's own machine. */
    BYTES_READ_LOCALLY,
    /** Blocks read and checked. */
    BLOCKS_READ,
    /** Primitive values decoded. */
    VALUES_DECODED,
    /** Rows that were left out by the statistics of blocks. */
    ROWS_PRUNED,
    /** Rows that were left out by the values of columns that a query filters or joins by. */
    ROWS_FILTERED,
    /**
     * Rows whose key is missing from a map join of the task, or from the bloom filter of a dynamic
     * semi-join; some of them may not have been left out.
     */
    ROWS_WITHOUT_MATCH
  }

  private static final String GROUP = "CIF";
  private static final AtomicLongArray TOTALS = new AtomicLongArray(Counter.values().length);

  private ScanStatistics() {}

  /** Returns the sum over the scans that this process has closed since the last {@link #reset}. */
  public static long total(Counter counter) {
    return TOTALS.get(counter.ordinal());
  }

  /** Sets this process's sums to 0. */
  public static void reset() {
    for (int i = 0; i < TOTALS.length(); i++) {
      TOTALS.set(i, 0);
    }
  }

  /** Counts a scan of {@code all} rows; {@code rows} is null if no row was asked for. */
  static void closed(SplitReader split, Scan rows, long all, Reporter reporter) {
    ReadMetrics metrics = split.metrics();
    add(Counter.SPLITS, 1, reporter);
    add(Counter.FILES_OPENED, metrics.filesOpened(), reporter);
    add(Counter.BYTES_READ, metrics.bytesRead(), reporter);
    add(Counter.BYTES_READ_LOCALLY, metrics.localBytesRead(), reporter);
    add(Counter.BLOCKS_READ, metrics.blocksRead(), reporter);
    add(Counter.VALUES_DECODED, metrics.valuesDecoded(), reporter);
    add(Counter.ROWS_PRUNED, rows == null ? 0 : all - rows.rowsChosen(), reporter);
    add(Counter.ROWS_FILTERED, rows == null ? 0 : rows.rowsFiltered(), reporter);
    add(Counter.ROWS_WITHOUT_MATCH, rows == null ? 0 : rows.rowsWithoutMatch(), reporter);
  }

  private static void add(Counter counter, long amount, Reporter reporter) {
    TOTALS.addAndGet(counter.ordinal(), amount);
    if (reporter != null) {
      reporter.incrCounter(GROUP, counter.name(), amount);
    }
  }
}
