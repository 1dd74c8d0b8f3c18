package dev.cif.format.value;

import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;

/**
 * Single value, decoded only as far as it is asked for. A map, list or struct costs nothing until
 * one of its parts is wanted, and then only that part is decoded (the paper's section 5).
 *
 * <p>A Value stays valid after the reader has moved on. Not thread-safe.
 *
 * <p>Methods that do not fit the type throw {@link IllegalStateException}. So does a NULL asked for
 * anything but its type, {@link #isNull()} and {@link #appendTo}. An index outside the value throws
 * {@link IndexOutOfBoundsException}, a key of another class than the map's keys {@link
 * IllegalArgumentException}.
 *
 * <p>Damaged bytes raise {@link java.io.UncheckedIOException}, whose cause is a {@link
 * dev.cif.format.schema.CifException}. That names the place as far as the reader gave it (file,
 * column, the block's offset), and the byte in the block.
 */
public interface Value {
  /** Returns value {@code i} of a vector, which must not change while the Value is in use. */
  static Value of(ColumnVector vector, int i) {
    return new VectorValue(vector, i);
  }

  CifType type();

  boolean isNull();

  /** Returns a value of class INT: boolean (0, 1), tinyint, smallint, int, bigint, date (days). */
  long asLong();

  /** Returns a float or double. */
  double asDouble();

  /** Returns a copy of the bytes of a string, varchar, char or binary. */
  byte[] asBytes();

  /** Returns a string, varchar or char as text. */
  String asString();

  /** Returns a decimal, at the type's scale. */
  java.math.BigDecimal asDecimal();

  /** Returns the whole seconds (floor) of both timestamp types. */
  long seconds();

  /** Returns the nanoseconds of the second of both timestamp types, 0 to 999,999,999. */
  int nanos();

  /** Returns the number of elements of a list or entries of a map. */
  int size();

  /** Returns element {@code i} of a list. */
  Value element(int i);

  /** Returns the key of a map's entry {@code i}, in stored order. */
  Value key(int i);

  /** Returns the value of a map's entry {@code i}. */
  Value value(int i);

  /** Returns the value of the map's last entry with the key, or null (not a NULL Value). */
  Value find(MapKey key);

  /** Returns field {@code i} of a struct. */
  Value field(int i);

  /** Returns the branch that a union has. */
  int tag();

  /** Returns the value of a union's branch. */
  Value branch();

  /** Decodes the whole value and appends it to a vector of the same type. */
  void appendTo(ColumnVector vector);
}
