package dev.cif.cli.source;

import dev.cif.format.schema.CifSchema;
import dev.cif.format.vector.ColumnVector;
import java.io.Closeable;
import java.io.IOException;
import java.util.Map;

/** Rows of one file, in order. Not thread-safe. */
interface RecordSource extends Closeable {
  /** Returns the columns of the rows; the same for all of them. */
  CifSchema schema();

  /**
   * Appends the values of the next row, one to each vector.
   *
   * @param row one vector a column, of the column's type, in schema order
   * @return false if there was no row left, and nothing was appended
   * @throws SourceException if the file holds something that the schema cannot; values may then
   *     have been appended to some of the vectors
   */
  boolean next(ColumnVector[] row) throws IOException;

  /** Columns of the file that are not among those of the rows, and why each is not. */
  default Map<String, String> passedOver() {
    return Map.of();
  }

  /** Bytes of the file that have been read, about; for progress. */
  long bytesRead();
}
