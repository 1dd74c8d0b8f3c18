package dev.cif.format.write;

import dev.cif.format.internal.file.ColumnFileWriter;
import dev.cif.format.internal.sort.RowSorter;
import dev.cif.format.options.StoragePolicy;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifSchema;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;

/** Estimates the encoded size of rows that are not written yet: encodes a sample to nowhere. */
final class EncodedSize implements ColumnFileWriter.Files {
  /** Number of rows that are encoded. */
  private static final int SAMPLE = 8192;

  private long bytes;

  private EncodedSize() {}

  /**
   * Returns the bytes of files per byte of values before encoding, estimated from rows of a sorter,
   * which must have some.
   */
  static double ratio(
      RowSorter sorter, Path directory, CifSchema schema, WriteOptions options, long memory)
      throws IOException {
    EncodedSize size = new EncodedSize();
    ColumnFiles files = new ColumnFiles(size, directory, schema, options, memory);
    long[] raw = {0};
    try {
      sorter.sample(SAMPLE, files.columns(), () -> raw[0] += files.endRow());
      files.finish();
    } finally {
      files.closeQuietly();
    }
    return (double) size.bytes / Math.max(1, raw[0]);
  }

  @Override
  public FSDataOutputStream create(Path path, StoragePolicy policy) throws IOException {
    return new FSDataOutputStream(OutputStream.nullOutputStream(), null);
  }

  @Override
  public void wrote(long written) {
    bytes += written;
  }
}
