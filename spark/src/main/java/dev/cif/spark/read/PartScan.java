package dev.cif.spark.read;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.ColumnReader;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.ColumnTypes;
import dev.cif.format.scan.FolderValues;
import dev.cif.format.scan.PlannedSplit;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.RowRanges;
import dev.cif.format.scan.Scan;
import dev.cif.format.scan.ScanColumn;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;
import dev.cif.spark.table.RowAddress;
import dev.cif.spark.table.SparkTypes;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Scan of some rows of a split-directory, in batches. Not thread-safe. */
final class PartScan implements Closeable {
  private static final int BATCH_ROWS = 4096;
  private static final long BATCH_BYTES = 8 << 20;

  /** Values of a column in the surviving rows of a window. */
  private interface Values {
    ColumnVector get() throws IOException;
  }

  private final ReadSpec spec;
  private final SplitReader reader;
  private final Scan scan;
  private final Values[] values;
  private final CifVector[] vectors;

  /** Address of the split-directory; null if it is not read. */
  private final String split;

  private int batchRows;

  private PartScan(ReadSpec spec, PlannedSplit part, SplitReader reader, String split)
      throws IOException {
    this.spec = spec;
    this.split = split;
    this.reader = reader;
    PlannedSplit.expectRows(reader, part.rows());
    FolderValues folders = spec.folders(part.directory());
    ColumnTypes types = spec.types();
    long to = part.to() == PlannedSplit.UNKNOWN ? Long.MAX_VALUE : part.to();
    Scan.Builder wishes =
        Scan.of(reader).types(types).windowBytes(BATCH_BYTES).rows(part.from(), to);
    Predicate filter = spec.folded(spec.filter(), folders);
    if (spec.hasFilter()) {
      wishes.filter(filter);
    }
    wishes.prune(Predicate.and(List.of(filter, spec.folded(spec.prune(), folders))));
    if (spec.limit() > 0) {
      wishes.mayStop();
    }
    scan = wishes.open();
    values = new Values[spec.read().fields().length];
    vectors = new CifVector[values.length];
    batchRows = values.length == 0 && !spec.hasFilter() ? Integer.MAX_VALUE : BATCH_ROWS;
    for (int i = 0; i < values.length; i++) {
      prepare(i, types, folders);
    }
  }

  /**
   * Opens the scan of a part: its schema file, and footers.
   *
   * @param columns those of the specification
   * @throws CifException if the split-directory was replaced since it was planned
   */
  static PartScan open(ReadSpec spec, TableColumns columns, Configuration conf, PlannedSplit part)
      throws IOException {
    FileSystem fs = part.directory().getFileSystem(conf);
    String split =
        spec.hasAddress() ? RowAddress.of(fs, new Path(spec.root()), part.directory()) : null;
    SplitReader reader =
        SplitReader.open(fs, part.directory(), ReadOptions.from(conf), part.snapshot(), columns);
    try {
      return new PartScan(spec, part, reader, split);
    } catch (IOException | RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  private void prepare(int i, ColumnTypes types, FolderValues folders) throws IOException {
    StructField field = spec.read().fields()[i];
    String name = field.name();
    if (spec.isKey(name)) {
      vectors[i] = CifVector.constant(field.dataType(), spec.folder(name, folders));
      return;
    }
    CifType type = SparkTypes.cif(field.dataType());
    if (spec.isAddress(name)) {
      if (type.equals(CifType.BIGINT)) {
        values[i] = rows();
      } else {
        vectors[i] = CifVector.constant(field.dataType(), split());
      }
      return;
    }
    if (type.equals(types.of(name, null))) {
      ScanColumn column = scan.column(ColumnPath.of(name));
      values[i] = column::values;
    } else {
      values[i] = part(name, type);
    }
  }

  private Values rows() {
    LongVector numbers = new LongVector(CifType.BIGINT);
    return () -> {
      numbers.reset();
      for (int i = 0; i < scan.count(); i++) {
        numbers.append(scan.row(i));
      }
      return numbers;
    };
  }

  /** Returns the address of the split-directory: a vector of one value. */
  private ColumnVector split() {
    BytesVector address = new BytesVector(CifType.STRING);
    address.append(split.getBytes(StandardCharsets.UTF_8));
    return address;
  }

  /** Returns the values of a column with some fields of its structs only. */
  private Values part(String name, CifType type) throws IOException {
    ColumnReader column = reader.column(name, type);
    ColumnVector vector = ColumnVector.create(type);
    int stored = reader.schema().indexOf(name);
    if (stored >= 0) {
      long bytes = reader.rawBytes(stored) / Math.max(1, reader.rows());
      batchRows = (int) Math.max(1, Math.min(batchRows, BATCH_BYTES / Math.max(1, bytes)));
    }
    if (!spec.hasFilter() && spec.limit() == 0) {
      for (RowRanges.Range range : scan.chosen().ranges()) {
        column.expect(range.from(), range.to());
      }
    }
    return () -> {
      vector.reset();
      for (int i = 0; i < scan.count(); i += scan.run(i)) {
        column.read(scan.row(i), scan.run(i), vector);
      }
      return vector;
    };
  }

  /**
   * Returns the next batch; null at the end. Invalidates the batch before.
   *
   * @param most greatest number of rows
   */
  ColumnarBatch next(int most) throws IOException {
    if (!scan.next(Math.min(most, batchRows))) {
      return null;
    }
    for (int i = 0; i < values.length; i++) {
      if (values[i] != null) {
        ColumnVector now = values[i].get();
        if (vectors[i] == null || vectors[i].values() != now) {
          vectors[i] = CifVector.of(spec.read().fields()[i].dataType(), now);
        }
      }
    }
    return new ColumnarBatch(vectors, scan.count());
  }

  /** Returns the bytes read so far, the schema file included. */
  long bytesRead() {
    return reader.metrics().bytesRead();
  }

  /** Returns the number of column files opened so far. */
  long filesOpened() {
    return reader.metrics().filesOpened();
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
