package dev.cif.format.read;

import dev.cif.format.options.ColumnCache;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.ColumnStatistics;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.Runs;
import java.io.IOException;
import java.util.Objects;

/**
 * Reads one column of a split, in bulk or value by value, at any row.
 *
 * <p>The column's file is opened with the first call that needs it. At most one block is in memory;
 * moving forward is cheapest. Damaged data raises {@link CifException}. Not thread-safe.
 */
public abstract class ColumnReader {
  private final CifType type;
  private final long rows;

  ColumnReader(CifType type, long rows) {
    this.type = type;
    this.rows = rows;
  }

  /**
   * Returns a reader of one value for all rows, which is in no file.
   *
   * @param value vector of this single value, of a primitive type
   */
  public static ColumnReader constant(ColumnVector value, long rows) {
    return new ConstantColumn(value, rows);
  }

  /** Returns the type of the values that this reader returns. */
  public final CifType type() {
    return type;
  }

  /** Returns the number of rows of the split. */
  public final long rows() {
    return rows;
  }

  /**
   * Appends the values of rows {@code row} to {@code row + count - 1} to a vector of {@link #type}.
   */
  public final void read(long row, int count, ColumnVector out) throws IOException {
    Objects.checkFromIndexSize(row, count, rows);
    if (count > 0) {
      readChecked(row, count, out);
    }
  }

  /**
   * Appends the values of selected rows, for late materialisation.
   *
   * @param row row that the offsets are relative to
   * @param selected ascending offsets
   * @param count number of offsets
   */
  public final void read(long row, int[] selected, int count, ColumnVector out) throws IOException {
    for (int i = 0; i < count; ) {
      int end = Runs.end(selected, i, count);
      read(row + selected[i], end - i, out);
      i = end;
    }
  }

  /**
   * Announces that all rows from {@code from} to {@code to - 1} will be read, if any. A {@link
   * ColumnCache} then fetches their blocks at once. Reads nothing, and has no effect without a
   * cache.
   */
  public final void expect(long from, long to) {
    Objects.checkFromToIndex(from, to, rows);
    if (from < to) {
      expectChecked(from, to);
    }
  }

  /**
   * Returns the first row behind the block that holds a row, or {@link #rows} if there are no
   * blocks. Texts of one block are read without a copy.
   */
  public final long endOfBlock(long row) throws IOException {
    Objects.checkIndex(row, rows);
    return endOfBlockChecked(row);
  }

  /**
   * Returns the value of a row. It decodes only the parts that are asked for, and when they are.
   */
  public final Value value(long row) throws IOException {
    Objects.checkIndex(row, rows);
    return valueChecked(row);
  }

  /**
   * Appends the value under a key in each of the rows; only for a column of maps. The vector has
   * the map's value type. Appends NULL if the map is NULL or lacks the key. Other values are not
   * decoded.
   *
   * @throws IllegalArgumentException if the column's maps have no such keys
   */
  public final void readKey(long row, int count, MapKey key, ColumnVector out) throws IOException {
    Objects.checkFromIndexSize(row, count, rows);
    if (type.kind() != CifType.Kind.MAP) {
      throw new IllegalArgumentException("a key is wanted of a column of type " + type);
    }
    dev.cif.format.value.AbstractValue.requireKey(type, key);
    if (count > 0) {
      readKeyChecked(row, count, key, out);
    }
  }

  /** Returns statistics of the whole column, from its footer. */
  public abstract ColumnStatistics statistics() throws IOException;

  void expectChecked(long from, long to) {}

  long endOfBlockChecked(long row) throws IOException {
    return rows;
  }

  abstract void readChecked(long row, int count, ColumnVector out) throws IOException;

  abstract Value valueChecked(long row) throws IOException;

  abstract void readKeyChecked(long row, int count, MapKey key, ColumnVector out)
      throws IOException;
}
