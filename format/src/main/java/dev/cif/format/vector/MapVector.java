package dev.cif.format.vector;

import dev.cif.format.schema.CifType;

/** Vector of map: value i is entries {@code starts[i]} to {@code starts[i] + lengths[i] - 1}. */
public final class MapVector extends RangeVector {
  private final ColumnVector keys;
  private final ColumnVector values;

  public MapVector(CifType type) {
    super(type);
    keys = ColumnVector.create(type.child(0));
    values = ColumnVector.create(type.child(1));
  }

  public ColumnVector keys() {
    return keys;
  }

  public ColumnVector values() {
    return values;
  }

  /** Appends a map of {@code length} entries, whose keys and values the caller then appends. */
  public void append(int length) {
    int i = addSlot();
    starts[i] = keys.size();
    lengths[i] = length;
  }

  @Override
  public void reset() {
    super.reset();
    keys.reset();
    values.reset();
  }

  @Override
  public void append(ColumnVector source, int i) {
    if (source.isNull(i)) {
      appendNull();
      return;
    }
    MapVector s = (MapVector) source;
    append(s.lengths[i]);
    for (int k = 0; k < s.lengths[i]; k++) {
      keys.append(s.keys, s.starts[i] + k);
      values.append(s.values, s.starts[i] + k);
    }
  }

  @Override
  long rawBytesOfPresent(int i) {
    long bytes = 4;
    for (int k = 0; k < lengths[i]; k++) {
      bytes += keys.rawBytes(starts[i] + k) + values.rawBytes(starts[i] + k);
    }
    return bytes;
  }

  @Override
  long dataMemory() {
    return 2L * Integer.BYTES * starts.length + keys.memory() + values.memory();
  }

  @Override
  void releaseParts() {
    keys.release();
    values.release();
  }
}
