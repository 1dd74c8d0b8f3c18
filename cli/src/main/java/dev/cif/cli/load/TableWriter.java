package dev.cif.cli.load;

import dev.cif.cli.source.SourceFiles;
import dev.cif.format.options.SplitLimits;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.write.RollingSplitWriter;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes rows as split-directories {@code split-00000}, {@code split-00001}, ... of a folder. Not
 * thread-safe.
 */
public final class TableWriter {
  /** Approximate bytes of a batch of rows before encoding. */
  private static final long BATCH_BYTES = 4L << 20;

  private static final int MAX_BATCH_ROWS = 1024;

  private final RollingSplitWriter splits;

  /** Observer that regularly hears of the progress. */
  public interface Observer {
    /** Receives the number of rows that were written, and of bytes of files that were read. */
    void update(long rows, long bytes);
  }

  /** Creates a writer into a folder, which is created if it does not exist. */
  public TableWriter(
      FileSystem fs, Path target, CifSchema schema, WriteOptions options, SplitLimits limits) {
    splits = new RollingSplitWriter(fs, schema, options, limits, number -> split(target, number));
  }

  /** Returns the number of complete splits. */
  public int splits() {
    return splits.splits();
  }

  /** Returns the number of their rows. */
  public long rows() {
    return splits.rows();
  }

  /** Returns the bytes of their values before encoding. */
  public long rawBytes() {
    return splits.rawBytes();
  }

  /** Returns the bytes of their files. */
  public long bytesWritten() {
    return splits.bytesWritten();
  }

  /** Returns the split-directory of a number in a table's folder. */
  static Path split(Path folder, int number) {
    return new Path(folder, String.format(Locale.ROOT, "split-%05d", number));
  }

  /**
   * Writes all rows.
   *
   * @param keepEmpty true to write a split even without rows, so that the schema is kept
   */
  public void write(SourceFiles source, boolean keepEmpty, Observer observer) throws IOException {
    splits.reportTo(() -> observer.update(splits.rows(), source.bytesRead()));
    try {
      append(source, observer);
      if (keepEmpty && splits.splits() == 0) {
        splits.current();
      }
      splits.close();
    } finally {
      // Does nothing after a close that succeeded.
      splits.abort();
    }
  }

  private void append(SourceFiles source, Observer observer) throws IOException {
    ColumnVector[] batch = vectors(source.schema());
    int size = 1;
    boolean more = true;
    while (more) {
      for (ColumnVector vector : batch) {
        vector.reset();
      }
      int wanted = (int) Math.min(size, splits.rowsLeft());
      int count = source.read(batch, wanted);
      if (count > 0) {
        splits.current().append(batch, count);
        long rowBytes = Math.max(1, splits.rawBytes() / splits.rows());
        size = (int) Math.max(1, Math.min(MAX_BATCH_ROWS, BATCH_BYTES / rowBytes));
      }
      observer.update(splits.rows(), source.bytesRead());
      splits.rollIfFull();
      more = count == wanted;
    }
  }

  private static ColumnVector[] vectors(CifSchema schema) {
    ColumnVector[] vectors = new ColumnVector[schema.size()];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = ColumnVector.create(schema.column(i).type());
    }
    return vectors;
  }
}
