package dev.cif.format.vector;

import dev.cif.format.schema.CifType;

/** Vector of array: value i is elements {@code starts[i]} to {@code starts[i] + lengths[i] - 1}. */
public final class ListVector extends RangeVector {
  private final ColumnVector elements;

  public ListVector(CifType type) {
    super(type);
    elements = ColumnVector.create(type.child(0));
  }

  public ColumnVector elements() {
    return elements;
  }

  /** Appends a list of {@code length} elements, which the caller then appends to the child. */
  public void append(int length) {
    int i = addSlot();
    starts[i] = elements.size();
    lengths[i] = length;
  }

  @Override
  public void reset() {
    super.reset();
    elements.reset();
  }

  @Override
  public void append(ColumnVector source, int i) {
    if (source.isNull(i)) {
      appendNull();
      return;
    }
    ListVector s = (ListVector) source;
    append(s.lengths[i]);
    for (int k = 0; k < s.lengths[i]; k++) {
      elements.append(s.elements, s.starts[i] + k);
    }
  }

  @Override
  long rawBytesOfPresent(int i) {
    long bytes = 4;
    for (int k = 0; k < lengths[i]; k++) {
      bytes += elements.rawBytes(starts[i] + k);
    }
    return bytes;
  }

  @Override
  long dataMemory() {
    return 2L * Integer.BYTES * starts.length + elements.memory();
  }

  @Override
  void releaseParts() {
    elements.release();
  }
}
