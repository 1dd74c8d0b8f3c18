package dev.cif.format.internal.encoding;

import java.util.Arrays;

/**
 * Dictionary of a stream of integers: the distinct values in ascending order, and an id for each
 * value.
 */
final class LongDictionary {
  private final long[] values;
  private final long[] ids;

  private LongDictionary(long[] values, long[] ids) {
    this.values = values;
    this.ids = ids;
  }

  /**
   * Builds the dictionary. Returns null as soon as dictionary and ids turn out to take more than
   * {@code limit} bytes, or most values turn out to be distinct.
   */
  static LongDictionary of(long[] values, int from, int n, long limit) {
    Table table = new Table();
    long[] ids = new long[n];
    int checked = 0;
    for (int i = 0; i < n; i++) {
      if (Repetition.isHopeless(table.size, i, n)) {
        return null;
      }
      ids[i] = table.id(values[from + i]);
      if (table.size > checked) {
        // The ids of all values, and at least a byte for each entry.
        if ((long) n * Bits.width(table.size - 1) / 8 + table.size > limit) {
          return null;
        }
        checked = Math.max(16, table.size + (table.size >> 1));
      }
    }
    return table.sorted(ids);
  }

  int size() {
    return values.length;
  }

  long[] values() {
    return values;
  }

  long[] ids() {
    return ids;
  }

  /** Hash table with open addressing; its entries are in order of first use. */
  private static final class Table {
    private long[] keys = new long[64];
    private int[] slots = new int[256];
    private int size;

    int id(long key) {
      int at = (int) (Hash.mix(key) >>> 20) & (slots.length - 1);
      while (slots[at] != 0) {
        int id = slots[at] - 1;
        if (keys[id] == key) {
          return id;
        }
        at = (at + 1) & (slots.length - 1);
      }
      return add(key, at);
    }

    private int add(long key, int at) {
      slots[at] = size + 1;
      keys[size++] = key;
      if (size == keys.length) {
        grow();
      }
      return size - 1;
    }

    private void grow() {
      keys = Arrays.copyOf(keys, 2 * keys.length);
      slots = new int[4 * keys.length];
      for (int id = 0; id < size; id++) {
        int at = (int) (Hash.mix(keys[id]) >>> 20) & (slots.length - 1);
        while (slots[at] != 0) {
          at = (at + 1) & (slots.length - 1);
        }
        slots[at] = id + 1;
      }
    }

    LongDictionary sorted(long[] ids) {
      long[] sorted = Arrays.copyOf(keys, size);
      Arrays.sort(sorted);
      long[] moved = new long[size];
      for (int rank = 0; rank < size; rank++) {
        moved[id(sorted[rank])] = rank;
      }
      for (int i = 0; i < ids.length; i++) {
        ids[i] = moved[(int) ids[i]];
      }
      return new LongDictionary(sorted, ids);
    }
  }
}
