package dev.cif.format.internal.encoding;

import dev.cif.format.vector.BytesVector;
import java.util.Arrays;

/**
 * Dictionary of a stream of strings: the distinct values in order of first use, and an id for each
 * value.
 */
final class BytesDictionary {
  private final BytesVector values;
  private final long[] ids;

  /** Row of the vector where each entry occurs first, and the hash of each entry. */
  private int[] rows = new int[64];

  private long[] hashes = new long[64];
  private int[] slots = new int[256];
  private int size;

  private BytesDictionary(BytesVector values, int n) {
    this.values = values;
    this.ids = new long[n];
  }

  /**
   * Builds the dictionary. Returns null as soon as dictionary and ids turn out to take more than
   * {@code limit} bytes, or most values turn out to be distinct.
   *
   * @param rows rows of the vector that are the values; null for the first n
   */
  static BytesDictionary of(BytesVector values, int[] rows, int n, long limit) {
    BytesDictionary dictionary = new BytesDictionary(values, n);
    int checked = 0;
    long bytes = 0;
    for (int i = 0; i < n; i++) {
      if (Repetition.isHopeless(dictionary.size, i, n)) {
        return null;
      }
      int row = rows == null ? i : rows[i];
      int before = dictionary.size;
      dictionary.ids[i] = dictionary.id(row);
      if (dictionary.size > before) {
        bytes += values.lengths[row];
        if (before == checked) {
          if ((long) n * Bits.width(before) / 8 + bytes > limit) {
            return null;
          }
          checked = Math.max(16, before + (before >> 2));
        }
      }
    }
    return dictionary;
  }

  int size() {
    return size;
  }

  /**
   * Returns the row of the vector that holds each entry; the first {@link #size()} elements count.
   */
  int[] rows() {
    return rows;
  }

  long[] ids() {
    return ids;
  }

  private int id(int row) {
    byte[] data = values.data;
    int start = values.starts[row];
    int length = values.lengths[row];
    long hash = Hash.of(data, start, length);
    int at = (int) (hash >>> 36) & (slots.length - 1);
    while (slots[at] != 0) {
      int id = slots[at] - 1;
      if (hashes[id] == hash && values.lengths[rows[id]] == length) {
        int other = values.starts[rows[id]];
        if (length <= Hash.EXACT
            || Arrays.equals(data, start, start + length, data, other, other + length)) {
          return id;
        }
      }
      at = (at + 1) & (slots.length - 1);
    }
    slots[at] = size + 1;
    rows[size] = row;
    hashes[size] = hash;
    size++;
    if (size == rows.length) {
      grow();
    }
    return size - 1;
  }

  private void grow() {
    rows = Arrays.copyOf(rows, 2 * size);
    hashes = Arrays.copyOf(hashes, 2 * size);
    slots = new int[4 * rows.length];
    for (int id = 0; id < size; id++) {
      int at = (int) (hashes[id] >>> 36) & (slots.length - 1);
      while (slots[at] != 0) {
        at = (at + 1) & (slots.length - 1);
      }
      slots[at] = id + 1;
    }
  }
}
