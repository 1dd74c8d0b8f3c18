package dev.cif.mapreduce;

import dev.cif.format.Predicate;
import dev.cif.format.ReadOptions;
import dev.cif.format.RowRanges;
import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The scan of one map task: moves over the rows of its split-directories, one after the other. What
 * both of Hadoop's interfaces stand on. Not thread-safe.
 */
public final class ColumnScan implements Closeable {
  private final Configuration job;
  private final List<Path> directories;
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

  private int directoriesDone;

  /**
   * How many rows the predicate leaves of the split-directory; {@link #progress} is asked often.
   */
  private long rowsChosen;

  private SplitColumns split;
  private EagerColumns eager;
  private RowFilter filter;
  private RowRanges rows;
  private Iterator<RowRanges.Range> ranges;
  private RowRanges.Range range;
  private long next;
  private long rowsPassed;
  private long rowsGiven;
  private long rowsOfClosed;

  private ColumnScan(Configuration job, ColumnSplit input, ScanCounters.Sink counters)
      throws IOException {
    this.job = job;
    ScanOptions options = new ScanOptions(job);
    directories = input.directories();
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
    while (advance()) {
      long row = next++;
      if (filter != null && !filter.passes(row)) {
        continue;
      }
      rowsGiven++;
      if (record instanceof LazyRecord lazyRecord) {
        lazyRecord.moveTo(split, row);
      } else {
        eager.fill(record, row, filter == null ? range.to() : row + 1);
      }
      return true;
    }
    return false;
  }

  /** Makes {@link #next} a row that may matter; false at the end of the last split-directory. */
  private boolean advance() throws IOException {
    while (range == null || next >= range.to()) {
      if (range != null) {
        rowsPassed += range.to() - range.from();
        range = null;
      }
      while (ranges == null || !ranges.hasNext()) {
        closeSplit();
        if (directoriesDone == directories.size()) {
          return false;
        }
        open(directories.get(directoriesDone));
      }
      range = ranges.next();
      next = range.from();
      split.readTo(range.to());
    }
    return true;
  }

  private void open(Path directory) throws IOException {
    SplitColumns opened =
        SplitColumns.open(
            directory.getFileSystem(job), directory, columns, readOptions, model, lazy);
    try {
      rows = opened.split().select(Predicates.only(opened::isPrunable, predicate));
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
    filter = filtersRows ? new RowFilter(opened.split(), predicate) : null;
    eager = lazy ? null : new EagerColumns(opened, positions);
    rowsChosen = rows.count();
    ranges = rows.ranges().iterator();
    rowsPassed = 0;
    split = opened;
  }

  private void closeSplit() throws IOException {
    if (split == null) {
      return;
    }
    SplitColumns done = split;
    split = null;
    ranges = null;
    range = null;
    directoriesDone++;
    rowsOfClosed += rowsGiven;
    long given = rowsGiven;
    rowsGiven = 0;
    try {
      counters.add(done, given, done.split().rows() - rowsChosen);
    } finally {
      done.close();
    }
  }

  /** The part of the scan that is done, 0 to 1. */
  public float progress() {
    float inSplit = 0;
    if (split != null && rowsChosen > 0) {
      long inRange = range == null ? 0 : next - range.from();
      inSplit = (float) (rowsPassed + inRange) / rowsChosen;
    }
    return directories.isEmpty()
        ? 1f
        : Math.min(1f, (directoriesDone + inSplit) / directories.size());
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
