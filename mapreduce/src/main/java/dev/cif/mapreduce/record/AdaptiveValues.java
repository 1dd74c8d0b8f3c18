package dev.cif.mapreduce.record;

import dev.cif.format.read.ColumnReader;
import java.io.IOException;
import org.apache.avro.Schema;

/**
 * Column of lists or maps whose rows are asked for one by one. They are lazy at first. When a
 * program has read all elements of several in succession, those of the next rows are decoded ahead,
 * whole. This lasts while it goes on so. Not thread-safe.
 */
public final class AdaptiveValues implements RowValues {
  /** Number of lists or maps in succession that must have been read in full. */
  private static final int ENOUGH = 2;

  private final RowValues lazy;
  private final ReadAhead ahead;
  private Object last;
  private long lastRow = Long.MIN_VALUE;
  private int walked;

  private AdaptiveValues(RowValues lazy, ReadAhead ahead) {
    this.lazy = lazy;
    this.ahead = ahead;
  }

  /**
   * Returns the values of a column of any type but primitive ones.
   *
   * @param objects converter to decoded lists or maps; null to keep them lazy always
   */
  public static RowValues of(
      ColumnReader reader, Schema schema, AvroValues values, AvroVectors objects, long bytesOfRow) {
    RowValues lazy = (row, end) -> values.of(reader.value(row), schema);
    return objects == null
        ? lazy
        : new AdaptiveValues(lazy, new ReadAhead(reader, objects, bytesOfRow));
  }

  @Override
  public Object value(long row, long end) throws IOException {
    walked = row == lastRow + 1 && isWalked(last) ? walked + 1 : 0;
    lastRow = row;
    boolean whole = walked >= ENOUGH || ahead.holds(row);
    last = whole ? ahead.value(row, end) : lazy.value(row, end);
    return last;
  }

  private static boolean isWalked(Object value) {
    return value == null || (value instanceof FullyRead parts && parts.isWalked());
  }
}
