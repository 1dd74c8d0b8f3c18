package dev.cif.format.internal.row;

import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;

/** Decoder of tinyint, smallint, int, bigint and date: zigzag varints in the range of the type. */
final class LongDecoder extends IntegerDecoder {
  /** 64 minus the width of the type in bits. */
  private final int shift;

  LongDecoder(CifType type) {
    super(type);
    this.shift = 64 - ValueEncoder.bits(type.kind());
  }

  @Override
  long content(RowCursor c) {
    int at = c.position;
    long value = c.svarint();
    if ((value << shift) >> shift != value) {
      throw outOfRange(c, at, value);
    }
    return value;
  }

  private CorruptDataException outOfRange(RowCursor c, int at, long value) {
    return c.corrupt(at, "a " + type() + " of " + value);
  }

  @Override
  void readSlots(RowCursor c, ColumnVector out, int at, int count) {
    byte[] a = c.array;
    long[] values = ((LongVector) out).values;
    int end = c.end;
    int p = c.position;
    int decoded = 0;
    for (int i = at; i < at + count; i++) {
      int marker = a[p];
      if (p < end && marker == 2) {
        long b = a[p + 1];
        if (b >= 0 && p + 1 < end) {
          values[i] = (b >>> 1) ^ -(b & 1);
          p += 2;
        } else {
          c.position = p + 1;
          values[i] = content(c);
          p = c.position;
        }
        decoded++;
      } else if (p < end && marker == 0) {
        nullAt(out, i);
        p++;
      } else {
        throw c.badMarker(p);
      }
    }
    c.position = p;
    c.counter.decoded += decoded;
  }

  @Override
  void skipContent(RowCursor c) {
    c.uvarint();
  }
}
