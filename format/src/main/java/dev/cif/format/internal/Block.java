package dev.cif.format.internal;

import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import java.util.Set;

/**
 * Block of a column file whose bytes are in memory and checked. Decodes on demand. Corrupt bytes
 * raise {@link dev.cif.format.internal.io.CorruptDataException}. Not thread-safe, but Values taken
 * from it stay valid.
 */
public interface Block {
  /** Returns the number of rows. */
  int rows();

  /** Returns the names of the encodings of its values; empty if the layout has no encodings. */
  default Set<String> encodings() {
    return Set.of();
  }

  /** Appends rows {@code row} to {@code row + count - 1} to the vector. */
  void read(int row, int count, ColumnVector out);

  /** Returns the value of a row, not decoded yet. */
  Value value(int row);

  /**
   * Appends the value under the key of each of the rows; only for a column of maps. {@code out} has
   * the map's value type. Appends NULL if the map is NULL or lacks the key. If a map has the key
   * twice, the last entry counts.
   */
  void readKey(int row, int count, MapKey key, ColumnVector out);
}
