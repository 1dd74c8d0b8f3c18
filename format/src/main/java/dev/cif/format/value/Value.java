package dev.cif.format.value;

import dev.cif.format.CifType;
import dev.cif.format.internal.value.VectorValue;
import dev.cif.format.vector.ColumnVector;

/**
 * One value, decoded only as far as it is asked for: a map, list or struct costs nothing until one
 * of its parts is wanted, and then only that part is decoded (paper section 5).
 *
 * <p>A Value stays valid after the reader has moved on. Methods that do not fit the type throw
 * {@link IllegalStateException}, and so does a NULL asked for anything but its type, {@link
 * #isNull()} and {@link #appendTo}. An index outside the value throws {@link
 * IndexOutOfBoundsException}, a key of another class than the map's keys {@link
 * IllegalArgumentException}. Damaged bytes surface as {@link java.io.UncheckedIOException} whose
 * cause is a {@link dev.cif.format.CifException} that names the place as far as the reader of the
 * block gave it (file, column, the block's offset) and the byte inside the block. Not thread-safe.
 */
public interface Value {
  /** Value {@code i} of a vector, which must not change while the Value is in use. */
  static Value of(ColumnVector vector, int i) {
    return new VectorValue(vector, i);
  }

  CifType type();

  boolean isNull();

  /** Value of class INT: boolean (0, 1), tinyint, smallint, int, bigint, date (days). */
  long asLong();

  /** float or double. */
  double asDouble();

  /** String, varchar, char, binary: a copy of the bytes. */
  byte[] asBytes();

  /** String, varchar, char as text. */
  String asString();

  /** decimal, at the type's scale. */
  java.math.BigDecimal asDecimal();

  /** Both timestamp types: whole seconds (floor). */
  long seconds();

  /** Both timestamp types: nanoseconds of the second, 0 to 999,999,999. */
  int nanos();

  /** Number of elements of a list or entries of a map. */
  int size();

  /** Element {@code i} of a list. */
  Value element(int i);

  /** Key of a map's entry {@code i}, in stored order. */
  Value key(int i);

  /** Value of a map's entry {@code i}. */
  Value value(int i);

  /** The map's value under a key, of its last entry with it; null (not a NULL Value) if none. */
  Value find(MapKey key);

  /** Field {@code i} of a struct. */
  Value field(int i);

  /** The branch of a union that is present. */
  int tag();

  /** The value of a union's present branch. */
  Value branch();

  /** Decodes the whole value onto the end of a vector of the same type. */
  void appendTo(ColumnVector vector);
}
