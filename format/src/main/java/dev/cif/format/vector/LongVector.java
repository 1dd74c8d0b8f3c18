package dev.cif.format.vector;

import dev.cif.format.schema.CifType;
import java.util.Arrays;

/** Vector of boolean (0 or 1), tinyint, smallint, int, bigint, date (days since 1970-01-01). */
public final class LongVector extends ColumnVector {
  public long[] values = new long[0];

  public LongVector(CifType type) {
    super(type);
  }

  public void append(long value) {
    int i = addSlot();
    values[i] = value;
  }

  @Override
  public void append(ColumnVector source, int i) {
    if (source.isNull(i)) {
      appendNull();
    } else {
      append(((LongVector) source).values[i]);
    }
  }

  @Override
  void growData(int capacity) {
    values = Arrays.copyOf(values, capacity);
  }

  @Override
  void moveData(int from, int to, int count) {
    System.arraycopy(values, from, values, to, count);
  }

  @Override
  void selectData(int from, int before, int[] source, int count) {
    selectLongs(values, from, before, source, count);
  }

  @Override
  void clearSlot(int i) {
    values[i] = 0;
  }

  @Override
  long dataMemory() {
    return (long) Long.BYTES * values.length;
  }
}
