package dev.cif.format.internal.row;

import dev.cif.format.internal.encoding.KeyTable;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.schema.CifType.Physical;
import dev.cif.format.value.MapKey;
import java.util.Arrays;

/**
 * Dictionary of the keys of a dcsl block, FORMAT.md section 7.2.
 *
 * <p>Most readers want one key of many, so work is deferred. The first look-up compares the key
 * with each key of the block. The second look-up builds a hash table. The positions of the keys are
 * noted only when a whole map is read.
 */
final class KeyDictionary {
  private final RowSource source;
  private final ValueDecoder decoder;
  private final boolean isBytes;
  private final int size;
  private final int start;

  private volatile int[] positions;
  private volatile KeyTable table;

  /** Last look-up; immutable, so that Values on other threads may read it. */
  private Found last;

  private record Found(MapKey key, int id) {
    boolean isFor(MapKey other) {
      return other == key
          || (other.isBytes()
              ? key.isBytes() && Arrays.equals(other.bytes(), key.bytes())
              : !key.isBytes() && other.number() == key.number());
    }
  }

  /** Reads {@code m} and passes over the keys. */
  KeyDictionary(RowSource source, RowCursor c, ValueDecoder decoder) {
    this.source = source;
    this.decoder = decoder;
    this.isBytes = decoder.type().physical() == Physical.BYTES;
    int least = decoder.leastContent();
    this.size = c.count("the number of keys", (c.end - c.position) / least);
    this.start = c.position;
    decoder.skipContents(c, size);
  }

  int size() {
    return size;
  }

  /** Returns the position of each key's content. */
  int[] positions() {
    int[] known = positions;
    if (known == null) {
      known = new int[size];
      RowCursor c = source.at(start);
      for (int id = 0; id < size; id++) {
        known[id] = c.position;
        decoder.skipContent(c);
      }
      positions = known;
    }
    return known;
  }

  /** Returns the id of a key, or -1 if the block does not have it. */
  int find(MapKey key) {
    Found known = last;
    if (known != null && known.isFor(key)) {
      return known.id();
    }
    int id;
    if (known == null) {
      id = scan(key);
    } else {
      if (table == null) {
        table = index();
      }
      byte[] bytes = key.isBytes() ? key.bytes() : number(key.number());
      id = table.find(bytes, 0, bytes.length);
    }
    last = new Found(key, id);
    return id;
  }

  private int scan(MapKey key) {
    RowCursor c = source.at(start);
    int id = next(c, size, key);
    if (id >= 0) {
      int at = c.position;
      int again = next(c, size - id - 1, key);
      if (again >= 0) {
        throw twice(c, at, id);
      }
    }
    return id;
  }

  /** Returns the first of the next {@code count} keys that equals, or -1. */
  private int next(RowCursor c, int count, MapKey key) {
    if (isBytes) {
      return BytesDecoder.findEqual(c, count, key.bytes());
    }
    for (int i = 0; i < count; i++) {
      if (((IntegerDecoder) decoder).content(c) == key.number()) {
        return i;
      }
    }
    return -1;
  }

  private KeyTable index() {
    KeyTable keys = new KeyTable();
    RowCursor c = source.at(start);
    for (int id = 0; id < size; id++) {
      int at = c.position;
      int added;
      if (isBytes) {
        int length = c.length();
        added = keys.add(c.array, c.skip(length), length);
      } else {
        added = keys.add(number(((IntegerDecoder) decoder).content(c)), 0, Long.BYTES);
      }
      if (added != id) {
        throw twice(c, at, id);
      }
    }
    return keys;
  }

  private static RuntimeException twice(RowCursor c, int at, int id) {
    return c.corrupt(at, "key " + id + " stands in the dictionary twice");
  }

  private static byte[] number(long value) {
    Output out = new Output(Long.BYTES);
    out.i64(value);
    return Arrays.copyOf(out.array(), Long.BYTES);
  }

  /** Returns the smallest width in bytes of ids for this number of keys. */
  static int idWidth(int keys) {
    return keys <= 1 << 8 ? 1 : keys <= 1 << 16 ? 2 : 4;
  }

  /** Returns the id at a position, unchecked. */
  static int id(byte[] array, int position, int width) {
    switch (width) {
      case 1:
        return array[position] & 0xFF;
      case 2:
        return (short) Input.SHORT.get(array, position) & 0xFFFF;
      default:
        return (int) Input.INT.get(array, position);
    }
  }
}
