package dev.cif.format.vector;

import dev.cif.format.schema.CifType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Vector of decimal: the unscaled value at the type's scale as a 128-bit two's complement number.
 */
public final class DecimalVector extends ColumnVector {
  /** High 64 bits; the sign extension of {@link #low} if the type is a decimal64. */
  public long[] high = new long[0];

  /** Low 64 bits. */
  public long[] low = new long[0];

  public DecimalVector(CifType type) {
    super(type);
  }

  public void append(long highBits, long lowBits) {
    int i = addSlot();
    high[i] = highBits;
    low[i] = lowBits;
  }

  /** Appends an unscaled value, which must fit 128 bits. */
  public void append(BigInteger unscaled) {
    append(unscaled.shiftRight(64).longValue(), unscaled.longValue());
  }

  /** Returns the unscaled value. */
  public BigInteger unscaled(int i) {
    BigInteger l = BigInteger.valueOf(low[i]);
    if (high[i] == (low[i] >> 63)) {
      return l;
    }
    BigInteger unsignedLow = low[i] < 0 ? l.add(BigInteger.ONE.shiftLeft(64)) : l;
    return BigInteger.valueOf(high[i]).shiftLeft(64).add(unsignedLow);
  }

  /** Returns the value at the type's scale. */
  public BigDecimal decimal(int i) {
    return new BigDecimal(unscaled(i), type().scale());
  }

  @Override
  public void append(ColumnVector source, int i) {
    if (source.isNull(i)) {
      appendNull();
    } else {
      DecimalVector s = (DecimalVector) source;
      append(s.high[i], s.low[i]);
    }
  }

  @Override
  void growData(int capacity) {
    high = Arrays.copyOf(high, capacity);
    low = Arrays.copyOf(low, capacity);
  }

  @Override
  void moveData(int from, int to, int count) {
    System.arraycopy(high, from, high, to, count);
    System.arraycopy(low, from, low, to, count);
  }

  @Override
  void selectData(int from, int before, int[] source, int count) {
    selectLongs(high, from, before, source, count);
    selectLongs(low, from, before, source, count);
  }

  @Override
  void clearSlot(int i) {
    high[i] = 0;
    low[i] = 0;
  }

  @Override
  long dataMemory() {
    return 2L * Long.BYTES * low.length;
  }
}
