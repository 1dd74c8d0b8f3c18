package dev.cif.mapreduce;

/**
 * The counters of a job's scan. Group {@value #TOTAL} has the totals, group {@value #COLUMNS} those
 * of a column that the job reads, under names such as {@code url: rows read}. They grow when a
 * split-directory is done with.
 *
 * <p>Hadoop fails jobs of more than 120 counters, so only the first columns have counters of their
 * own: {@link ScanOptions#COUNTED_COLUMNS}.
 */
public final class ScanCounters {
  /** Takes increments of counters. */
  @FunctionalInterface
  public interface Sink {
    /** Adds to the counter of that name in the group. */
    void add(String group, String counter, long increment);
  }

  /** The group of the totals. */
  public static final String TOTAL = "CIF";

  /** The group of the counters of columns. */
  public static final String COLUMNS = "CIF columns";

  /** Total only: rows that the map function got. */
  public static final String ROWS = "rows";

  /** Total only: rows left out by the statistics of blocks. */
  public static final String ROWS_PRUNED = "rows pruned";

  /** Total only: column files opened. */
  public static final String FILES_OPENED = "files opened";

  /** Of a column: rows in which it was asked for. */
  public static final String ROWS_READ = "rows read";

  /** Primitive values decoded: a map of two keys has four. */
  public static final String VALUES_DECODED = "values decoded";

  /**
   * Values of a column, one a row, that were never asked for: those of rows passed over or pruned,
   * and all of a file that was not opened.
   */
  public static final String VALUES_SKIPPED = "values skipped";

  /** Bytes read; in the total with those of schema files. */
  public static final String BYTES_READ = "bytes read";

  /**
   * Total only: of the {@link #BYTES_READ} those that came from the task's own machine. All of
   * local files; in HDFS what its client says; 0 of other file systems.
   */
  public static final String BYTES_READ_LOCALLY = "bytes read locally";

  /** Bytes of the files of the job's columns that were not read. */
  public static final String BYTES_SKIPPED = "bytes skipped";

  private final Sink sink;
  private final int countedColumns;

  /**
   * @param countedColumns how many of the job's columns, from the first on, are counted each
   */
  ScanCounters(Sink sink, int countedColumns) {
    this.sink = sink;
    this.countedColumns = countedColumns;
  }

  /** The name of a column's counter in group {@link #COLUMNS}. */
  public static String ofColumn(String column, String counter) {
    return column + ": " + counter;
  }

  /** Adds what reading a split-directory has cost, which is now done with. */
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
