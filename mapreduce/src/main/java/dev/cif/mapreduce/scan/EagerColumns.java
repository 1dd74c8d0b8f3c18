package dev.cif.mapreduce.scan;

import dev.cif.format.read.ColumnReader;
import dev.cif.format.scan.RowRanges;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/** Reads whole rows of a split-directory, a batch at a time. */
final class EagerColumns {
  private static final int MAX_ROWS = 1024;
  private static final long MAX_BYTES = 4 << 20;

  private final SplitFields columns;
  private final int[] positions;
  private final ColumnVector[] vectors;
  private final int batchRows;
  private long first;
  private int count;

  /**
   * Creates a reader of rows.
   *
   * @param positions position of each column in the records
   */
  EagerColumns(SplitFields columns, int[] positions) {
    this.columns = columns;
    this.positions = positions;
    vectors = new ColumnVector[columns.size()];
    long bytes = 0;
    for (int i = 0; i < vectors.length; i++) {
      ColumnReader reader = columns.reader(i);
      if (reader != null) {
        vectors[i] = ColumnVector.create(reader.type());
        int stored = columns.split().schema().indexOf(columns.name(i));
        bytes += stored < 0 ? 0 : columns.split().rawBytes(stored);
      }
    }
    long bytesOfRow = Math.max(1, bytes / Math.max(1, columns.split().rows()));
    batchRows = (int) Math.max(1, Math.min(MAX_ROWS, MAX_BYTES / bytesOfRow));
  }

  /** Returns the number of rows that are decoded at once, at most. */
  int batchRows() {
    return batchRows;
  }

  /** Announces that all rows of some ranges will be read. */
  void expect(RowRanges rows) {
    for (RowRanges.Range range : rows.ranges()) {
      for (int i = 0; i < vectors.length; i++) {
        if (vectors[i] != null) {
          columns.reader(i).expect(range.from(), range.to());
        }
      }
    }
  }

  /**
   * Fills a record.
   *
   * @param row row to read
   * @param limit end of the wanted rows that follow this one without a gap
   */
  void fill(IndexedRecord record, long row, long limit) throws IOException {
    if (row < first || row >= first + count) {
      load(row, (int) Math.min(batchRows, limit - row));
    }
    for (int i = 0; i < vectors.length; i++) {
      record.put(positions[i], columns.read(i, row, vectors[i], (int) (row - first)));
    }
  }

  private void load(long row, int rows) throws IOException {
    count = 0;
    for (int i = 0; i < vectors.length; i++) {
      if (vectors[i] != null) {
        // Records hold copies of the vectors' values.
        vectors[i].reset();
        columns.reader(i).read(row, rows, vectors[i]);
      }
    }
    first = row;
    count = rows;
  }

  /** Returns the positions of one schema's fields in another schema that has them all. */
  static int[] positions(Schema target, Schema columns) {
    int[] positions = new int[columns.getFields().size()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = target.getField(columns.getFields().get(i).name()).pos();
    }
    return positions;
  }
}
