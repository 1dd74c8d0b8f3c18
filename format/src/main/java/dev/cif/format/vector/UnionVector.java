package dev.cif.format.vector;

import dev.cif.format.schema.CifType;
import java.util.Arrays;

/** Vector of uniontype: value i is value {@code indexes[i]} of branch {@code tags[i]}. */
public final class UnionVector extends ColumnVector {
  public int[] tags = new int[0];
  public int[] indexes = new int[0];
  private final ColumnVector[] branches;

  public UnionVector(CifType type) {
    super(type);
    branches = new ColumnVector[type.children().size()];
    for (int k = 0; k < branches.length; k++) {
      branches[k] = ColumnVector.create(type.child(k));
    }
  }

  public int branchCount() {
    return branches.length;
  }

  public ColumnVector branch(int tag) {
    return branches[tag];
  }

  /** Appends a slot for a value of the branch, which the caller then appends to the branch. */
  public void append(int tag) {
    int i = addSlot();
    tags[i] = tag;
    indexes[i] = branches[tag].size();
  }

  @Override
  public void reset() {
    super.reset();
    for (ColumnVector branch : branches) {
      branch.reset();
    }
  }

  @Override
  public void append(ColumnVector source, int i) {
    if (source.isNull(i)) {
      appendNull();
      return;
    }
    UnionVector s = (UnionVector) source;
    append(s.tags[i]);
    branches[s.tags[i]].append(s.branches[s.tags[i]], s.indexes[i]);
  }

  @Override
  long rawBytesOfPresent(int i) {
    return 4 + branches[tags[i]].rawBytes(indexes[i]);
  }

  @Override
  void growData(int capacity) {
    tags = Arrays.copyOf(tags, capacity);
    indexes = Arrays.copyOf(indexes, capacity);
  }

  @Override
  void moveData(int from, int to, int count) {
    System.arraycopy(tags, from, tags, to, count);
    System.arraycopy(indexes, from, indexes, to, count);
  }

  @Override
  void selectData(int from, int before, int[] source, int count) {
    selectInts(tags, from, before, source, count);
    selectInts(indexes, from, before, source, count);
  }

  @Override
  void clearSlot(int i) {
    tags[i] = 0;
    indexes[i] = 0;
  }

  @Override
  long dataMemory() {
    long bytes = 2L * Integer.BYTES * tags.length;
    for (ColumnVector branch : branches) {
      bytes += branch.memory();
    }
    return bytes;
  }

  @Override
  void releaseParts() {
    for (ColumnVector branch : branches) {
      branch.release();
    }
  }
}
