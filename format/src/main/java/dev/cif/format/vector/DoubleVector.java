package dev.cif.format.vector;

import dev.cif.format.schema.CifType;
import java.util.Arrays;

/** Vector of float (each value exactly a float) and double. */
public final class DoubleVector extends ColumnVector {
  public double[] values = new double[0];

  public DoubleVector(CifType type) {
    super(type);
  }

  public void append(double value) {
    int i = addSlot();
    values[i] = value;
  }

  @Override
  public void append(ColumnVector source, int i) {
    if (source.isNull(i)) {
      appendNull();
    } else {
      append(((DoubleVector) source).values[i]);
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
    double[] old = Arrays.copyOfRange(values, from, from + before);
    for (int k = 0; k < count; k++) {
      values[from + k] = old[source[k]];
    }
  }

  @Override
  void clearSlot(int i) {
    values[i] = 0;
  }

  @Override
  long dataMemory() {
    return (long) Double.BYTES * values.length;
  }
}
