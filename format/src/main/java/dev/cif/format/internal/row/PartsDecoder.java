package dev.cif.format.internal.row;

import dev.cif.format.schema.CifType;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;

/** Decoder of a type whose values have parts that are decoded one by one. */
abstract class PartsDecoder extends ValueDecoder {
  PartsDecoder(CifType type) {
    super(type);
  }

  @Override
  final void readSlots(RowCursor c, ColumnVector out, int at, int count) {
    for (int i = at; i < at + count; i++) {
      if (c.present()) {
        readContentAt(c, out, i);
      } else {
        nullAt(out, i);
      }
    }
  }

  @Override
  Value value(RowSource source, int position) {
    return new RowParts(source, this, position);
  }
}
