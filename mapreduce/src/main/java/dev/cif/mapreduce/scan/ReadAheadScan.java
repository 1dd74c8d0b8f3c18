package dev.cif.mapreduce.scan;

import dev.cif.format.scan.Planner;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;

/**
 * Scan whose rows a separate thread reads and decodes ahead of the one that asks for them, in their
 * order. At most four batches of rows are in memory: two that wait, one that is being decoded, and
 * one that is being given out. A batch has at most {@link ColumnScan#rowsAtOnce} rows.
 */
final class ReadAheadScan implements TaskScan {
  private static final int BATCHES_WAITING = 2;

  /**
   * Rows in their order; the last batch ends the scan.
   *
   * @param places place of each row
   * @param failure failure that ended the scan after these rows, or null
   */
  private record Batch(
      List<IndexedRecord> rows,
      List<RowPlace> places,
      float progress,
      boolean isLast,
      Throwable failure) {}

  private final ColumnScan scan;
  private final BlockingQueue<Batch> decoded = new ArrayBlockingQueue<>(BATCHES_WAITING);
  private final Thread thread = new Thread(this::decode, "cif-decode-ahead");
  private volatile boolean isClosed;
  private Batch batch = new Batch(List.of(), List.of(), 0, false, null);
  private int next;
  private long rowsGiven;

  private ReadAheadScan(ColumnScan scan) {
    this.scan = scan;
    thread.setDaemon(true);
  }

  static ReadAheadScan open(Configuration job, ColumnSplit input, ScanCounters.Sink counters)
      throws IOException {
    ReadAheadScan ahead = new ReadAheadScan(ColumnScan.open(job, input, counters, false));
    ahead.thread.start();
    return ahead;
  }

  private void decode() {
    try {
      boolean goesOn = true;
      while (goesOn && !isClosed) {
        Batch ready = nextBatch();
        goesOn = !ready.isLast;
        decoded.put(ready);
      }
    } catch (InterruptedException e) {
      // Only the end of the process interrupts this thread.
      Thread.currentThread().interrupt();
    }
  }

  private Batch nextBatch() {
    List<IndexedRecord> rows = new ArrayList<>();
    List<RowPlace> places = new ArrayList<>();
    try {
      IndexedRecord record = scan.newRecord();
      while (scan.next(record)) {
        rows.add(record);
        places.add(scan.place());
        if (rows.size() >= scan.rowsAtOnce()) {
          return new Batch(rows, places, scan.progress(), false, null);
        }
        record = scan.newRecord();
      }
      scan.close();
      return new Batch(rows, places, 1f, true, null);
    } catch (IOException | RuntimeException | Error e) {
      return new Batch(rows, places, scan.progress(), true, e);
    }
  }

  @Override
  public IndexedRecord newRecord() {
    return scan.newRecord();
  }

  @Override
  public boolean next(IndexedRecord record) throws IOException {
    while (next == batch.rows.size()) {
      if (batch.isLast) {
        if (batch.failure != null) {
          throw Planner.thrown(batch.failure);
        }
        return false;
      }
      batch = take();
      next = 0;
    }
    IndexedRecord row = batch.rows.get(next++);
    for (Schema.Field field : row.getSchema().getFields()) {
      record.put(field.pos(), row.get(field.pos()));
    }
    rowsGiven++;
    return true;
  }

  @Override
  public RowPlace place() {
    return batch.places.get(next - 1);
  }

  private Batch take() throws InterruptedIOException {
    try {
      return decoded.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException)
          new InterruptedIOException("interrupted while rows are decoded ahead").initCause(e);
    }
  }

  @Override
  public float progress() {
    return batch.progress;
  }

  @Override
  public long position() {
    return rowsGiven;
  }

  /** Closes the scan, after its thread has ended. */
  @Override
  public void close() throws IOException {
    isClosed = true;
    // Makes room for the batch that the thread may hold; it begins no other.
    decoded.clear();
    DividedScan.awaitEnd(List.of(thread));
    scan.close();
  }
}
