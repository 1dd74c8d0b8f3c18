package dev.cif.mapreduce.scan;

import java.io.Closeable;
import java.io.IOException;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;

/** Scan of one map task, for Hadoop's record readers. Not thread-safe. */
public interface TaskScan extends Closeable {

  /**
   * Begins the scan that the job's settings ask for; opens no column yet.
   *
   * @param counters receiver of counter increments, by the names in {@link ScanCounters}
   * @param inThreads true if the task's program takes its rows from {@link ColumnSplit#divided}, in
   *     several threads, and none from {@link #next}
   * @throws dev.cif.format.schema.CifException if a setting of the job ({@link ScanOptions}) is not
   *     valid
   */
  static TaskScan open(
      Configuration job, ColumnSplit input, ScanCounters.Sink counters, boolean inThreads)
      throws IOException {
    ScanOptions options = new ScanOptions(job);
    options.expectOneKindOfThreads();
    if (inThreads) {
      return DividedScan.open(job, input, counters);
    }
    return options.decodesAhead()
        ? ReadAheadScan.open(job, input, counters)
        : ColumnScan.open(job, input, counters);
  }

  /** Returns a record for {@link #next} to fill or to move. */
  IndexedRecord newRecord();

  /**
   * Moves to the next row.
   *
   * @param record record from {@link #newRecord}
   * @return false if there is none
   * @throws dev.cif.format.schema.CifException if a split-directory has vanished, is damaged, or
   *     does not fit the schema
   */
  boolean next(IndexedRecord record) throws IOException;

  /** Returns the place of the row that {@link #next} gave last. */
  RowPlace place();

  /** Returns the part of the scan that is done, 0 to 1. */
  float progress();

  /** Returns the number of rows given so far. */
  long position();
}
