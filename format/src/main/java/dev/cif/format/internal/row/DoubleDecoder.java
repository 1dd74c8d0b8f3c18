package dev.cif.format.internal.row;

import dev.cif.format.internal.io.Input;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DoubleVector;

/** Decoder of float and double: 4 or 8 bytes, little-endian. */
final class DoubleDecoder extends ValueDecoder {
  private final boolean isFloat;
  private final int width;

  DoubleDecoder(CifType type) {
    super(type);
    isFloat = type.kind() == CifType.Kind.FLOAT;
    width = isFloat ? 4 : 8;
  }

  double content(RowCursor c) {
    int p = c.skip(width);
    return isFloat
        ? Float.intBitsToFloat((int) Input.INT.get(c.array, p))
        : Double.longBitsToDouble((long) Input.LONG.get(c.array, p));
  }

  @Override
  void readSlots(RowCursor c, ColumnVector out, int at, int count) {
    double[] values = ((DoubleVector) out).values;
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
  void readContentAt(RowCursor c, ColumnVector out, int at) {
    ((DoubleVector) out).values[at] = content(c);
    c.counter.decoded++;
  }

  @Override
  void skipContent(RowCursor c) {
    c.skip(width);
  }

  @Override
  int leastContent() {
    return width;
  }
}
