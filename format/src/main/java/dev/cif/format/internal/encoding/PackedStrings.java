package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.vector.BytesVector;

/** Encoding 2 of strings: letters packed into 1 to 7 bits each. */
final class PackedStrings extends Strings {
  static final int ID = 2;

  private final Ints lengths;
  private final LetterUnpacker letters;
  private final int bytes;
  private final long offset;

  /** Offsets of the values, summed up at first use. */
  private Offsets offsets;

  private PackedStrings(Ints lengths, LetterUnpacker letters, int bytes, long offset) {
    super(lengths.size());
    this.lengths = lengths;
    this.letters = letters;
    this.bytes = bytes;
    this.offset = offset;
  }

  static PackedStrings open(Input in, int n, Nesting nesting) {
    long offset = nesting.offset(in);
    Ints lengths = IntsDecoder.decode(in, n, nesting.inner(in));
    int bits = in.u8();
    if (bits < 1 || bits > 7) {
      throw in.corrupt("letters of " + bits + " bits: 1 to 7 can be");
    }
    int a = in.count("the number of letters", 1 << bits);
    if (a == 0 && bits < 7) {
      throw in.corrupt("no letters for numbers of " + bits + " bits");
    }
    int alphabet = in.skip(a);
    byte[] array = in.array();
    LetterUnpacker letters =
        new LetterUnpacker(array, in.position(), bits, alphabet, a, nesting.offset(in));
    return new PackedStrings(lengths, letters, in.remaining(), offset);
  }

  /** Writes everything before the packed letters; {@code lengths} is a stream. */
  static void writeHead(Output lengths, Alphabet alphabet, Output out) {
    out.u8(ID);
    out.sized(lengths);
    out.u8(alphabet.bits());
    out.bytes(alphabet.letters());
  }

  private Offsets offsets() {
    if (offsets == null) {
      long most = Math.min(Integer.MAX_VALUE - 64, 8L * bytes / letters.bits());
      Offsets sums = Offsets.of(lengths, (int) most, offset);
      long needed = ((long) sums.total() * letters.bits() + 7) >>> 3;
      if (needed != bytes) {
        throw new CorruptDataException(
            offset, sums.total() + " letters take " + needed + " bytes, there are " + bytes);
      }
      offsets = sums;
    }
    return offsets;
  }

  @Override
  public void read(int from, int count, BytesVector out, int at) {
    Offsets o = offsets();
    int first = o.start(from);
    int total = o.start(from + count) - first;
    int place = out.room(total);
    letters.unpack(first, total, out.data, place);
    o.starts(from, count, place - first, out.starts, at);
    o.lengths(from, count, out.lengths, at);
  }

  @Override
  public byte[] get(int i) {
    byte[] value = new byte[offsets().length(i)];
    letters.unpack(offsets.start(i), value.length, value, 0);
    return value;
  }

  @Override
  public boolean equals(int i, byte[] bytes) {
    if (offsets().length(i) != bytes.length) {
      return false;
    }
    int first = offsets.start(i);
    for (int k = 0; k < bytes.length; k++) {
      if (letters.get(first + k) != bytes[k]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int encoding() {
    return ID;
  }
}
