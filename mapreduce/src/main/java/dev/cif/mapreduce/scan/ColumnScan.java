package dev.cif.mapreduce.scan;

import dev.cif.cache.ScanPlans;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.scan.PlannedSplit;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Scan;
import dev.cif.mapreduce.avro.AvroLibrary;
import dev.cif.mapreduce.record.EagerRecord;
import dev.cif.mapreduce.record.LazyRecord;
import java.io.IOException;
import java.util.Iterator;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * Scan of one map task, or of one of its threads. It moves over the rows of its split-directories,
 * or of parts of them, one after the other. Both of Hadoop's interfaces are built on it. Not
 * thread-safe.
 */
public final class ColumnScan implements TaskScan {
  /** Number of rows that are filtered at once. */
  private static final int FILTERED_ROWS = 1024;

  private final Configuration job;

  /** Source of the parts; returns null after the last. */
  private final Supplier<ColumnSplit.Part> parts;

  private final long rowsOfParts;
  private final Schema columns;
  private final Schema recordSchema;
  private final int[] positions;
  private final GenericData model;
  private final boolean lazy;

  /** Class that Avro generated, or null. */
  private final Class<?> specific;

  private final Predicate predicate;
  private final boolean filtersRows;
  private final ReadOptions readOptions;
  private final Consumer<ScanCosts> costs;

  private SplitFields split;

  /** The read's registration with the column cache; null for none. */
  private ScanPlans.Reading reading;

  private EagerColumns eager;

  /** Part that is being read, or was last. */
  private ColumnSplit.Part part;

  /** Next part, until it is begun. */
  private ColumnSplit.Part upcoming;

  private Scan scan;

  /** Number of surviving rows of the scan's window that lie before {@link #end}. */
  private int done;

  /** Next row; {@link #end} is the end of the rows that follow it without a gap. */
  private long row;

  private long end;
  private long rowsGiven;
  private long rowsPruned;
  private long rowsOfClosed;

  /** Rows of the parts that are done. */
  private long rowsBehind;

  private ColumnScan(
      Configuration job,
      ColumnSplit input,
      Supplier<ColumnSplit.Part> parts,
      boolean mayBeLazy,
      Consumer<ScanCosts> costs)
      throws IOException {
    this.job = job;
    ScanOptions options = new ScanOptions(job);
    this.parts = parts;
    rowsOfParts = input.rows();
    columns = input.schema();
    specific = options.recordClass();
    model = specific == null ? GenericData.get() : SpecificData.getForClass(specific);
    recordSchema = specific == null ? columns : SpecificData.get().getSchema(specific);
    positions = EagerColumns.positions(recordSchema, columns);
    // Generated classes hold values, and can't decode them later.
    lazy = specific == null && mayBeLazy && options.isLazy();
    predicate = options.predicate();
    filtersRows = options.filtersRows();
    readOptions = options.readOptions();
    this.costs = costs;
  }

  /**
   * Begins a scan; opens nothing yet.
   *
   * @param counters receiver of counter increments, by the names in {@link ScanCounters}
   * @throws dev.cif.format.schema.CifException if a setting of the job ({@link ScanOptions}) is not
   *     valid
   */
  public static ColumnScan open(Configuration job, ColumnSplit input, ScanCounters.Sink counters)
      throws IOException {
    return open(job, input, counters, true);
  }

  /**
   * Begins a scan, as {@link #open(Configuration, ColumnSplit, ScanCounters.Sink)} does. Records
   * are eager whatever the job's setting, unless {@code mayBeLazy}.
   */
  static ColumnScan open(
      Configuration job, ColumnSplit input, ScanCounters.Sink counters, boolean mayBeLazy)
      throws IOException {
    AvroLibrary.expectRecent();
    Iterator<ColumnSplit.Part> all = input.parts().iterator();
    ScanCounters counted = new ScanCounters(counters, new ScanOptions(job).countedColumns());
    return new ColumnScan(
        job, input, () -> all.hasNext() ? all.next() : null, mayBeLazy, counted::add);
  }

  /**
   * Begins the scan of one of several threads.
   *
   * @param parts source of the input's parts; returns null after the last
   * @param costs receiver of the costs of each split-directory in this scan
   */
  static ColumnScan ofThread(
      Configuration job,
      ColumnSplit input,
      Supplier<ColumnSplit.Part> parts,
      Consumer<ScanCosts> costs)
      throws IOException {
    return new ColumnScan(job, input, parts, true, costs);
  }

  @Override
  public IndexedRecord newRecord() {
    if (specific != null) {
      return (IndexedRecord) SpecificData.newInstance(specific, recordSchema);
    }
    return lazy ? new LazyRecord(columns) : new EagerRecord(columns);
  }

  @Override
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

  /**
   * Moves {@link #row} to the next row that survives; returns false at the end of the last part.
   */
  private boolean advance() throws IOException {
    while (scan == null || done == scan.count()) {
      done = 0;
      if (scan == null || !scan.next(filtersRows ? FILTERED_ROWS : Integer.MAX_VALUE)) {
        finishPart();
        if (!beginPart()) {
          return false;
        }
      }
    }
    int run = scan.run(done);
    row = scan.row(done);
    end = row + run;
    done += run;
    split.readTo(end);
    return true;
  }

  private void finishPart() {
    if (scan != null) {
      rowsPruned += part.to() - part.from() - scan.rowsChosen();
      rowsBehind += part.to() - part.from();
      if (reading != null) {
        reading.passed(part.to() - part.from());
      }
      scan = null;
    }
  }

  /** Begins to read the next part; returns false if there is none. */
  private boolean beginPart() throws IOException {
    if (upcoming == null) {
      upcoming = parts.get();
    }
    if (split != null && (upcoming == null || !part.isOfSameSplit(upcoming))) {
      closeSplit();
    }
    if (upcoming == null) {
      return false;
    }
    part = upcoming;
    if (split == null) {
      open();
    }
    row = part.from();
    end = row;
    scan = split.scan(predicate, filtersRows, part.from(), part.to());
    if (eager != null && !filtersRows) {
      eager.expect(scan.chosen());
    }
    upcoming = null;
    return true;
  }

  private void open() throws IOException {
    FileSystem fs = part.directory().getFileSystem(job);
    SplitFields opened = SplitFields.open(fs, part, columns, predicate, readOptions, model, lazy);
    try {
      PlannedSplit.expectRows(opened.split(), part.rows());
      reading = JobScans.opened(job, fs, opened, columns);
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
    eager = lazy ? null : new EagerColumns(opened, positions);
    split = opened;
  }

  private void closeSplit() throws IOException {
    finishPart();
    if (split == null) {
      return;
    }
    try (SplitFields last = split) {
      split = null;
      rowsOfClosed += rowsGiven;
      costs.accept(new ScanCosts(last, rowsGiven, rowsPruned));
      rowsGiven = 0;
      rowsPruned = 0;
    } finally {
      if (reading != null) {
        reading.close();
        reading = null;
      }
    }
  }

  @Override
  public RowPlace place() {
    return new RowPlace(part.directory(), row - 1);
  }

  /**
   * Returns the number of rows of the task's parts that are done, whether given, filtered or
   * pruned.
   */
  long rowsPassed() {
    return rowsBehind + (scan == null ? 0 : row - part.from());
  }

  /** Returns the number of rows that are decoded at once; for eager records only. */
  int rowsAtOnce() {
    return eager.batchRows();
  }

  @Override
  public float progress() {
    return rowsOfParts == 0 ? 1f : Math.min(1f, (float) rowsPassed() / rowsOfParts);
  }

  @Override
  public long position() {
    return rowsOfClosed + rowsGiven;
  }

  @Override
  public void close() throws IOException {
    closeSplit();
  }
}
