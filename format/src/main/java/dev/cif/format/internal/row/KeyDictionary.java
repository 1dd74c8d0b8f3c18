package dev.cif.format.internal.row;

import dev.cif.format.CifType.Physical;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.value.MapKey;
import java.util.Arrays;

/**
 * The keys of a dcsl block, FORMAT.md section 7.2.
 *
 * <p>Looking up one key compares it with each; only when a second key is asked for is a hash table
 * built, because most readers want one key and a block can have many.
 */
final class KeyDictionary {
  final ValueDecoder decoder;

  /** Where the content of each key starts. */
  final int[] positions;

  /** Class BYTES: where the bytes of each key start, and how many they are. */
  final int[] starts;

  final int[] lengths;

  /** A key that was looked up; immutable, so that Values on other threads may read it. */
  private record Found(MapKey key, int id) {
    boolean isFor(MapKey other) {
      return other == key
          || (other.isBytes()
              ? key.isBytes() && Arrays.equals(other.bytes(), key.bytes())
              : !key.isBytes() && other.number() == key.number());
    }
  }

  private Found last;
  private volatile KeyTable table;

  /** Reads {@code m} and the keys. */
  KeyDictionary(RowCursor c, ValueDecoder decoder) {
    this.decoder = decoder;
    int m = c.count("the number of keys", (c.end - c.position) / decoder.leastContent());
    positions = new int[m];
    boolean isBytes = decoder.type().physical() == Physical.BYTES;
    starts = new int[isBytes ? m : 0];
    lengths = new int[isBytes ? m : 0];
    for (int id = 0; id < m; id++) {
      positions[id] = c.position;
      if (isBytes) {
        lengths[id] = c.length();
        starts[id] = c.skip(lengths[id]);
      } else {
        decoder.skipContent(c);
      }
    }
  }

  int size() {
    return positions.length;
  }

  /** The id of a key; -1 if the block does not have it. */
  int find(RowCursor c, MapKey key) {
    Found known = last;
    if (known != null && known.isFor(key)) {
      return known.id();
    }
    int id;
    if (known == null) {
      id = scan(c, key);
    } else {
      if (table == null) {
        table = index(c);
      }
      byte[] bytes = key.isBytes() ? key.bytes() : number(key.number());
      id = table.find(bytes, 0, bytes.length);
    }
    last = new Found(key, id);
    return id;
  }

  private int scan(RowCursor c, MapKey key) {
    int found = -1;
    for (int id = 0; id < positions.length; id++) {
      if (key.isBytes() ? equal(c, id, key.bytes()) : number(c, id) == key.number()) {
        if (found >= 0) {
          throw twice(c, id);
        }
        found = id;
      }
    }
    return found;
  }

  private boolean equal(RowCursor c, int id, byte[] key) {
    int start = starts[id];
    return lengths[id] == key.length
        && Arrays.equals(c.array, start, start + key.length, key, 0, key.length);
  }

  private KeyTable index(RowCursor c) {
    KeyTable keys = new KeyTable();
    for (int id = 0; id < positions.length; id++) {
      int added;
      if (starts.length > 0) {
        added = keys.add(c.array, starts[id], lengths[id]);
      } else {
        added = keys.add(number(number(c, id)), 0, Long.BYTES);
      }
      if (added != id) {
        throw twice(c, id);
      }
    }
    return keys;
  }

  private RuntimeException twice(RowCursor c, int id) {
    return c.corrupt(positions[id], "key " + id + " stands in the dictionary twice");
  }

  /** A key of class INT. */
  private long number(RowCursor c, int id) {
    int back = c.position;
    c.position = positions[id];
    long value = ((IntegerDecoder) decoder).content(c);
    c.position = back;
    return value;
  }

  private static byte[] number(long value) {
    Output out = new Output(Long.BYTES);
    out.i64(value);
    return Arrays.copyOf(out.array(), Long.BYTES);
  }

  /** The smallest width in bytes of ids of so many keys. */
  static int idWidth(int keys) {
    return keys <= 1 << 8 ? 1 : keys <= 1 << 16 ? 2 : 4;
  }

  /** The id at a position; unchecked. */
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
