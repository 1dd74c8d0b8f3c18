package dev.cif.format.internal;

import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import java.util.Set;

/**
 * A block of a column file whose bytes are in memory and checked; decodes on demand. Corrupt bytes
 * raise {@link dev.cif.format.internal.io.CorruptDataException}. Not thread-safe, but Values taken
 * from it stay valid.
 */
public interface Block {
  /** Number of rows. */
  int rows();

  /** The names of the encodings of its values; none where the layout has none. */
  default Set<String> encodings() {
    return Set.of();
  }

  /** Decodes rows {@code row} to {@code row + count - 1} onto the end of the vector. */
  void read(int row, int count, ColumnVector out);

  /** The value of a row, not decoded yet. */
  Value value(int row);

  /**
   * For a column of maps: appends to {@code out} (of the map's value type) the value under the key
   * of each of the rows, NULL where the map is NULL or has no such key; the last entry wins.
   */
  void readKey(int row, int count, MapKey key, ColumnVector out);
}
