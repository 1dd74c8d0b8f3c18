package dev.cif.format.internal.row;

import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.TimestampVector;

/** Decoder of both timestamp types: seconds and nanoseconds, two zigzag varints. */
final class TimestampDecoder extends ValueDecoder {
  TimestampDecoder(CifType type) {
    super(type);
  }

  /** Reads the nanoseconds. */
  int nanos(RowCursor c) {
    int at = c.position;
    long nanos = c.svarint();
    if (nanos < 0 || nanos > 999_999_999) {
      throw c.corrupt(at, "a timestamp with " + nanos + " nanoseconds");
    }
    return (int) nanos;
  }

  @Override
  void readContentAt(RowCursor c, ColumnVector out, int at) {
    TimestampVector v = (TimestampVector) out;
    v.seconds[at] = c.svarint();
    v.nanos[at] = nanos(c);
    c.counter.decoded++;
  }

  @Override
  void readSlots(RowCursor c, ColumnVector out, int at, int count) {
    for (int i = at; i < at + count; i++) {
      if (c.present()) {
        readContentAt(c, out, i);
      } else {
        nullAt(out, i);
      }
    }
  }

  @Override
  void skipContent(RowCursor c) {
    c.uvarint();
    c.uvarint();
  }

  @Override
  int leastContent() {
    return 2;
  }
}
