package dev.cif.mapreduce;

import java.io.IOException;

/** Column as Avro's objects, row by row. */
@FunctionalInterface
interface RowValues {
  /**
   * Returns the Avro object of a row.
   *
   * @param end first row that is not to be decoded ahead
   */
  Object value(long row, long end) throws IOException;
}
