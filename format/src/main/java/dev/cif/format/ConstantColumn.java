package dev.cif.format;

import dev.cif.format.internal.value.VectorValue;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;

/** A column of one value in all rows, such as that of the folder that holds the split. */
final class ConstantColumn extends ColumnReader {
  private final ColumnVector value;

  ConstantColumn(ColumnVector value, long rows) {
    super(value.type(), rows);
    this.value = value;
  }

  @Override
  public ColumnStatistics statistics() {
    // Nobody prunes by them: conditions on such a column are decided before.
    long nulls = value.isNull(0) ? rows() : 0;
    return new ColumnStatistics(rows(), nulls, null, null, false, false, false);
  }

  @Override
  void readChecked(long row, int count, ColumnVector out) {
    for (int i = 0; i < count; i++) {
      out.append(value, 0);
    }
  }

  @Override
  Value valueChecked(long row) {
    return new VectorValue(value, 0);
  }

  @Override
  void readKeyChecked(long row, int count, MapKey key, ColumnVector out) {
    throw new IllegalArgumentException("a column of type " + type() + " has no keys");
  }
}
