package dev.cif.format.internal.row;

import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DecimalVector;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Decoder of decimal: a length and the unscaled value, big-endian two's complement in its shortest
 * form.
 */
final class DecimalDecoder extends ValueDecoder {
  private final int maxBytes;

  DecimalDecoder(CifType type) {
    super(type);
    maxBytes = type.isDecimal64() ? 8 : 16;
  }

  /** Reads the length, checks the form, and leaves the position at the first byte. */
  private int open(RowCursor c) {
    int at = c.position;
    int length = c.length();
    int p = c.position;
    if (length < 1 || length > maxBytes || (length > 1 && c.array[p] == c.array[p + 1] >> 7)) {
      throw c.corrupt(at, "the " + length + " bytes are no " + type() + " in its shortest form");
    }
    return length;
  }

  BigDecimal content(RowCursor c) {
    int length = open(c);
    return new BigDecimal(new BigInteger(c.array, c.skip(length), length), type().scale());
  }

  @Override
  void readContentAt(RowCursor c, ColumnVector out, int at) {
    DecimalVector v = (DecimalVector) out;
    int length = open(c);
    int p = c.skip(length);
    long low = c.array[p];
    long high = low >> 63;
    for (int k = 1; k < length; k++) {
      high = (high << 8) | (low >>> 56);
      low = (low << 8) | (c.array[p + k] & 0xFF);
    }
    v.high[at] = high;
    v.low[at] = low;
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
    c.skip(c.length());
  }

  @Override
  int leastContent() {
    return 2;
  }
}
