package dev.cif.format.internal.auto;

import dev.cif.format.internal.encoding.Ints;
import dev.cif.format.internal.encoding.IntsDecoder;
import dev.cif.format.internal.encoding.StringsDecoder;
import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.Input;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Physical;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.MapVector;
import java.util.function.Consumer;

/**
 * Node of class MAP, form columns: the values of each frequent key are a column. A look-up of such
 * a key opens its column alone.
 */
final class MapColumnsNode extends Node {
  static final int FORM = 1;
  static final int MOST_COLUMNS = 255;

  /** Least share of the maps that have the key of a column, as its reciprocal. */
  static final int SHARE = 16;

  private final Node keys;
  private final int[] counts;
  private final Shapes shapes;

  /** Node of each column, opened when it is first wanted. */
  private final Node[] columns;

  /** Parts that hold the columns; the last part holds the entries without a column. */
  private final Parts parts;

  /** Entries without a column, as maps of their own; opened when they are first wanted. */
  private MapNode rest;

  private Shapes.Entries entries;

  /** Position of each entry before the entries are put into the order of the maps. */
  private int[] source = new int[0];

  private MapKey lastKey;
  private int lastColumn;

  /**
   * Opens the node.
   *
   * @param divided parts of the block that hold the columns; null if they follow in the input
   */
  MapColumnsNode(Input in, CifType type, int n, Presence presence, Context context, Parts divided) {
    super(type, n, presence, context);
    CifType keyType = type.child(0);
    if (keyType.physical() != Physical.BYTES && keyType.physical() != Physical.INT) {
      throw in.corrupt("columns for keys of type " + keyType);
    }
    int g = in.count("the number of a map's columns", MOST_COLUMNS);
    if (g == 0) {
      throw in.corrupt("a map without columns, in form columns");
    }
    keys = Node.open(in, keyType, g, context);
    if (!keys.presence.allPresent()) {
      throw in.corrupt("a map with a NULL key");
    }
    counts = counts(in, g);
    shapes = new Shapes(StringsDecoder.decode(in, presence.present()), counts);
    columns = new Node[g];
    parts = InlineParts.of(in, g + 1, 2, divided);
  }

  private int[] counts(Input in, int g) {
    Ints stream = IntsDecoder.decode(in, g + 1);
    long[] all = new long[g + 1];
    stream.read(0, g + 1, all, 0);
    long p = presence.present();
    long total = 0;
    int[] checked = new int[g + 1];
    for (int column = 0; column <= g; column++) {
      long count = all[column];
      boolean isColumn = column < g;
      if (count < 0
          || count > AutoBlock.MAX_VALUES
          || (isColumn && (count > p || SHARE * count < p))) {
        throw in.corrupt("a map's column of " + count + " values, of " + p + " maps");
      }
      total += count;
      checked[column] = (int) count;
    }
    if (total > AutoBlock.MAX_VALUES) {
      throw in.corrupt("maps of " + total + " entries");
    }
    return checked;
  }

  private Node column(int column) {
    if (columns[column] == null) {
      columns[column] = openPart(parts, column, type.child(1), counts[column], context);
    }
    return columns[column];
  }

  private MapNode rest() {
    if (rest == null) {
      int p = presence.present();
      GroupedOffsets offsets = new GroupedOffsets(p, shapes::readRest);
      if (offsets.total() != counts[columns.length]) {
        throw new CorruptDataException(
            -1, "maps with " + offsets.total() + " entries without a column");
      }
      Input in = parts.read(columns.length);
      MapNode opened = new MapNode(in, type, p, Presence.all(p), context, offsets);
      in.expectEnd("a map's entries");
      rest = opened;
    }
    return rest;
  }

  /** Returns the column of a key, or -1. */
  private int find(MapKey key) {
    if (lastKey != key) {
      lastColumn = -1;
      for (int column = 0; column < columns.length && lastColumn < 0; column++) {
        lastColumn = MapNode.equalsKey(keys, column, key) ? column : -1;
      }
      lastKey = key;
    }
    return lastColumn;
  }

  @Override
  void readKey(int from, int count, MapKey key, ColumnVector out) {
    int column = find(key);
    if (column < 0 && counts[columns.length] == 0) {
      out.appendNulls(count);
      return;
    }
    for (int i = from; i < from + count; ) {
      int end = presence.allPresent() ? from + count : presence.runEnd(i, from + count);
      if (!presence.isPresent(i)) {
        out.appendNulls(end - i);
      } else if (column < 0) {
        rest().readKey(presence.rank(i), end - i, key, out);
      } else {
        readColumn(column, presence.rank(i), end - i, out);
      }
      i = end;
    }
  }

  /** Appends the values of a column for each of the maps, NULL for maps that lack the key. */
  private void readColumn(int column, int from, int count, ColumnVector out) {
    Presence has = shapes.presence(column);
    Node values = column(column);
    for (int i = from; i < from + count; ) {
      int end = has.allPresent() ? from + count : has.runEnd(i, from + count);
      if (has.isPresent(i)) {
        values.read(has.rank(i), end - i, out);
      } else {
        out.appendNulls(end - i);
      }
      i = end;
    }
  }

  @Override
  void read(int from, int count, ColumnVector out) {
    MapVector vector = (MapVector) out;
    int first = presence.rank(from);
    int dense = presence.rank(from + count) - first;
    int at = vector.addSlots(count);
    if (dense > 0) {
      readMaps(first, dense, vector, at);
    }
    RangeNode.spread(presence, from, count, vector, at);
  }

  /** Sets slots from {@code at} on to maps, all of them present. */
  private void readMaps(int first, int count, MapVector vector, int at) {
    if (entries == null) {
      entries = new Shapes.Entries(columns.length);
    }
    shapes.read(first, count, entries, vector.lengths, at);
    int keyBase = vector.keys().size();
    int base = vector.values().size();
    int start = keyBase;
    for (int k = at; k < at + count; k++) {
      vector.starts[k] = start;
      start += vector.lengths[k];
    }
    // Reads the entries column by column, then puts each to its place.
    keys.read(0, columns.length, vector.keys());
    int[] starts = new int[counts.length];
    for (int column = 0; column < counts.length; column++) {
      starts[column] = vector.values().size() - base;
      int from = entries.before[column];
      if (entries.counts[column] > 0 && column < columns.length) {
        column(column).read(from, entries.counts[column], vector.values());
      } else if (entries.counts[column] > 0) {
        rest().readEntries(from, entries.counts[column], vector);
      }
    }
    if (source.length < entries.size) {
      source = new int[entries.size];
    }
    for (int e = 0; e < entries.size; e++) {
      source[e] = starts[entries.columns[e]] + entries.ranks[e];
    }
    vector.values().select(base, source, entries.size);
    // The key of a column is read once. The keys of other entries follow them, one for each.
    for (int e = 0; e < entries.size; e++) {
      int column = entries.columns[e];
      source[e] = column + (column == columns.length ? entries.ranks[e] : 0);
    }
    vector.keys().select(keyBase, source, entries.size);
  }

  @Override
  int sizeAt(int i) {
    return shapes.get(presence.rank(i)).length;
  }

  @Override
  Value keyAt(int i, int k) {
    byte[] shape = shapes.get(presence.rank(i));
    int column = shape[k] & 0xFF;
    return column < columns.length
        ? keys.value(column)
        : rest().keyAt(presence.rank(i), restIndex(shape, k));
  }

  @Override
  Value valueAt(int i, int k) {
    int map = presence.rank(i);
    byte[] shape = shapes.get(map);
    int column = shape[k] & 0xFF;
    return column < columns.length
        ? column(column).value(shapes.presence(column).rank(map))
        : rest().valueAt(map, restIndex(shape, k));
  }

  /**
   * Returns the number of entries without a column before entry {@code k}, which has none itself.
   */
  private static int restIndex(byte[] shape, int k) {
    int before = 0;
    for (int b = 0; b < k; b++) {
      before += shape[b] == shape[k] ? 1 : 0;
    }
    return before;
  }

  @Override
  Value findAt(int i, MapKey key) {
    int map = presence.rank(i);
    int column = find(key);
    if (column < 0) {
      return counts[columns.length] == 0 ? null : rest().findAt(map, key);
    }
    Presence has = shapes.presence(column);
    return has.isPresent(map) ? column(column).value(has.rank(map)) : null;
  }

  @Override
  void encodings(Consumer<String> to) {
    keys.encodings(to);
    for (int column = 0; column < columns.length; column++) {
      column(column).encodings(to);
    }
    if (counts[columns.length] > 0) {
      rest().encodings(to);
    }
  }
}
