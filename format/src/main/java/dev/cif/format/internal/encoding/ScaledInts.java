package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;

/** Encoding 6 of integers: multiples of a common factor. */
final class ScaledInts extends Ints {
  static final int ID = 6;

  private final long factor;
  private final Ints quotients;

  private ScaledInts(long factor, Ints quotients) {
    super(quotients.size());
    this.factor = factor;
    this.quotients = quotients;
  }

  static ScaledInts open(Input in, int n, Nesting nesting) {
    long factor = in.uvarint();
    if (factor == 0 || factor == 1) {
      throw in.corrupt("numbers are scaled by " + factor);
    }
    Ints quotients = IntsDecoder.decode(in, n, nesting.inner(in));
    in.expectEnd("scaled numbers");
    return new ScaledInts(factor, quotients);
  }

  /** Writes encoding and payload; {@code quotients} is a stream. */
  static void write(long factor, Output quotients, Output out) {
    out.u8(ID);
    out.uvarint(factor);
    out.sized(quotients);
  }

  @Override
  public long get(int i) {
    return quotients.get(i) * factor;
  }

  @Override
  public void read(int from, int count, long[] out, int at) {
    for (int done = 0; done < count; done += Bits.VECTOR) {
      int step = Math.min(Bits.VECTOR, count - done);
      quotients.read(from + done, step, out, at + done);
      scale(out, at + done, at + done + step, factor);
    }
  }

  private static void scale(long[] out, int at, int end, long factor) {
    for (int i = at; i < end; i++) {
      out[i] *= factor;
    }
  }

  @Override
  public int encoding() {
    return ID;
  }
}
