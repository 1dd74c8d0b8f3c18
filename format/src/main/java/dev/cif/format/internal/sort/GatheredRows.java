package dev.cif.format.internal.sort;

import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Rows in memory that are sorted by their keys. Not thread-safe. */
final class GatheredRows {
  /** Memory of a row in bytes, beside its own bytes. */
  private static final int ROW_BYTES = 56;

  private static final class Row {
    static final Comparator<Row> ORDER =
        (a, b) ->
            a.head != b.head
                ? Long.compareUnsigned(a.head, b.head)
                : Arrays.compareUnsigned(
                    a.page, a.start, a.start + a.keyLength, b.page, b.start, b.start + b.keyLength);

    /** First 8 bytes of the key, unsigned; a shorter key is padded with zeros. */
    final long head;

    final byte[] page;
    final int start;
    final int keyLength;
    final int length;

    Row(byte[] page, int start, int keyLength, int length) {
      this.page = page;
      this.start = start;
      this.keyLength = keyLength;
      this.length = length;
      long first = 0;
      for (int i = 0; i < Long.BYTES; i++) {
        first = first << 8 | (i < keyLength ? page[start + i] & 0xFF : 0);
      }
      head = first;
    }
  }

  private final int pageBytes;
  private final List<Row> rows = new ArrayList<>();
  private byte[] page = new byte[0];
  private int used;
  private long memory;

  /**
   * Creates an empty collection. It packs rows into arrays of {@code pageBytes}; a larger row has
   * its own.
   */
  GatheredRows(int pageBytes) {
    this.pageBytes = pageBytes;
  }

  /** Adds a copy of a row. */
  void add(Output row, int keyLength) {
    int length = row.size();
    if (length > page.length - Input.SLACK - used) {
      page = new byte[Math.addExact(Math.max(pageBytes, length), Input.SLACK)];
      used = 0;
      memory += page.length;
    }
    System.arraycopy(row.array(), 0, page, used, length);
    rows.add(new Row(page, used, keyLength, length));
    used += length;
    memory += ROW_BYTES;
  }

  int size() {
    return rows.size();
  }

  /** Returns the memory of all rows in bytes. */
  long memory() {
    return memory;
  }

  /** Sorts the rows, and returns those from an index on. */
  RowStream sorted(int from) {
    // The sort is stable: equal rows keep their order, even after an earlier sort.
    rows.sort(Row.ORDER);
    return new Sorted(from);
  }

  private final class Sorted implements RowStream {
    private int at;

    Sorted(int from) {
      at = from - 1;
    }

    @Override
    public boolean next() {
      return ++at < rows.size();
    }

    @Override
    public byte[] array() {
      return rows.get(at).page;
    }

    @Override
    public int start() {
      return rows.get(at).start;
    }

    @Override
    public int keyLength() {
      return rows.get(at).keyLength;
    }

    @Override
    public int length() {
      return rows.get(at).length;
    }
  }

  /** Removes all rows and releases their memory. */
  void clear() {
    rows.clear();
    page = new byte[0];
    used = 0;
    memory = 0;
  }
}
