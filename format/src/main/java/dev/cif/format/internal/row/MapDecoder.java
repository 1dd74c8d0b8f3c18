package dev.cif.format.internal.row;

import dev.cif.format.schema.CifType;
import dev.cif.format.value.MapKey;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.MapVector;

/**
 * Decoder of map: the number and the byte length of the entries, key and value of each, and a 0.
 */
final class MapDecoder extends MapRows {
  /** Minimum size of an entry in bytes: a key and the marker of its value. */
  private final int leastEntry;

  MapDecoder(CifType type) {
    super(type);
    leastEntry = keys.leastContent() + 1;
  }

  /** Opens the entries of a map, see {@link RowCursor#items}. */
  int open(RowCursor c) {
    return c.items(leastEntry);
  }

  @Override
  void readContentAt(RowCursor c, ColumnVector out, int at) {
    MapVector v = (MapVector) out;
    int count = open(c);
    v.starts[at] = v.keys().size();
    v.lengths[at] = count;
    if (count > 0) {
      int stop = c.itemsEnd;
      readEntries(c, v, count);
      c.closeItems(stop);
    }
  }

  private void readEntries(RowCursor c, MapVector v, int count) {
    keys.prepare(c, v.keys());
    values.prepare(c, v.values());
    int k = v.keys().addSlots(count);
    int w = v.values().addSlots(count);
    for (int i = 0; i < count; i++) {
      keys.readContentAt(c, v.keys(), k + i);
      values.readSlots(c, v.values(), w + i, 1);
    }
  }

  @Override
  void skipContent(RowCursor c) {
    c.skipItems(leastEntry);
  }

  @Override
  boolean mayHave(MapKey key) {
    return true;
  }

  @Override
  void readKeySlots(RowCursor c, MapKey key, ColumnVector out, int at, int count) {
    for (int i = at; i < at + count; i++) {
      int found = c.present() ? find(c, key) : -1;
      if (found < 0) {
        values.nullAt(out, i);
      } else {
        int next = c.position;
        c.position = found;
        values.readSlots(c, out, i, 1);
        c.position = next;
      }
    }
  }

  /**
   * Passes over a map's content. Returns the position of the value, with its marker, of the last
   * entry that has the key, or -1.
   */
  int find(RowCursor c, MapKey key) {
    int count = open(c);
    if (count == 0) {
      return -1;
    }
    int stop = c.itemsEnd;
    int found = key.isBytes() ? findBytes(c, key.bytes(), count) : findLong(c, key, count);
    c.closeItems(stop);
    return found;
  }

  private int findBytes(RowCursor c, byte[] key, int count) {
    int found = -1;
    for (int i = 0; i < count; i++) {
      if (BytesDecoder.passEqual(c, key)) {
        found = c.position;
      }
      values.skip(c, 1);
    }
    return found;
  }

  private int findLong(RowCursor c, MapKey key, int count) {
    IntegerDecoder integers = (IntegerDecoder) keys;
    int found = -1;
    for (int i = 0; i < count; i++) {
      if (integers.content(c) == key.number()) {
        found = c.position;
      }
      values.skip(c, 1);
    }
    return found;
  }
}
