package dev.cif.hive.scan;

import dev.cif.format.read.ColumnReader;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.Scan;
import dev.cif.hive.serde.VectorCopier;
import java.io.IOException;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;

/** Fills one column of Hive's batches. */
interface ColumnFiller {
  /** Puts the values of the surviving rows into slots 0 to {@code rows.count() - 1}. */
  void fill(Scan rows, ColumnVector out) throws IOException;

  /**
   * Returns a filler of whole values; values that the scan's filter has decoded are not decoded
   * again.
   */
  static ColumnFiller of(String column) {
    ColumnPath path = ColumnPath.of(column);
    return (rows, out) -> VectorCopier.copy(rows.column(path).values(), out);
  }

  /** Returns a filler of the parts of values that the vector does not exclude. */
  static ColumnFiller of(ColumnReader column, dev.cif.format.vector.ColumnVector vector) {
    return (rows, out) -> {
      vector.reset();
      for (int i = 0; i < rows.count(); i += rows.run(i)) {
        column.read(rows.row(i), rows.run(i), vector);
      }
      VectorCopier.copy(vector, out);
    };
  }
}
