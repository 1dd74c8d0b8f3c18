package dev.cif.mapreduce;

import dev.cif.format.ReadMetrics;
import dev.cif.format.SplitReader;
import java.util.Map;

/**
 * The counters of a job's scan. Group {@value #TOTAL} has the totals, group {@value #COLUMNS} those
 * of a column, under names such as {@code url: rows}.
 *
 * <p>Only columns that were opened are counted, and only the first {@value #MAX_COLUMNS} of a task,
 * because Hadoop fails jobs of more than 120 counters.
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

  /** Primitive values decoded. */
  public static final String VALUES_DECODED = "values decoded";

  /** Values of rows that were passed over in blocks that were read, without decoding them. */
  public static final String ROWS_SKIPPED = "rows skipped";

  /** Bytes read; in the total with those of schema files. */
  public static final String BYTES_READ = "bytes read";

  /** Bytes of the files of wanted columns that were not read. */
  public static final String BYTES_SKIPPED = "bytes skipped";

  static final int MAX_COLUMNS = 12;

  private final Sink sink;
  private final java.util.Set<String> counted = new java.util.HashSet<>();

  ScanCounters(Sink sink) {
    this.sink = sink;
  }

  /** The name of a column's counter in group {@link #COLUMNS}. */
  public static String ofColumn(String column, String counter) {
    return column + ": " + counter;
  }

  /** Adds what reading a split-directory has cost, which is now done with. */
  void add(SplitColumns columns, long rows, long rowsPruned) {
    SplitReader split = columns.split();
    ReadMetrics metrics = split.metrics();
    sink.add(TOTAL, ROWS, rows);
    sink.add(TOTAL, ROWS_PRUNED, rowsPruned);
    sink.add(TOTAL, FILES_OPENED, metrics.filesOpened());
    sink.add(TOTAL, VALUES_DECODED, metrics.valuesDecoded());
    sink.add(TOTAL, ROWS_SKIPPED, metrics.rowsSkipped());
    sink.add(TOTAL, BYTES_READ, metrics.bytesRead());
    long bytesSkipped = 0;
    for (int i = 0; i < columns.size(); i++) {
      int stored = split.schema().indexOf(columns.name(i));
      if (stored >= 0) {
        String name = split.schema().column(stored).name();
        bytesSkipped += addColumn(columns, i, name, split.fileLength(stored));
      }
    }
    sink.add(TOTAL, BYTES_SKIPPED, bytesSkipped);
  }

  private long addColumn(SplitColumns columns, int field, String name, long fileLength) {
    Map<String, ReadMetrics.ColumnCounts> opened = columns.split().metrics().columns();
    ReadMetrics.ColumnCounts counts = opened.get(name);
    if (counts == null) {
      return fileLength;
    }
    long skipped = Math.max(0, fileLength - counts.bytesRead());
    if (counted.size() < MAX_COLUMNS || counted.contains(name)) {
      counted.add(name);
      sink.add(COLUMNS, ofColumn(name, ROWS_READ), columns.rowsRead(field));
      sink.add(COLUMNS, ofColumn(name, VALUES_DECODED), counts.valuesDecoded());
      sink.add(COLUMNS, ofColumn(name, ROWS_SKIPPED), counts.rowsSkipped());
      sink.add(COLUMNS, ofColumn(name, BYTES_READ), counts.bytesRead());
      sink.add(COLUMNS, ofColumn(name, BYTES_SKIPPED), skipped);
    }
    return skipped;
  }
}
