package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.CorruptDataException;
import java.util.Locale;

/** Ids of a dictionary, or codes of symbols: each number is checked to be below a limit. */
final class IdInts extends Ints {
  private final Ints ids;
  private final int limit;
  private final long offset;

  /** Format of the error message, with the number and the limit. */
  private final String format;

  private IdInts(Ints ids, int limit, long offset, String format) {
    super(ids.size());
    this.ids = ids;
    this.limit = limit;
    this.offset = offset;
    this.format = format;
  }

  static IdInts ofDictionary(Ints ids, int limit, long offset) {
    return new IdInts(ids, limit, offset, "id %d in a dictionary of %d");
  }

  static IdInts ofSymbols(Ints codes, int limit, long offset) {
    return new IdInts(codes, limit, offset, "a code of %d where there are %d symbols");
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

  private CorruptDataException bad(long id) {
    return new CorruptDataException(offset, String.format(Locale.ROOT, format, id, limit));
  }

  @Override
  public int encoding() {
    return ids.encoding();
  }
}
