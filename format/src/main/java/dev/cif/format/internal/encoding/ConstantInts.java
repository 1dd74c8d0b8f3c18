package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import java.util.Arrays;

/** Encoding 0 of integers: one value for all rows. */
final class ConstantInts extends Ints {
  static final int ID = 0;

  private final long value;

  private ConstantInts(int size, long value) {
    super(size);
    this.value = value;
  }

  static ConstantInts open(Input in, int n) {
    long value = in.svarint();
    in.expectEnd("a constant");
    return new ConstantInts(n, value);
  }

  static void write(long value, Output out) {
    out.u8(ID);
    out.svarint(value);
  }

  @Override
  public long get(int i) {
    return value;
  }

  @Override
  public void read(int from, int count, long[] out, int at) {
    Arrays.fill(out, at, at + count, value);
  }

  @Override
  public int encoding() {
    return ID;
  }
}
