package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.vector.BytesVector;
import java.util.Arrays;

/** Encoding 0 of strings: one value for all rows. */
final class ConstantStrings extends Strings {
  static final int ID = 0;

  private final byte[] array;
  private final int start;
  private final int length;

  private ConstantStrings(int size, byte[] array, int start, int length) {
    super(size);
    this.array = array;
    this.start = start;
    this.length = length;
  }

  static ConstantStrings open(Input in, int n) {
    Input value = in.sized("a constant");
    in.expectEnd("a constant");
    return new ConstantStrings(n, value.array(), value.position(), value.remaining());
  }

  static void write(byte[] data, int start, int length, Output out) {
    out.u8(ID);
    out.bytes(data, start, length);
  }

  @Override
  public void read(int from, int count, BytesVector out, int at) {
    int place = out.share(array) ? start : out.copy(array, start, length);
    Arrays.fill(out.starts, at, at + count, place);
    Arrays.fill(out.lengths, at, at + count, length);
  }

  @Override
  public byte[] get(int i) {
    return Arrays.copyOfRange(array, start, start + length);
  }

  @Override
  public boolean equals(int i, byte[] bytes) {
    return Arrays.equals(array, start, start + length, bytes, 0, bytes.length);
  }

  @Override
  public int encoding() {
    return ID;
  }
}
