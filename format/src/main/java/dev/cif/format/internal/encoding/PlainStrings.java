package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.vector.BytesVector;
import java.util.Arrays;

/** Encoding 1 of strings: lengths, then the bytes back to back. */
final class PlainStrings extends Strings {
  static final int ID = 1;

  private final Ints lengths;
  private final byte[] array;
  private final int start;
  private final int total;
  private final long offset;

  /** Offsets of the values, summed up at first use. */
  private Offsets offsets;

  private PlainStrings(Ints lengths, byte[] array, int start, int total, long offset) {
    super(lengths.size());
    this.lengths = lengths;
    this.array = array;
    this.start = start;
    this.total = total;
    this.offset = offset;
  }

  static PlainStrings open(Input in, int n, Nesting nesting) {
    long offset = nesting.offset(in);
    Ints lengths = IntsDecoder.decode(in, n, nesting.inner(in));
    return of(lengths, in.array(), in.position(), in.remaining(), offset);
  }

  /**
   * Returns strings of these lengths whose bytes fill {@code total} bytes of the array.
   *
   * @param offset offset that errors name
   */
  static PlainStrings of(Ints lengths, byte[] array, int start, int total, long offset) {
    return new PlainStrings(lengths, array, start, total, offset);
  }

  /** Writes everything before the bytes; {@code lengths} is a stream. */
  static void writeHead(Output lengths, Output out) {
    out.u8(ID);
    out.sized(lengths);
  }

  private Offsets offsets() {
    if (offsets == null) {
      Offsets sums = Offsets.of(lengths, total, offset);
      if (sums.total() != total) {
        throw new CorruptDataException(
            offset, "strings of " + sums.total() + " bytes in " + total + " bytes");
      }
      offsets = sums;
    }
    return offsets;
  }

  @Override
  public void read(int from, int count, BytesVector out, int at) {
    Offsets o = offsets();
    int shift = start;
    if (!out.share(array)) {
      int first = o.start(from);
      shift = out.copy(array, start + first, o.start(from + count) - first) - first;
    }
    o.starts(from, count, shift, out.starts, at);
    o.lengths(from, count, out.lengths, at);
  }

  @Override
  public byte[] get(int i) {
    int first = start + offsets().start(i);
    return Arrays.copyOfRange(array, first, first + offsets.length(i));
  }

  @Override
  public boolean equals(int i, byte[] bytes) {
    int first = start + offsets().start(i);
    return Arrays.equals(array, first, first + offsets.length(i), bytes, 0, bytes.length);
  }

  @Override
  public int encoding() {
    return ID;
  }
}
