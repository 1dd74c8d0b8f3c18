package dev.cif.format.internal.row;

import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;

/** Decoder of class INT. */
abstract class IntegerDecoder extends ValueDecoder {
  IntegerDecoder(CifType type) {
    super(type);
  }

  /** Reads one value. */
  abstract long content(RowCursor c);

  @Override
  final void readContentAt(RowCursor c, ColumnVector out, int at) {
    ((LongVector) out).values[at] = content(c);
    c.counter.decoded++;
  }
}
