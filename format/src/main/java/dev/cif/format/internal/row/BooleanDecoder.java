package dev.cif.format.internal.row;

import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;

/** Decoder of boolean: one byte, 0 or 1. */
final class BooleanDecoder extends IntegerDecoder {
  BooleanDecoder(CifType type) {
    super(type);
  }

  @Override
  long content(RowCursor c) {
    int b = c.u8();
    if (b > 1) {
      throw c.corrupt(c.position - 1, "a boolean of " + b);
    }
    return b;
  }

  @Override
  void readSlots(RowCursor c, ColumnVector out, int at, int count) {
    long[] values = ((LongVector) out).values;
    int decoded = 0;
    for (int i = at; i < at + count; i++) {
      if (c.present()) {
        values[i] = content(c);
        decoded++;
      } else {
        nullAt(out, i);
      }
    }
    c.counter.decoded += decoded;
  }

  @Override
  void skipContent(RowCursor c) {
    c.skip(1);
  }
}
