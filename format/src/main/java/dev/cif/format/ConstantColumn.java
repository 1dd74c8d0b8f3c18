package dev.cif.format;

import dev.cif.format.internal.value.VectorValue;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;

/** A column that the split lacks: NULL in every row. */
final class NullColumn extends ColumnReader {
  NullColumn(CifType type, long rows) {
    super(type, rows);
  }

  @Override
  public ColumnStatistics statistics() {
    return new ColumnStatistics(rows(), rows(), null, null, false, false, false);
  }

  @Override
  void readChecked(long row, int count, ColumnVector out) {
    out.appendNulls(count);
  }

  @Override
  Value valueChecked(long row) {
    ColumnVector one = ColumnVector.create(type());
    one.appendNull();
    return new VectorValue(one, 0);
  }

  @Override
  void readKeyChecked(long row, int count, MapKey key, ColumnVector out) {
    out.appendNulls(count);
  }
}
