package dev.cif.mapreduce;

import dev.cif.format.ColumnReader;
import java.io.IOException;
import org.apache.avro.Schema;

/**
 * A column of lists or maps whose rows are asked for one by one: lazy ones, until a program has
 * gone through all of some that follow each other; then those of the next rows are decoded ahead,
 * whole, as long as it goes on so. Not thread-safe.
 */
final class WholeValues {
  /** How many lists or maps in a row must have been gone through. */
  private static final int ENOUGH = 2;

  private final ColumnReader reader;
  private final Schema schema;
  private final AvroValues values;
  private final ReadAhead ahead;
  private Object last;
  private long lastRow = Long.MIN_VALUE;
  private int walked;

  private WholeValues(ColumnReader reader, Schema schema, AvroValues values, ReadAhead ahead) {
    this.reader = reader;
    this.schema = schema;
    this.values = values;
    this.ahead = ahead;
  }

  /** Null for types that are always read lazily. */
  static WholeValues of(ColumnReader reader, Schema schema, AvroValues values, long bytesOfRow) {
    AvroVectors objects = AvroVectors.of(reader.type(), schema, values);
    return objects == null
        ? null
        : new WholeValues(reader, schema, values, new ReadAhead(reader, objects, bytesOfRow));
  }

  /**
   * The Avro object of a row.
   *
   * @param end first row that is not to be decoded ahead
   */
  Object value(long row, long end) throws IOException {
    walked = row == lastRow + 1 && isWalked(last) ? walked + 1 : 0;
    lastRow = row;
    last =
        walked >= ENOUGH || ahead.holds(row)
            ? ahead.value(row, end)
            : values.of(reader.value(row), schema);
    return last;
  }

  private static boolean isWalked(Object value) {
    return value == null || (value instanceof Walked parts && parts.isWalked());
  }
}
