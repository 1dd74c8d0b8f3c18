package dev.cif.format.internal.summary;

import dev.cif.format.schema.CifType;
import dev.cif.format.schema.DistinctValues;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;

/** Collects the summary of a column of a primitive type, block by block. Not thread-safe. */
public final class SummaryCollector {
  private final DistinctSketch distinct = new DistinctSketch();
  private int longest;
  private long trues;

  /**
   * Adds the values of a block.
   *
   * @param rows rows that hold each distinct string; null if these are not known
   */
  public void add(ColumnVector block, int[] rows) {
    if (block instanceof BytesVector v) {
      int count = rows == null ? v.size() : rows.length;
      for (int k = 0; k < count; k++) {
        int i = rows == null ? k : rows[k];
        if (!v.isNull(i)) {
          distinct.add(ValueHash.of(v, i));
          longest = Math.max(longest, v.lengths[i]);
        }
      }
      return;
    }
    ValueHash.addAll(block, distinct);
    if (block.type().kind() == CifType.Kind.BOOLEAN) {
      LongVector v = (LongVector) block;
      for (int i = 0; i < v.size(); i++) {
        trues += v.isNull(i) ? 0 : v.values[i];
      }
    }
  }

  /** Returns the distinct values. */
  public DistinctValues distinct() {
    return distinct.values();
  }

  /** Returns the length in bytes of the longest value of a column of class BYTES. */
  public int longest() {
    return longest;
  }

  /** Returns the number of rows of a boolean column that are true. */
  public long trues() {
    return trues;
  }
}
