package dev.cif.format;

import dev.cif.format.internal.value.VectorValue;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;

/** A column read as another type than it is stored as. */
final class ConvertedColumn extends ColumnReader {
  private static final int CHUNK = 1024;

  private final ColumnReader stored;
  private final Conversion conversion;
  private final ColumnVector buffer;

  ConvertedColumn(ColumnReader stored, CifType wanted, Conversion conversion) {
    super(wanted, stored.rows());
    this.stored = stored;
    this.conversion = conversion;
    this.buffer = ColumnVector.create(stored.type());
    conversion.exclude(buffer);
  }

  @Override
  public ColumnStatistics statistics() throws IOException {
    ColumnStatistics s = stored.statistics();
    return new ColumnStatistics(s.rows(), s.nulls(), null, null, false, false, s.hasNan());
  }

  @Override
  void readChecked(long row, int count, ColumnVector out) throws IOException {
    for (int done = 0; done < count; done += CHUNK) {
      int k = Math.min(CHUNK, count - done);
      buffer.reset();
      stored.read(row + done, k, buffer);
      for (int i = 0; i < k; i++) {
        conversion.append(buffer, i, out);
      }
    }
  }

  @Override
  Value valueChecked(long row) throws IOException {
    ColumnVector one = ColumnVector.create(type());
    readChecked(row, 1, one);
    return new VectorValue(one, 0);
  }

  @Override
  void readKeyChecked(long row, int count, MapKey key, ColumnVector out) throws IOException {
    Conversion ofValue = conversion.child(1);
    ColumnVector values = ColumnVector.create(stored.type().child(1));
    stored.readKey(row, count, key, values);
    for (int i = 0; i < count; i++) {
      ofValue.append(values, i, out);
    }
  }
}
