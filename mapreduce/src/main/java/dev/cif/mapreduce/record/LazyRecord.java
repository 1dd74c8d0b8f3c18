package dev.cif.mapreduce.record;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.apache.avro.Schema;

/**
 * Row whose columns are read on demand (paper, section 5.1). {@code curPos} is the row of the
 * split-directory that the map function is at; {@code lastPos} of a column is the row whose value
 * was read last. A column that falls behind skips ahead when it is asked for again. A column that
 * is never asked for is never opened.
 *
 * <p>Complex values are lazy as well: a map decodes the value of a key, a list an element, a nested
 * record a field, each on demand.
 */
public final class LazyRecord extends AbstractRecord {
  /** Columns of a split-directory, which a record reads from. */
  public interface Columns {
    /**
     * Returns the value of a field.
     *
     * @param field position of the field in the schema of the records
     * @param row row of the split-directory; rows ascend
     */
    Object read(int field, long row) throws IOException;
  }

  private static final long NOTHING_READ = -1;

  private final Object[] values;
  private final long[] lastPos;
  private Columns columns;
  private long curPos = NOTHING_READ;

  public LazyRecord(Schema schema) {
    super(schema);
    values = new Object[schema.getFields().size()];
    lastPos = new long[values.length];
  }

  /** Moves to a row of a split-directory; reads nothing. */
  public void moveTo(Columns split, long row) {
    if (split != columns || row <= curPos) {
      Arrays.fill(lastPos, NOTHING_READ);
      columns = split;
    }
    curPos = row;
  }

  @Override
  public Object get(int i) {
    if (lastPos[i] != curPos) {
      if (columns == null) {
        throw new IllegalStateException("the reader has not moved to a row yet");
      }
      try {
        values[i] = columns.read(i, curPos);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      lastPos[i] = curPos;
    }
    return values[i];
  }

  @Override
  public void put(int i, Object value) {
    values[i] = value;
    lastPos[i] = curPos;
  }
}
