package dev.cif.format;

import dev.cif.format.internal.file.ColumnFileWriter;
import dev.cif.format.internal.sort.RowSorter;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;

/** How large rows become that are not written yet, by some of them that are encoded for that. */
final class EncodedSize implements ColumnFileWriter.Files {
  /** Rows that are encoded. */
  private static final int SAMPLE = 8192;

  private long bytes;

  private EncodedSize() {}

  /**
   * Bytes of files for a byte of values before encoding, of the rows of a sorter, of which it has
   * some.
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
