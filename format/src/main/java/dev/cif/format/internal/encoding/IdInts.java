package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.CorruptDataException;

/** The ids of a dictionary: numbers that are checked to be below its size. */
final class IdInts extends Ints {
  private final Ints ids;
  private final int limit;
  private final long offset;

  IdInts(Ints ids, int limit, long offset) {
    super(ids.size());
    this.ids = ids;
    this.limit = limit;
    this.offset = offset;
  }

  @Override
  public long get(int i) {
    long id = ids.get(i);
    if (id < 0 || id >= limit) {
      throw bad(id);
    }
    return id;
  }

  @Override
  public void read(int from, int count, long[] out, int at) {
    ids.read(from, count, out, at);
    if (signs(out, at, at + count, limit - 1) < 0) {
      for (int i = at; i < at + count; i++) {
        if (out[i] < 0 || out[i] >= limit) {
          throw bad(out[i]);
        }
      }
    }
  }

  /** Negative if one of the numbers is not within 0 and max. */
  private static long signs(long[] a, int at, int end, long max) {
    long signs = 0;
    for (int i = at; i < end; i++) {
      signs |= a[i] | (max - a[i]);
    }
    return signs;
  }

  private CorruptDataException bad(long id) {
    return new CorruptDataException(offset, "id " + id + " in a dictionary of " + limit);
  }

  @Override
  public int encoding() {
    return ids.encoding();
  }
}
