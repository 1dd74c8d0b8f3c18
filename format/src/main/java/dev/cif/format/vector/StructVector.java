package dev.cif.format.vector;

import dev.cif.format.schema.CifType;

/** Vector of struct: field k of value i is value i of child k. A NULL struct has NULL fields. */
public final class StructVector extends ColumnVector {
  private final ColumnVector[] fields;
  private final boolean[] excluded;

  public StructVector(CifType type) {
    super(type);
    fields = new ColumnVector[type.children().size()];
    excluded = new boolean[fields.length];
    for (int k = 0; k < fields.length; k++) {
      fields[k] = ColumnVector.create(type.child(k));
    }
  }

  public int fieldCount() {
    return fields.length;
  }

  public ColumnVector field(int k) {
    return fields[k];
  }

  /** Excludes field {@code k}: readers do not decode it, and its values will be NULL. */
  public void exclude(int k) {
    excluded[k] = true;
  }

  /** Returns true if readers fill field {@code k}. */
  public boolean isWanted(int k) {
    return !excluded[k];
  }

  /** Returns the number of fields that readers fill. */
  public int wantedCount() {
    int wanted = 0;
    for (boolean out : excluded) {
      wanted += out ? 0 : 1;
    }
    return wanted;
  }

  /** Appends a struct; the caller then appends one value to each field. */
  public void append() {
    addSlot();
  }

  @Override
  public void reset() {
    super.reset();
    for (ColumnVector field : fields) {
      field.reset();
    }
  }

  @Override
  public void append(ColumnVector source, int i) {
    if (source.isNull(i)) {
      appendNull();
      return;
    }
    append();
    for (int k = 0; k < fields.length; k++) {
      fields[k].append(((StructVector) source).fields[k], i);
    }
  }

  @Override
  long rawBytesOfPresent(int i) {
    long bytes = 4;
    for (ColumnVector field : fields) {
      bytes += field.rawBytes(i);
    }
    return bytes;
  }

  @Override
  void growData(int capacity) {}

  @Override
  void moveData(int from, int to, int count) {
    for (ColumnVector field : fields) {
      field.move(from, to, count);
    }
  }

  @Override
  void cut(int count) {
    super.cut(count);
    for (ColumnVector field : fields) {
      field.cut(count);
    }
  }

  @Override
  void selectData(int from, int before, int[] source, int count) {
    for (ColumnVector field : fields) {
      field.select(from, source, count);
    }
  }

  @Override
  void clearSlot(int i) {
    for (ColumnVector field : fields) {
      field.appendNull();
    }
  }

  @Override
  long dataMemory() {
    long bytes = 0;
    for (ColumnVector field : fields) {
      bytes += field.memory();
    }
    return bytes;
  }

  @Override
  void releaseParts() {
    for (ColumnVector field : fields) {
      field.release();
    }
  }
}
