package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;

/** Encoding 4 of integers: ids into a dictionary. */
final class DictionaryInts extends Ints {
  static final int ID = 4;

  private final Ints values;
  private final IdInts ids;

  /**
   * Dictionary, decoded at first use. Its length is the next power of two, so that a mask replaces
   * the bounds check.
   */
  private long[] dictionary;

  private DictionaryInts(Ints values, IdInts ids) {
    super(ids.size());
    this.values = values;
    this.ids = ids;
  }

  static DictionaryInts open(Input in, int n, Nesting nesting) {
    int m = in.count("the size of a dictionary", n);
    if (m == 0) {
      throw in.corrupt("an empty dictionary");
    }
    Nesting inner = nesting.inner(in);
    Ints values = IntsDecoder.decode(in, m, inner);
    long offset = nesting.offset(in);
    Ints ids = IntsDecoder.decode(in, n, inner);
    in.expectEnd("a dictionary");
    return new DictionaryInts(values, IdInts.ofDictionary(ids, m, offset));
  }

  /** Writes a dictionary of m entries; {@code values} and {@code ids} are its streams. */
  static void write(int m, Output values, Output ids, Output out) {
    out.u8(ID);
    out.uvarint(m);
    out.sized(values);
    out.sized(ids);
  }

  private long[] dictionary() {
    if (dictionary == null) {
      int m = values.size();
      long[] decoded = new long[m == 1 ? 1 : Integer.highestOneBit(m - 1) << 1];
      values.read(0, m, decoded, 0);
      dictionary = decoded;
    }
    return dictionary;
  }

  @Override
  public long get(int i) {
    return dictionary()[(int) ids.get(i)];
  }

  @Override
  public void read(int from, int count, long[] out, int at) {
    long[] table = dictionary();
    for (int done = 0; done < count; done += Bits.VECTOR) {
      int step = Math.min(Bits.VECTOR, count - done);
      ids.read(from + done, step, out, at + done);
      look(table, out, at + done, step);
    }
  }

  private static void look(long[] table, long[] out, int at, int count) {
    int mask = table.length - 1;
    for (int i = at; i < at + count; i++) {
      out[i] = table[(int) out[i] & mask];
    }
  }

  @Override
  public int encoding() {
    return ID;
  }
}
