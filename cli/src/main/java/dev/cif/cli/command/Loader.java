package dev.cif.cli.command;

import dev.cif.cli.source.SourceFiles;
import dev.cif.format.CifSchema;
import dev.cif.format.SplitWriter;
import dev.cif.format.WriteOptions;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Writes rows as split-directories {@code split-00000}, {@code split-00001}, ... of a folder. */
final class Loader {
  /** Rows are moved in batches of about so many bytes before encoding. */
  private static final long BATCH_BYTES = 4L << 20;

  private static final int MAX_BATCH_ROWS = 1024;

  private final FileSystem fs;
  private final Path target;
  private final WriteOptions options;
  private final long rowsPerSplit;
  private int splits;
  private long rows;
  private long rawBytes;
  private long bytesWritten;

  Loader(FileSystem fs, Path target, WriteOptions options, long rowsPerSplit) {
    this.fs = fs;
    this.target = target;
    this.options = options;
    this.rowsPerSplit = rowsPerSplit;
  }

  /** Complete splits. */
  int splits() {
    return splits;
  }

  /** Rows of them. */
  long rows() {
    return rows;
  }

  /** Bytes of their values before encoding. */
  long rawBytes() {
    return rawBytes;
  }

  /** Bytes of their files. */
  long bytesWritten() {
    return bytesWritten;
  }

  /** Loads all rows; at least one split is written, so that the schema is kept. */
  void load(SourceFiles source, Progress progress) throws IOException {
    ColumnVector[] batch = vectors(source.schema());
    boolean more = true;
    while (more) {
      Path split = new Path(target, String.format(Locale.ROOT, "split-%05d", splits));
      SplitWriter writer = SplitWriter.create(fs, split, source.schema(), options);
      try {
        more = fill(writer, source, batch, progress);
        if (writer.rows() > 0 || splits == 0) {
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
      SplitWriter writer, SourceFiles source, ColumnVector[] batch, Progress progress)
      throws IOException {
    int size = 1;
    while (writer.rows() < rowsPerSplit) {
      for (ColumnVector vector : batch) {
        vector.reset();
      }
      int wanted = (int) Math.min(size, rowsPerSplit - writer.rows());
      int count = 0;
      while (count < wanted && source.next(batch)) {
        count++;
      }
      writer.append(batch, count);
      progress.update(rows + writer.rows(), source.bytesRead());
      if (count < wanted) {
        return false;
      }
      long rowBytes = Math.max(1, writer.rawBytes() / writer.rows());
      size = (int) Math.max(1, Math.min(MAX_BATCH_ROWS, BATCH_BYTES / rowBytes));
    }
    return true;
  }
}
