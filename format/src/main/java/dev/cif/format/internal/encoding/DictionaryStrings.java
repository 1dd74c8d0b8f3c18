package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import java.util.Arrays;

/** Encoding 3 of strings: ids into a dictionary. */
final class DictionaryStrings extends Strings {
  static final int ID = 3;

  private final Strings values;
  private final IdInts ids;

  /** Bytes of the dictionary, decoded at first use. */
  private byte[] data;

  /** Start and length of each entry in the data, packed as start * 2^32 + length. */
  private long[] places;

  /** Range of the data that holds the bytes of all entries. */
  private int low;

  private int high;

  private long[] scratch;

  private DictionaryStrings(Strings values, IdInts ids) {
    super(ids.size());
    this.values = values;
    this.ids = ids;
  }

  static DictionaryStrings open(Input in, int n, Nesting nesting) {
    int m = in.count("the size of a dictionary", n);
    if (m == 0) {
      throw in.corrupt("an empty dictionary");
    }
    Nesting inner = nesting.inner(in);
    Strings values = StringsDecoder.decode(in, m, inner);
    long offset = nesting.offset(in);
    Ints ids = IntsDecoder.decode(in, n, inner);
    in.expectEnd("a dictionary");
    return new DictionaryStrings(values, IdInts.ofDictionary(ids, m, offset));
  }

  /** Writes a dictionary of m entries; {@code values} and {@code ids} are its streams. */
  static void write(int m, Output values, Output ids, Output out) {
    out.u8(ID);
    out.uvarint(m);
    out.sized(values);
    out.sized(ids);
  }

  private void load() {
    if (places != null) {
      return;
    }
    int m = values.size();
    BytesVector vector = new BytesVector(CifType.BINARY);
    vector.addSlots(m);
    values.read(0, m, vector, 0);
    long[] found = new long[m];
    int from = Integer.MAX_VALUE;
    int to = 0;
    for (int i = 0; i < m; i++) {
      int start = vector.starts[i];
      int length = vector.lengths[i];
      found[i] = ((long) start << 32) | length;
      from = Math.min(from, start);
      to = Math.max(to, start + length);
    }
    low = from;
    high = to;
    data = vector.data;
    places = found;
  }

  @Override
  public void read(int from, int count, BytesVector out, int at) {
    load();
    if (scratch == null) {
      scratch = new long[Bits.VECTOR];
    }
    boolean shared = out.share(data);
    for (int done = 0; done < count; done += Bits.VECTOR) {
      int step = Math.min(Bits.VECTOR, count - done);
      ids.read(from + done, step, scratch, 0);
      gather(places, scratch, step, out.starts, out.lengths, at + done);
    }
    if (!shared) {
      copy(out, at, at + count);
    }
  }

  private static void gather(
      long[] places, long[] ids, int count, int[] starts, int[] lengths, int at) {
    for (int i = 0; i < count; i++) {
      long place = places[(int) ids[i]];
      starts[at + i] = (int) (place >>> 32);
      lengths[at + i] = (int) place;
    }
  }

  /**
   * Copies values into the vector's own data; before, their starts are positions in the
   * dictionary's data.
   */
  private void copy(BytesVector out, int at, int end) {
    long total = 0;
    for (int i = at; i < end; i++) {
      total += out.lengths[i];
    }
    if (total > high - low) {
      // Repeated values share one copy of the dictionary, which takes fewer bytes than the values.
      int shift = out.copy(data, low, high - low) - low;
      for (int i = at; i < end; i++) {
        out.starts[i] += shift;
      }
    } else {
      for (int i = at; i < end; i++) {
        out.starts[i] = out.copy(data, out.starts[i], out.lengths[i]);
      }
    }
  }

  @Override
  public byte[] get(int i) {
    load();
    long place = places[(int) ids.get(i)];
    int start = (int) (place >>> 32);
    return Arrays.copyOfRange(data, start, start + (int) place);
  }

  @Override
  public boolean equals(int i, byte[] bytes) {
    load();
    long place = places[(int) ids.get(i)];
    int start = (int) (place >>> 32);
    return Arrays.equals(data, start, start + (int) place, bytes, 0, bytes.length);
  }

  @Override
  public int encoding() {
    return ID;
  }

  @Override
  public Strings dictionary() {
    return values;
  }

  @Override
  public Ints ids() {
    return ids;
  }
}
