package dev.cif.format.vector;

import dev.cif.format.schema.CifType;
import java.util.Arrays;

/** Base of lists and maps, whose values are ranges of child vectors. */
public abstract class RangeVector extends ColumnVector {
  /** Index of each value's first entry in the child vectors. */
  public int[] starts = new int[0];

  /** Number of each value's entries. */
  public int[] lengths = new int[0];

  RangeVector(CifType type) {
    super(type);
  }

  @Override
  void growData(int capacity) {
    starts = Arrays.copyOf(starts, capacity);
    lengths = Arrays.copyOf(lengths, capacity);
  }

  @Override
  void moveData(int from, int to, int count) {
    System.arraycopy(starts, from, starts, to, count);
    System.arraycopy(lengths, from, lengths, to, count);
  }

  @Override
  void selectData(int from, int before, int[] source, int count) {
    selectInts(starts, from, before, source, count);
    selectInts(lengths, from, before, source, count);
  }

  @Override
  void clearSlot(int i) {
    starts[i] = 0;
    lengths[i] = 0;
  }
}
