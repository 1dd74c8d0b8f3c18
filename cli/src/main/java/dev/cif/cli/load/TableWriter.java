package dev.cif.cli.load;

import dev.cif.cli.source.SourceFiles;
import dev.cif.format.CifSchema;
import dev.cif.format.SplitWriter;
import dev.cif.format.WriteOptions;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes rows as split-directories {@code split-00000}, {@code split-00001}, ... of a folder. Not
 * thread-safe.
 */
public final class TableWriter {
  /** Rows are moved in batches of about so many bytes before encoding. */
  private static final long BATCH_BYTES = 4L << 20;

  private static final int MAX_BATCH_ROWS = 1024;

  private final FileSystem fs;
  private final Path target;
  private final WriteOptions options;
  private final SplitLimits limits;
  private int splits;
  private long rows;
  private long rawBytes;
  private long bytesWritten;

  /** Is told now and then how far the work is. */
  public interface Observer {
    /** Rows that were written, bytes of files that were read. */
    void update(long rows, long bytes);
  }

  /** A writer into a folder, which is created if it does not exist. */
  public TableWriter(FileSystem fs, Path target, WriteOptions options, SplitLimits limits) {
    this.fs = fs;
    this.target = target;
    this.options = options;
    this.limits = limits;
  }

  /** Complete splits. */
  public int splits() {
    return splits;
  }

  /** Rows of them. */
  public long rows() {
    return rows;
  }

  /** Bytes of their values before encoding. */
  public long rawBytes() {
    return rawBytes;
  }

  /** Bytes of their files. */
  public long bytesWritten() {
    return bytesWritten;
  }

  /** The split-directory of a number in a table's folder. */
  static Path split(Path folder, int number) {
    return new Path(folder, String.format(Locale.ROOT, "split-%05d", number));
  }

  /**
   * Writes all rows.
   *
   * @param keepEmpty whether a split is written even if there is no row, so that the schema is kept
   */
  public void write(SourceFiles source, boolean keepEmpty, Observer observer) throws IOException {
    ColumnVector[] batch = vectors(source.schema());
    boolean more = true;
    while (more) {
      SplitWriter writer = SplitWriter.create(fs, split(target, splits), source.schema(), options);
      try {
        more = fill(writer, source, batch, observer);
        if (writer.rows() > 0 || (keepEmpty && splits == 0)) {
          writer.close();
          splits++;
          rows += writer.rows();
          rawBytes += writer.rawBytes();
          bytesWritten += writer.bytesWritten();
        }
      } finally {
        // Does nothing after a close that succeeded.
        writer.abort();
      }
    }
  }

  private static ColumnVector[] vectors(CifSchema schema) {
    ColumnVector[] vectors = new ColumnVector[schema.size()];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = ColumnVector.create(schema.column(i).type());
    }
    return vectors;
  }

  /** Fills a split and returns whether there may be more rows. */
  private boolean fill(
      SplitWriter writer, SourceFiles source, ColumnVector[] batch, Observer observer)
      throws IOException {
    int size = 1;
    while (!limits.reached(writer)) {
      for (ColumnVector vector : batch) {
        vector.reset();
      }
      int wanted = (int) Math.min(size, limits.rows() - writer.rows());
      int count = 0;
      while (count < wanted && source.next(batch)) {
        count++;
      }
      writer.append(batch, count);
      observer.update(rows + writer.rows(), source.bytesRead());
      if (count < wanted) {
        return false;
      }
      long rowBytes = Math.max(1, writer.rawBytes() / writer.rows());
      size = (int) Math.max(1, Math.min(MAX_BATCH_ROWS, BATCH_BYTES / rowBytes));
    }
    return true;
  }
}
