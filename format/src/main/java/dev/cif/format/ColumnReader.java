package dev.cif.format;

import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.util.Objects;

/**
 * Reads one column of a split, in bulk or value by value, at any row.
 *
 * <p>The column's file is opened with the first call that needs it. At most one block is held in
 * memory; moving forward is cheapest. Damaged data raises {@link CifException}. Not thread-safe.
 */
public abstract class ColumnReader {
  private final CifType type;
  private final long rows;

  ColumnReader(CifType type, long rows) {
    this.type = type;
    this.rows = rows;
  }

  /**
   * A reader of one value for all rows, which stands in no file.
   *
   * @param value a vector of that value alone, of a primitive type
   */
  public static ColumnReader constant(ColumnVector value, long rows) {
    return new ConstantColumn(value, rows);
  }

  /** The type of the values that this reader gives. */
  public final CifType type() {
    return type;
  }

  /** Rows of the split. */
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
   * Appends the values of chosen rows: late materialisation.
   *
   * @param row the row that the offsets count from
   * @param selected ascending offsets
   * @param count how many of them
   */
  public final void read(long row, int[] selected, int count, ColumnVector out) throws IOException {
    for (int i = 0; i < count; ) {
      int end = i + 1;
      while (end < count && selected[end] == selected[end - 1] + 1) {
        end++;
      }
      read(row + selected[i], end - i, out);
      i = end;
    }
  }

  /**
   * Says that all rows from {@code from} to {@code to - 1} will be read, if any: a {@link
   * ColumnCache} then gets their blocks at once. Reads nothing, and is of no use without one.
   */
  public final void expect(long from, long to) {
    Objects.checkFromToIndex(from, to, rows);
    if (from < to) {
      expectChecked(from, to);
    }
  }

  /**
   * The first row behind the block that holds a row; {@link #rows} if values stand in no blocks.
   * Texts of one block are read without a copy.
   */
  public final long endOfBlock(long row) throws IOException {
    Objects.checkIndex(row, rows);
    return endOfBlockChecked(row);
  }

  /** The value of a row, decoded when and as far as it is asked for. */
  public final Value value(long row) throws IOException {
    Objects.checkIndex(row, rows);
    return valueChecked(row);
  }

  /**
   * For a column of maps: appends the value under a key in each of the rows to a vector of the
   * map's value type; NULL where the map is NULL or lacks the key. Other values are not decoded.
   *
   * @throws IllegalArgumentException if the column's maps have no such keys
   */
  public final void readKey(long row, int count, MapKey key, ColumnVector out) throws IOException {
    Objects.checkFromIndexSize(row, count, rows);
    if (type.kind() != CifType.Kind.MAP) {
      throw new IllegalArgumentException("a key is wanted of a column of type " + type);
    }
    dev.cif.format.internal.value.AbstractValue.requireKey(type, key);
    if (count > 0) {
      readKeyChecked(row, count, key, out);
    }
  }

  /** Statistics of the whole column, from its footer. */
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
