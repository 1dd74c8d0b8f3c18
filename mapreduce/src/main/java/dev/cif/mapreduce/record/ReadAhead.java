package dev.cif.mapreduce.record;

import dev.cif.format.read.ColumnReader;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;

/**
 * Column whose rows are asked for one by one. While each row follows the one before, it decodes
 * ahead, in batches that double. A batch is never larger than the run of rows asked for so far. A
 * program that asks for each row gets the speed of vectors. A program that skips rows decodes
 * hardly more than it asks for. Not thread-safe.
 */
public final class ReadAhead implements RowValues {
  private static final int MAX_ROWS = 1024;
  private static final long MAX_BYTES = 1 << 20;

  private final ColumnReader reader;
  private final AvroVectors objects;
  private final ColumnVector vector;
  private final int maxRows;
  private long first;
  private int count;
  private int ahead;

  /**
   * Creates a reader of a column.
   *
   * @param bytesOfRow approximate size of a value in bytes
   */
  public ReadAhead(ColumnReader reader, AvroVectors objects, long bytesOfRow) {
    this.reader = reader;
    this.objects = objects;
    vector = ColumnVector.create(reader.type());
    maxRows = (int) Math.max(1, Math.min(MAX_ROWS, MAX_BYTES / Math.max(1, bytesOfRow)));
  }

  /** Returns true if a row is decoded already. */
  boolean holds(long row) {
    return row >= first && row < first + count;
  }

  @Override
  public Object value(long row, long end) throws IOException {
    if (!holds(row)) {
      load(row, end);
    }
    return objects.of(vector, (int) (row - first));
  }

  private void load(long row, long end) throws IOException {
    ahead = row == first + count ? Math.min(maxRows, Math.max(1, 2 * ahead)) : 1;
    int rows = (int) Math.min(ahead, end - row);
    count = 0;
    vector.reset();
    reader.read(row, rows, vector);
    first = row;
    count = rows;
  }
}
