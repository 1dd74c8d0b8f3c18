package dev.cif.mapreduce;

import dev.cif.format.ReadOptions;
import dev.cif.format.scan.PlannedSplit;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Scan;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * The scan of one map task: moves over the rows of its split-directories, or of parts of them, one
 * after the other. What both of Hadoop's interfaces stand on. Not thread-safe.
 */
public final class ColumnScan implements Closeable {
  /** Rows that are filtered in one go. */
  private static final int FILTERED_ROWS = 1024;

  private final Configuration job;
  private final List<ColumnSplit.Part> parts;
  private final Schema columns;
  private final Schema recordSchema;
  private final int[] positions;
  private final GenericData model;
  private final boolean lazy;

  /** The class that Avro generated, or null. */
  private final Class<?> specific;

  private final Predicate predicate;
  private final boolean filtersRows;
  private final ReadOptions readOptions;
  private final ScanCounters counters;

  private int partsDone;

  private SplitColumns split;
  private EagerColumns eager;
  private Scan scan;

  /** Of the rows that survive in the scan's window, how many lie behind {@link #end}. */
  private int done;

  /** The next row, and the end of those that follow it without a gap. */
  private long row;

  private long end;
  private long rowsGiven;
  private long rowsOfClosed;

  private ColumnScan(Configuration job, ColumnSplit input, ScanCounters.Sink counters)
      throws IOException {
    this.job = job;
    ScanOptions options = new ScanOptions(job);
    parts = input.parts();
    columns = input.schema();
    specific = options.recordClass();
    model = specific == null ? GenericData.get() : SpecificData.getForClass(specific);
    recordSchema = specific == null ? columns : SpecificData.get().getSchema(specific);
    positions = EagerColumns.positions(recordSchema, columns);
    // Generated classes hold values, not the means to get them.
    lazy = specific == null && options.isLazy();
    predicate = options.predicate();
    filtersRows = options.filtersRows();
    readOptions = options.readOptions();
    this.counters = new ScanCounters(counters, options.countedColumns());
  }

  /**
   * Begins a scan; opens nothing yet.
   *
   * @param counters takes increments of counters, as {@link ScanCounters} names them
   * @throws dev.cif.format.CifException if a setting of the job ({@link ScanOptions}) is not valid
   */
  public static ColumnScan open(Configuration job, ColumnSplit input, ScanCounters.Sink counters)
      throws IOException {
    AvroLibrary.expectRecent();
    return new ColumnScan(job, input, counters);
  }

  /** A record for {@link #next} to fill or to move. */
  public IndexedRecord newRecord() {
    if (specific != null) {
      return (IndexedRecord) SpecificData.newInstance(specific, recordSchema);
    }
    return lazy ? new LazyRecord(columns) : new EagerRecord(columns);
  }

  /**
   * Moves to the next row.
   *
   * @param record of {@link #newRecord}
   * @return false if there is none
   * @throws dev.cif.format.CifException if a split-directory has vanished, is damaged, or does not
   *     fit the schema
   */
  public boolean next(IndexedRecord record) throws IOException {
    if (row == end && !advance()) {
      return false;
    }
    if (record instanceof LazyRecord lazyRecord) {
      lazyRecord.moveTo(split, row);
    } else {
      eager.fill(record, row, end);
    }
    row++;
    rowsGiven++;
    return true;
  }

  /** Makes {@link #row} the next that survives; false at the end of the last split-directory. */
  private boolean advance() throws IOException {
    while (scan == null || done == scan.count()) {
      done = 0;
      if (scan == null || !scan.next(filtersRows ? FILTERED_ROWS : Integer.MAX_VALUE)) {
        closeSplit();
        if (partsDone == parts.size()) {
          return false;
        }
        open(parts.get(partsDone));
      }
    }
    int run = scan.run(done);
    row = scan.row(done);
    end = row + run;
    done += run;
    split.readTo(end);
    return true;
  }

  private void open(ColumnSplit.Part part) throws IOException {
    FileSystem fs = part.directory().getFileSystem(job);
    SplitColumns opened = SplitColumns.open(fs, part, columns, readOptions, model, lazy);
    try {
      PlannedSplit.expectRows(opened.split(), part.rows());
      scan = opened.scan(predicate, filtersRows, part.from(), part.to());
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
    eager = lazy ? null : new EagerColumns(opened, positions);
    if (eager != null && !filtersRows) {
      eager.expect(scan.chosen());
    }
    split = opened;
  }

  private void closeSplit() throws IOException {
    if (split == null) {
      return;
    }
    SplitColumns last = split;
    split = null;
    ColumnSplit.Part part = parts.get(partsDone);
    long pruned = part.to() - part.from() - scan.rowsChosen();
    scan = null;
    partsDone++;
    rowsOfClosed += rowsGiven;
    long given = rowsGiven;
    rowsGiven = 0;
    try {
      counters.add(last, given, pruned);
    } finally {
      last.close();
    }
  }

  /** The part of the scan that is done, 0 to 1. */
  public float progress() {
    float inSplit = 0;
    if (scan != null && scan.count() > 0) {
      inSplit = (float) (scan.rowsPassed() + row - scan.row(0)) / scan.rowsChosen();
    }
    return parts.isEmpty() ? 1f : Math.min(1f, (partsDone + inSplit) / parts.size());
  }

  /** Rows given so far. */
  public long position() {
    return rowsOfClosed + rowsGiven;
  }

  @Override
  public void close() throws IOException {
    closeSplit();
  }
}
