package dev.cif.format;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes rows into one split-directory after the other: the next is begun with the first row that
 * comes when one is full. Each is visible when it is complete. Not thread-safe.
 */
public final class RollingSplitWriter implements Closeable {
  /** Where split-directories go. */
  public interface Places {
    /**
     * The place of a split-directory that is about to be begun; those before it are complete.
     *
     * @param number from 0 on
     */
    Path of(int number) throws IOException;
  }

  private final FileSystem fs;
  private final CifSchema schema;
  private final WriteOptions options;
  private final SplitLimits limits;
  private final Places places;
  private SplitWriter current;
  private int splits;
  private long rows;
  private long rawBytes;
  private long bytesWritten;
  private SplitWriter.Progress progress = () -> {};

  /** Bytes of files for a byte before encoding, of rows that are sorted; 0 if that is unknown. */
  private double ratio;

  /** Begins nothing yet. */
  public RollingSplitWriter(
      FileSystem fs, CifSchema schema, WriteOptions options, SplitLimits limits, Places places) {
    this.fs = fs;
    this.schema = schema;
    this.options = options;
    this.limits = limits;
    this.places = places;
  }

  public CifSchema schema() {
    return schema;
  }

  /**
   * The writer of the next row, which begins a split-directory if none is open. Another one after
   * {@link #rollIfFull} and {@link #close}.
   */
  public SplitWriter current() throws IOException {
    if (current == null) {
      current = SplitWriter.create(fs, places.of(splits), schema, options);
      current.reportTo(progress);
    }
    return current;
  }

  /** How many rows may still come before the split-directory is full. */
  public long rowsLeft() {
    return limits.rows() - (current == null ? 0 : current.rows());
  }

  /** Completes the split-directory if it is full. */
  public void rollIfFull() throws IOException {
    if (current != null && limits.areReached(current.rows(), size(current))) {
      close();
    }
  }

  /**
   * Bytes that a split-directory has, or would have after its rows so far. Those that are sorted
   * are not encoded yet: they are judged by the splits before, or by some of them.
   */
  private long size(SplitWriter split) throws IOException {
    if (!split.isSorted()) {
      return split.bytesWritten();
    }
    if (split.rawBytes() < limits.bytes()) {
      return 0;
    }
    if (ratio == 0) {
      ratio = split.sampledRatio();
    }
    return (long) (split.rawBytes() * ratio);
  }

  /** Has the ends of split-directories that are sorted reported. */
  public void reportTo(SplitWriter.Progress told) {
    progress = told;
    if (current != null) {
      current.reportTo(told);
    }
  }

  /** Complete split-directories. */
  public int splits() {
    return splits;
  }

  /** Rows of the complete split-directories and of the open one. */
  public long rows() {
    return rows + (current == null ? 0 : current.rows());
  }

  /** Bytes before encoding of the complete split-directories and of the open one. */
  public long rawBytes() {
    return rawBytes + (current == null ? 0 : current.rawBytes());
  }

  /** Bytes of the complete split-directories' files. */
  public long bytesWritten() {
    return bytesWritten;
  }

  /** Completes the split-directory that is open; another row would begin the next. */
  @Override
  public void close() throws IOException {
    if (current == null) {
      return;
    }
    SplitWriter last = current;
    last.close();
    current = null;
    splits++;
    rows += last.rows();
    rawBytes += last.rawBytes();
    bytesWritten += last.bytesWritten();
    if (last.isSorted() && last.rawBytes() > 0) {
      ratio = (double) last.bytesWritten() / last.rawBytes();
    }
  }

  /** Gives up the split-directory that is open; those that are complete stay. */
  public void abort() {
    if (current != null) {
      current.abort();
      current = null;
    }
  }
}
