package dev.cif.mapreduce.scan;

/**
 * Counters of a job's scan. Group {@value #TOTAL} has the totals. Group {@value #COLUMNS} has those
 * of each column that the job reads, under names such as {@code url: rows read}. They grow when a
 * split-directory has been read.
 *
 * <p>Hadoop fails jobs of more than 120 counters, so only the first columns have counters of their
 * own: {@link ScanOptions#COUNTED_COLUMNS}.
 */
public final class ScanCounters {
  /** Receiver of increments of counters. */
  @FunctionalInterface
  public interface Sink {
    /** Adds to the counter of that name in the group. */
    void add(String group, String counter, long increment);
  }

  /** Group of the totals. */
  public static final String TOTAL = "CIF";

  /** Group of the counters of columns. */
  public static final String COLUMNS = "CIF columns";

  /** Rows that the map function got; total only. */
  public static final String ROWS = "rows";

  /** Rows left out by the statistics of blocks; total only. */
  public static final String ROWS_PRUNED = "rows pruned";

  /** Column files opened; total only. */
  public static final String FILES_OPENED = "files opened";

  /** Rows in which a column was asked for; columns only. */
  public static final String ROWS_READ = "rows read";

  /** Primitive values decoded: a map of two keys has four. */
  public static final String VALUES_DECODED = "values decoded";

  /**
   * Values of a column, one a row, that were never asked for: those of rows skipped or pruned, and
   * all of a file that was not opened.
   */
  public static final String VALUES_SKIPPED = "values skipped";

  /** Bytes read; the total includes those of schema files. */
  public static final String BYTES_READ = "bytes read";

  /**
   * Part of {@link #BYTES_READ} that came from the task's own machine; total only. All bytes of
   * local files; in HDFS the number that its client reports; 0 for other file systems.
   */
  public static final String BYTES_READ_LOCALLY = "bytes read locally";

  /** Bytes of the files of the job's columns that were not read. */
  public static final String BYTES_SKIPPED = "bytes skipped";

  private final Sink sink;
  private final int countedColumns;

  /**
   * Creates the counters of a scan.
   *
   * @param countedColumns number of the job's columns, from the first on, that have counters of
   *     their own
   */
  ScanCounters(Sink sink, int countedColumns) {
    this.sink = sink;
    this.countedColumns = countedColumns;
  }

  /** Returns the name of a column's counter in group {@link #COLUMNS}. */
  public static String ofColumn(String column, String counter) {
    return column + ": " + counter;
  }

  /** Adds the costs of a split-directory whose reading has ended. */
  void add(ScanCosts costs) {
    sink.add(TOTAL, ROWS, costs.rowsGiven);
    sink.add(TOTAL, ROWS_PRUNED, costs.rowsPruned);
    sink.add(TOTAL, FILES_OPENED, costs.filesOpened);
    sink.add(TOTAL, VALUES_DECODED, costs.valuesDecoded);
    sink.add(TOTAL, BYTES_READ, costs.bytesRead);
    sink.add(TOTAL, BYTES_READ_LOCALLY, costs.localBytesRead);
    long valuesSkipped = 0;
    long bytesSkipped = 0;
    for (int i = 0; i < costs.columns.length; i++) {
      ScanCosts.OfColumn column = costs.columns[i];
      if (column == null) {
        continue;
      }
      long read = Math.min(costs.rows, column.rowsRead);
      long unread = Math.max(0, column.length - column.bytesRead);
      valuesSkipped += costs.rows - read;
      bytesSkipped += unread;
      if (i < countedColumns) {
        String name = column.name;
        sink.add(COLUMNS, ofColumn(name, ROWS_READ), read);
        sink.add(COLUMNS, ofColumn(name, VALUES_DECODED), column.valuesDecoded);
        sink.add(COLUMNS, ofColumn(name, VALUES_SKIPPED), costs.rows - read);
        sink.add(COLUMNS, ofColumn(name, BYTES_READ), column.bytesRead);
        sink.add(COLUMNS, ofColumn(name, BYTES_SKIPPED), unread);
      }
    }
    sink.add(TOTAL, VALUES_SKIPPED, valuesSkipped);
    sink.add(TOTAL, BYTES_SKIPPED, bytesSkipped);
  }
}
