package dev.cif.format.internal.row;

import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.schema.CifType;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.MapVector;

/**
 * Decoder of maps under a block's dictionary of keys: ids, sizes, values (FORMAT.md section 7.2,
 * layout dcsl; the paper's section 5.3). A look-up compares ids and adds sizes; it touches no other
 * value.
 */
final class DcslDecoder extends MapRows {
  final KeyDictionary dictionary;
  final int idWidth;

  /** Reads the head of the body and leaves the cursor at the first row. */
  DcslDecoder(CifType type, RowSource source, RowCursor c) {
    super(type);
    dictionary = new KeyDictionary(source, c, keys);
    idWidth = c.u8();
    if (idWidth != KeyDictionary.idWidth(dictionary.size())) {
      throw c.corrupt(
          c.position - 1, "ids of " + idWidth + " bytes for " + dictionary.size() + " keys");
    }
  }

  /** Reads the number of entries and leaves the cursor at their ids. */
  int open(RowCursor c) {
    // An entry takes its id and at least one byte of size.
    return c.count("the number of entries", (c.end - c.position) / (idWidth + 1));
  }

  @Override
  void skipContent(RowCursor c) {
    int entries = open(c);
    c.position += entries * idWidth;
    skipValues(c, Sizes.sum(c, entries));
  }

  private static void skipValues(RowCursor c, long bytes) {
    if (bytes > c.end - c.position) {
      throw c.corrupt("sizes of " + bytes + " bytes with " + (c.end - c.position) + " left");
    }
    c.position += (int) bytes;
  }

  @Override
  void readContentAt(RowCursor c, ColumnVector out, int at) {
    MapVector v = (MapVector) out;
    int entries = open(c);
    v.starts[at] = v.keys().size();
    v.lengths[at] = entries;
    if (entries == 0) {
      return;
    }
    int ids = c.position;
    readKeys(c, v.keys(), entries);
    int sizes = ids + entries * idWidth;
    c.position = sizes;
    long total = Sizes.sum(c, entries);
    int end = c.position;
    skipValues(c, total);
    values.prepare(c, v.values());
    int w = v.values().addSlots(entries);
    int next = end;
    for (int k = 0; k < entries; k++) {
      c.position = sizes;
      int size = (int) c.uvarint();
      sizes = c.position;
      c.position = next;
      readSized(c, size, v.values(), w + k);
      next = c.position;
    }
  }

  private void readKeys(RowCursor c, ColumnVector out, int entries) {
    int ids = c.position;
    int width = idWidth;
    int[] positions = dictionary.positions();
    keys.prepare(c, out);
    int at = out.addSlots(entries);
    for (int k = 0; k < entries; k++) {
      int id = KeyDictionary.id(c.array, ids + k * width, width);
      if (id < 0 || id >= positions.length) {
        throw badId(c, ids + k * width, id);
      }
      c.position = positions[id];
      keys.readContentAt(c, out, at + k);
    }
  }

  CorruptDataException badId(RowCursor c, int at, int id) {
    return c.corrupt(at, "key id " + Integer.toUnsignedString(id) + " of " + dictionary.size());
  }

  /** Reads the value of a stored size at the position. */
  private void readSized(RowCursor c, int size, ColumnVector out, int at) {
    if (size == 0) {
      values.nullAt(out, at);
      return;
    }
    int start = c.position;
    values.readContentAt(c, out, at);
    if (c.position - start != size - 1) {
      throw c.corrupt(
          start, "a value of " + (c.position - start) + " bytes in " + (size - 1) + " bytes");
    }
  }

  @Override
  boolean mayHave(MapKey key) {
    return dictionary.find(key) >= 0;
  }

  @Override
  void readKeySlots(RowCursor c, MapKey key, ColumnVector out, int at, int count) {
    int id = dictionary.find(key);
    byte[] a = c.array;
    int end = c.end;
    boolean isNarrow = idWidth == 1;
    int p = c.position;
    for (int i = at; i < at + count; i++) {
      // The usual row has at most 8 entries: their ids fit into one word, their sizes into another.
      int entries = a[p + 1];
      if (isNarrow && a[p] == 2 && entries > 0 && entries <= 8 && 2 + 2 * entries <= end - p) {
        int sizes = p + 2 + entries;
        long word = Sizes.word(a, sizes, entries);
        int contents = sizes + entries;
        int total = Sizes.contents(word);
        if (word >= 0 && total <= end - contents) {
          int k = Ids.lastByte(a, p + 2, entries, id);
          p = contents + total;
          int size = k < 0 ? 0 : (int) (word >>> (8 * k)) & 0xFF;
          if (size == 0) {
            values.nullAt(out, i);
          } else {
            c.position = contents + Sizes.contents(Sizes.first(word, k));
            readSized(c, size, out, i);
          }
          continue;
        }
      }
      c.position = p;
      readKeyAt(c, id, out, i);
      p = c.position;
    }
    c.position = p;
  }

  /** Reads the value under the id of a row of any size. */
  private void readKeyAt(RowCursor c, int id, ColumnVector out, int at) {
    if (!c.present()) {
      values.nullAt(out, at);
      return;
    }
    int entries = open(c);
    int k = lastId(c.array, c.position, entries, id);
    c.position += entries * idWidth;
    long before = Sizes.sum(c, Math.max(k, 0));
    int size = k < 0 ? 0 : c.count("a size", c.end - c.position);
    long after = Sizes.sum(c, k < 0 ? entries : entries - k - 1);
    skipValues(c, before);
    int start = c.position;
    skipValues(c, Math.max(0, size - 1) + after);
    if (size == 0) {
      values.nullAt(out, at);
      return;
    }
    int next = c.position;
    c.position = start;
    readSized(c, size, out, at);
    c.position = next;
  }

  /** Returns the last entry that has the id, or -1. */
  int lastId(byte[] a, int ids, int entries, int id) {
    if (idWidth == 1) {
      return Ids.lastByte(a, ids, entries, id);
    }
    if (idWidth == 2) {
      return Ids.lastShort(a, ids, entries, id);
    }
    return Ids.lastInt(a, ids, entries, id);
  }

  @Override
  Value value(RowSource source, int position) {
    return new DcslValue(source, this, position);
  }
}
