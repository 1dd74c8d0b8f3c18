package dev.cif.hive;

import dev.cif.format.ColumnReader;
import dev.cif.hive.serde.VectorCopier;
import java.io.IOException;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;

/** Fills one column of Hive's batches. */
interface ColumnFiller {
  /** Puts the values of {@code count} rows from {@code row} on into slots 0 to count - 1. */
  void fill(long row, int count, ColumnVector out) throws IOException;

  /** Fills with the whole values, or as much of them as the vector does not exclude. */
  static ColumnFiller of(ColumnReader column, dev.cif.format.vector.ColumnVector vector) {
    return (row, count, out) -> {
      vector.reset();
      column.read(row, count, vector);
      VectorCopier.copy(vector, out);
    };
  }
}
