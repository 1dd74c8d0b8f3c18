package dev.cif.bench.optimize;

import dev.cif.bench.timing.CpuTime;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.ColumnReader;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.Optimize;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Table, or a copy of it: split-directories of one schema, read column by column. */
record TableCopy(FileSystem fs, List<Path> splits) {
  private static final int BATCH = 1024;

  /** Receiver of a column's values, batch by batch. */
  private interface Sink {
    void take(ColumnVector values);
  }

  CifSchema schema() throws IOException {
    try (SplitReader reader = SplitReader.open(fs, splits.get(0))) {
      return reader.schema();
    }
  }

  long rows() throws IOException {
    long rows = 0;
    for (Path split : splits) {
      try (SplitReader reader = SplitReader.open(fs, split)) {
        rows += reader.rows();
      }
    }
    return rows;
  }

  /** Returns the bytes of a column's files. */
  long bytes(int column) throws IOException {
    long bytes = 0;
    for (Path split : splits) {
      try (SplitReader reader = SplitReader.open(fs, split)) {
        bytes += reader.storedBytes(column);
      }
    }
    return bytes;
  }

  /** Writes a copy below a folder, one split-directory for each of this table's. */
  TableCopy write(Path folder, Optimize optimize) throws IOException {
    WriteOptions options = WriteOptions.of(ColumnOptions.DEFAULT.withOptimize(optimize));
    List<Path> copies = new ArrayList<>();
    for (Path split : splits) {
      Path copy = new Path(folder, "split-" + copies.size());
      fs.delete(copy, true);
      try (SplitReader reader = SplitReader.open(fs, split);
          SplitWriter writer = SplitWriter.create(fs, copy, reader.schema(), options)) {
        copy(reader, writer);
      }
      copies.add(copy);
    }
    return new TableCopy(fs, copies);
  }

  private static void copy(SplitReader reader, SplitWriter writer) throws IOException {
    List<Column> columns = reader.schema().columns();
    ColumnReader[] readers = new ColumnReader[columns.size()];
    ColumnVector[] batch = new ColumnVector[columns.size()];
    for (int c = 0; c < batch.length; c++) {
      readers[c] = reader.column(columns.get(c).name());
      batch[c] = ColumnVector.create(columns.get(c).type());
    }
    for (long row = 0; row < reader.rows(); row += BATCH) {
      int count = (int) Math.min(BATCH, reader.rows() - row);
      for (int c = 0; c < batch.length; c++) {
        batch[c].reset();
        readers[c].read(row, count, batch[c]);
      }
      writer.append(batch, count);
    }
  }

  /**
   * Reads a whole column, in batches of 1,024 rows; returns the thread's CPU time in nanoseconds.
   */
  long scan(int column) throws IOException {
    long start = CpuTime.ofThread();
    read(column, values -> {});
    return CpuTime.ofThread() - start;
  }

  /** Returns a hash of all values of a column in their order; that of a copy is the same. */
  long digest(int column) throws IOException {
    Digest digest = new Digest();
    read(column, digest::add);
    return digest.value();
  }

  private void read(int column, Sink sink) throws IOException {
    for (Path split : splits) {
      try (SplitReader reader = SplitReader.open(fs, split)) {
        ColumnReader values = reader.column(reader.schema().columns().get(column).name());
        ColumnVector batch = ColumnVector.create(values.type());
        for (long row = 0; row < reader.rows(); row += BATCH) {
          batch.reset();
          values.read(row, (int) Math.min(BATCH, reader.rows() - row), batch);
          sink.take(batch);
        }
      }
    }
  }
}
