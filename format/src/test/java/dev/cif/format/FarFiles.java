package dev.cif.format;

import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.ReadMetrics;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;

/** A file system that is neither local nor HDFS; links nothing of JUnit. */
final class FarFiles extends FilterFileSystem {
  private static final int ROWS = 100;

  FarFiles() throws IOException {
    super(LocalFiles.fs());
  }

  @Override
  public URI getUri() {
    return URI.create("far:///");
  }

  /** Writes a split-directory into a folder, and counts bytes as it is read from such a system. */
  public static long[] writeAndRead(String folder) throws IOException {
    return writeAndRead(new FarFiles(), folder);
  }

  /**
   * Reads the files in some file system.
   *
   * @return bytes read, and those of them that were read locally
   */
  static long[] writeAndRead(FileSystem fs, String folder) throws IOException {
    Path split = new Path(folder, "split");
    CifSchema schema = CifSchema.of(List.of("n"), List.of(CifType.BIGINT));
    try (SplitWriter writer = SplitWriter.create(fs, split, schema, WriteOptions.DEFAULT)) {
      for (int row = 0; row < ROWS; row++) {
        ((LongVector) writer.column(0)).append(row);
        writer.endRow();
      }
    }
    ReadMetrics metrics;
    try (SplitReader reader = SplitReader.open(fs, split)) {
      reader.column("n").read(0, ROWS, ColumnVector.create(CifType.BIGINT));
      metrics = reader.metrics();
    }
    return new long[] {metrics.bytesRead(), metrics.localBytesRead()};
  }
}
