package dev.cif.mapreduce;

import dev.cif.format.ColumnReader;
import dev.cif.format.scan.RowRanges;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/** Reads the rows of a split-directory whole, a batch of them at a time. */
final class EagerColumns {
  private static final int MAX_ROWS = 1024;
  private static final long MAX_BYTES = 4 << 20;

  private final SplitColumns columns;
  private final int[] positions;
  private final ColumnVector[] vectors;
  private final int batchRows;
  private long first;
  private int count;

  /**
   * @param positions where each column goes in the records
   */
  EagerColumns(SplitColumns columns, int[] positions) {
    this.columns = columns;
    this.positions = positions;
    vectors = new ColumnVector[columns.size()];
    long bytes = 0;
    for (int i = 0; i < vectors.length; i++) {
      ColumnReader reader = columns.reader(i);
      if (reader != null) {
        vectors[i] = ColumnVector.create(reader.type());
        bytes += columns.split().rawBytes(columns.split().schema().indexOf(columns.name(i)));
      }
    }
    long bytesOfRow = Math.max(1, bytes / Math.max(1, columns.split().rows()));
    batchRows = (int) Math.max(1, Math.min(MAX_ROWS, MAX_BYTES / bytesOfRow));
  }

  /** How many rows are decoded in one go, at most. */
  int batchRows() {
    return batchRows;
  }

  /** Says that all rows of some ranges will be read. */
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
   * @param row the row
   * @param limit first row behind those that are wanted in one piece with this one
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
        // What records hold on to are copies.
        vectors[i].reset();
        columns.reader(i).read(row, rows, vectors[i]);
      }
    }
    first = row;
    count = rows;
  }

  /** Where the fields of one schema stand in another that has them all. */
  static int[] positions(Schema target, Schema columns) {
    int[] positions = new int[columns.getFields().size()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = target.getField(columns.getFields().get(i).name()).pos();
    }
    return positions;
  }
}
