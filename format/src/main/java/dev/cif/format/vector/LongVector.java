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
    int i = addSlots(1);
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
  long rawBytesOfPresent(int i) {
    return switch (type().kind()) {
      case BOOLEAN, TINYINT -> 1;
      case SMALLINT -> 2;
      case BIGINT -> 8;
      case INT, DATE -> 4;
      case FLOAT, DOUBLE, DECIMAL, STRING, VARCHAR, CHAR -> throw new AssertionError(type());
      case BINARY, TIMESTAMP, TIMESTAMP_LTZ, ARRAY, MAP, STRUCT -> throw new AssertionError(type());
      case UNION -> throw new AssertionError(type());
    };
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
