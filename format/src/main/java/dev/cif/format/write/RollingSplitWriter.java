package dev.cif.format.write;

import dev.cif.format.options.SplitLimits;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifSchema;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes rows into one split-directory after the other. When one is full, the next row begins
 * another. Each is visible when it is complete. Not thread-safe.
 */
public final class RollingSplitWriter implements Closeable {
  /** Source of the paths of split-directories. */
  public interface Places {
    /**
     * Returns the path of a split-directory that is about to begin; those before it are complete.
     *
     * @param number number of the split-directory, from 0 on
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

  /** Bytes of files per byte before encoding for rows that are sorted; 0 if unknown. */
  private double ratio;

  /** Creates a writer; begins no split-directory yet. */
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
   * Returns the writer of the next row, and begins a split-directory if none is open. The result
   * changes after {@link #rollIfFull} and {@link #close}.
   */
  public SplitWriter current() throws IOException {
    if (current == null) {
      current = SplitWriter.create(fs, places.of(splits), schema, options);
      current.reportTo(progress);
    }
    return current;
  }

  /** Returns the number of rows that still fit into the split-directory. */
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
   * Returns the size in bytes that a split-directory has, or would have after its rows so far.
   * Sorted rows are not encoded yet: their size is estimated from earlier splits, or from a sample.
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

  /** Sets the receiver of progress reports at the end of sorted split-directories. */
  public void reportTo(SplitWriter.Progress told) {
    progress = told;
    if (current != null) {
      current.reportTo(told);
    }
  }

  /** Returns the number of complete split-directories. */
  public int splits() {
    return splits;
  }

  /** Returns the rows of the complete split-directories and of the open one. */
  public long rows() {
    return rows + (current == null ? 0 : current.rows());
  }

  /** Returns the bytes before encoding of the complete split-directories and of the open one. */
  public long rawBytes() {
    return rawBytes + (current == null ? 0 : current.rawBytes());
  }

  /** Returns the bytes of the files of the complete split-directories. */
  public long bytesWritten() {
    return bytesWritten;
  }

  /** Completes the open split-directory; another row would begin the next. */
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

  /** Gives up the open split-directory. Complete ones stay. */
  public void abort() {
    if (current != null) {
      current.abort();
      current = null;
    }
  }
}
