package dev.cif.format.internal.auto;

import dev.cif.format.internal.encoding.Ints;
import dev.cif.format.internal.encoding.Strings;
import dev.cif.format.internal.io.Input;
import dev.cif.format.schema.CifType;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.MapVector;
import java.util.function.Consumer;

/** Node of class MAP, form entries. A look-up compares ids if the keys have a dictionary. */
final class MapNode extends RangeNode {
  static final int FORM = 0;

  private static final int CHUNK = 1024;

  private final Node keys;
  private final Node values;
  private MapKey lastKey;
  private int lastKeyId;
  private long[] buffer = new long[0];

  /**
   * Opens the node at its keys.
   *
   * @param offsets offsets of the present maps among their entries
   */
  MapNode(
      Input in, CifType type, int n, Presence presence, Context context, GroupedOffsets offsets) {
    super(type, n, presence, context, offsets);
    keys = Node.open(in, type.child(0), offsets.total(), context);
    if (!keys.presence.allPresent()) {
      throw in.corrupt("a map with a NULL key");
    }
    values = Node.open(in, type.child(1), offsets.total(), context);
  }

  @Override
  void read(int from, int count, ColumnVector out) {
    MapVector vector = (MapVector) out;
    readRanges(from, count, vector, vector.keys().size());
    int first = start(from);
    int parts = start(from + count) - first;
    readEntries(first, parts, vector);
  }

  /** Appends entries, of any maps, to the vector's children. */
  void readEntries(int from, int count, MapVector vector) {
    keys.read(from, count, vector.keys());
    values.read(from, count, vector.values());
  }

  @Override
  Value keyAt(int i, int k) {
    return keys.value(part(i, k));
  }

  @Override
  Value valueAt(int i, int k) {
    return values.value(part(i, k));
  }

  @Override
  Value findAt(int i, MapKey key) {
    int dense = presence.rank(i);
    int entry = find(offsets.start(dense), offsets.start(dense + 1), key);
    return entry < 0 ? null : values.value(entry);
  }

  /** Returns the last entry from {@code start} to {@code end - 1} with the key, or -1. */
  private int find(int start, int end, MapKey key) {
    if (start == end) {
      return -1;
    }
    Ints ids = ids();
    if (ids == null) {
      for (int e = end - 1; e >= start; e--) {
        if (equalsKey(keys, e, key)) {
          return e;
        }
      }
      return -1;
    }
    int id = id(key);
    for (int e = end - 1; e >= start && id >= 0; e--) {
      if (ids.get(e) == id) {
        return e;
      }
    }
    return -1;
  }

  private Ints ids() {
    return keys instanceof BytesNode b ? b.strings().ids() : null;
  }

  static boolean equalsKey(Node keys, int e, MapKey key) {
    return key.isBytes()
        ? ((BytesNode) keys).strings().equals(e, key.bytes())
        : ((LongNode) keys).longAt(e) == key.number();
  }

  /** Returns the id of the key in the keys' dictionary, or -1. */
  private int id(MapKey key) {
    if (lastKey != key) {
      Strings dictionary = ((BytesNode) keys).strings().dictionary();
      lastKeyId = -1;
      for (int i = 0; i < dictionary.size() && lastKeyId < 0; i++) {
        lastKeyId = dictionary.equals(i, key.bytes()) ? i : -1;
      }
      lastKey = key;
    }
    return lastKeyId;
  }

  @Override
  void readKey(int row, int count, MapKey key, ColumnVector out) {
    Ints ids = offsets.total() > 0 ? ids() : null;
    if (ids == null) {
      for (int i = row; i < row + count; i++) {
        appendFound(presence.isPresent(i) ? find(start(i), start(i + 1), key) : -1, out);
      }
      return;
    }
    int id = id(key);
    int first = presence.rank(row);
    int dense = presence.rank(row + count) - first;
    int i = row;
    for (int done = 0; done < dense && id >= 0; ) {
      // Takes as many maps as fill a chunk of entries, at least one.
      int from = offsets.start(first + done);
      int maps = 1;
      while (done + maps < dense && offsets.start(first + done + maps + 1) - from <= CHUNK) {
        maps++;
      }
      int parts = offsets.start(first + done + maps) - from;
      if (buffer.length < parts) {
        buffer = new long[Math.max(parts, CHUNK)];
      }
      ids.read(from, parts, buffer, 0);
      for (int m = 0; m < maps; m++, i++) {
        while (!presence.isPresent(i)) {
          out.appendNull();
          i++;
        }
        int start = offsets.start(first + done + m) - from;
        int e = offsets.start(first + done + m + 1) - from - 1;
        while (e >= start && buffer[e] != id) {
          e--;
        }
        appendFound(e < start ? -1 : from + e, out);
      }
      done += maps;
    }
    for (; i < row + count; i++) {
      out.appendNull();
    }
  }

  private void appendFound(int entry, ColumnVector out) {
    if (entry < 0) {
      out.appendNull();
    } else {
      values.append(entry, out);
    }
  }

  @Override
  void encodings(Consumer<String> to) {
    keys.encodings(to);
    values.encodings(to);
  }
}
