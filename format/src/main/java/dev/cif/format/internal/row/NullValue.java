package dev.cif.format.internal.row;

import dev.cif.format.schema.CifType;
import dev.cif.format.value.AbstractValue;
import dev.cif.format.vector.ColumnVector;

/** Value that is NULL. */
final class NullValue extends AbstractValue {
  NullValue(CifType type) {
    super(type, true);
  }

  @Override
  protected void decodeInto(ColumnVector vector) {
    throw new AssertionError("a NULL is appended by the base class");
  }
}
