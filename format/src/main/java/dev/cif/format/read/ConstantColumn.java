package dev.cif.format.read;

import dev.cif.format.schema.CifType;
import dev.cif.format.schema.ColumnStatistics;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.value.VectorValue;
import dev.cif.format.vector.ColumnVector;

/** Column that the split lacks: one value in every row. */
final class ConstantColumn extends ColumnReader {
  private final ColumnVector one;

  /**
   * Creates a column.
   *
   * @param one vector with the value of every row
   */
  ConstantColumn(ColumnVector one, long rows) {
    super(one.type(), rows);
    this.one = one;
  }

  static ConstantColumn ofNull(CifType type, long rows) {
    ColumnVector one = ColumnVector.create(type);
    one.appendNull();
    return new ConstantColumn(one, rows);
  }

  @Override
  public ColumnStatistics statistics() {
    long nulls = one.isNull(0) ? rows() : 0;
    return new ColumnStatistics(rows(), nulls, null, null, false, false, false);
  }

  @Override
  void readChecked(long row, int count, ColumnVector out) {
    if (one.isNull(0)) {
      out.appendNulls(count);
    } else {
      for (int i = 0; i < count; i++) {
        out.append(one, 0);
      }
    }
  }

  @Override
  Value valueChecked(long row) {
    return new VectorValue(one, 0);
  }

  @Override
  void readKeyChecked(long row, int count, MapKey key, ColumnVector out) {
    // Complex types have no default, so the map is NULL.
    out.appendNulls(count);
  }
}
