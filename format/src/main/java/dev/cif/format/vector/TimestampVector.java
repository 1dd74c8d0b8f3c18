package dev.cif.format.vector;

import dev.cif.format.schema.CifType;
import java.util.Arrays;

/**
 * Vector of both timestamp types: seconds since 1970-01-01 00:00:00 (floor) and nanoseconds from 0
 * to 999,999,999.
 */
public final class TimestampVector extends ColumnVector {
  public long[] seconds = new long[0];
  public int[] nanos = new int[0];

  public TimestampVector(CifType type) {
    super(type);
  }

  public void append(long second, int nano) {
    int i = addSlot();
    seconds[i] = second;
    nanos[i] = nano;
  }

  @Override
  public void append(ColumnVector source, int i) {
    if (source.isNull(i)) {
      appendNull();
    } else {
      TimestampVector s = (TimestampVector) source;
      append(s.seconds[i], s.nanos[i]);
    }
  }

  @Override
  void growData(int capacity) {
    seconds = Arrays.copyOf(seconds, capacity);
    nanos = Arrays.copyOf(nanos, capacity);
  }

  @Override
  void moveData(int from, int to, int count) {
    System.arraycopy(seconds, from, seconds, to, count);
    System.arraycopy(nanos, from, nanos, to, count);
  }

  @Override
  void selectData(int from, int before, int[] source, int count) {
    selectLongs(seconds, from, before, source, count);
    selectInts(nanos, from, before, source, count);
  }

  @Override
  void clearSlot(int i) {
    seconds[i] = 0;
    nanos[i] = 0;
  }

  @Override
  long dataMemory() {
    return (long) (Long.BYTES + Integer.BYTES) * nanos.length;
  }
}
