package dev.cif.format.read;

import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.ColumnStatistics;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.value.VectorValue;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.time.DateTimeException;
import org.apache.hadoop.fs.Path;

/** Column that is read as another type than it is stored as. */
final class ConvertedColumn extends ColumnReader {
  private static final int CHUNK = 1024;

  private final ColumnReader stored;
  private final Conversion conversion;
  private final ColumnVector buffer;
  private final Path file;
  private final String column;

  /** Creates a column; errors name {@code file} and {@code column}. */
  ConvertedColumn(
      ColumnReader stored, CifType wanted, Conversion conversion, Path file, String column) {
    super(wanted, stored.rows());
    this.file = file;
    this.column = column;
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
  void expectChecked(long from, long to) {
    stored.expect(from, to);
  }

  @Override
  void readChecked(long row, int count, ColumnVector out) throws IOException {
    for (int done = 0; done < count; done += CHUNK) {
      int k = Math.min(CHUNK, count - done);
      buffer.reset();
      stored.read(row + done, k, buffer);
      convert(conversion, row + done, k, buffer, out);
    }
  }

  private void convert(Conversion by, long row, int count, ColumnVector values, ColumnVector out)
      throws CifException {
    int i = 0;
    try {
      for (; i < count; i++) {
        by.append(values, i, out);
      }
    } catch (DateTimeException e) {
      throw CifException.at(
          file,
          column,
          -1,
          "row " + (row + i) + " cannot be read as " + type() + ": " + e.getMessage(),
          e);
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
    if (!conversion.child(0).keepsValues()) {
      findConverted(row, count, key, out);
      return;
    }
    ColumnVector values = ColumnVector.create(stored.type().child(1));
    stored.readKey(row, count, key, values);
    convert(conversion.child(1), row, count, values, out);
  }

  /** Looks a key up among keys as they are read: several stored ones may become one. */
  private void findConverted(long row, int count, MapKey key, ColumnVector out) throws IOException {
    ColumnVector maps = ColumnVector.create(type());
    for (int done = 0; done < count; done += CHUNK) {
      maps.reset();
      readChecked(row + done, Math.min(CHUNK, count - done), maps);
      for (int i = 0; i < maps.size(); i++) {
        Value value = maps.isNull(i) ? null : new VectorValue(maps, i).find(key);
        if (value == null || value.isNull()) {
          out.appendNull();
        } else {
          value.appendTo(out);
        }
      }
    }
  }
}
