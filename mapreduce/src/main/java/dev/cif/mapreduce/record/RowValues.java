package dev.cif.mapreduce.record;

import java.io.IOException;

/** Column as Avro's objects, row by row. */
@FunctionalInterface
public interface RowValues {
  /**
   * Returns the Avro object of a row.
   *
   * @param end first row that is not to be decoded ahead
   */
  Object value(long row, long end) throws IOException;
}
