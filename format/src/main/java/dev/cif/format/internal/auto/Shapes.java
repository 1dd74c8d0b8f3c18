package dev.cif.format.internal.auto;

import dev.cif.format.internal.encoding.Ints;
import dev.cif.format.internal.encoding.Strings;
import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import java.util.Arrays;

/**
 * Shapes of many maps: the keys that each map has, in order. A shape has a byte an entry, the
 * number of the key's column. Entries without a column have the number of columns. Decoded on
 * demand.
 */
final class Shapes {
  static final int GROUP = 1024;

  private final Strings strings;

  /**
   * Number of entries of each column, and of those without a column last, as stored in the header.
   */
  private final int[] counts;

  private final Presence[] presences;
  private final BytesVector scratch = new BytesVector(CifType.BINARY);

  /** Entries of each column before each group of 1,024 maps; null until wanted. */
  private int[][] groups;

  private boolean checked;

  /** End of the last read, and the entries of each column before that map. */
  private int cursor;

  private final int[] beforeCursor;

  Shapes(Strings strings, int[] counts) {
    this.strings = strings;
    this.counts = counts;
    this.presences = new Presence[counts.length - 1];
    this.beforeCursor = new int[counts.length];
  }

  int columns() {
    return presences.length;
  }

  /** Entries of consecutive maps, in the order of the maps. */
  static final class Entries {
    /** Number of entries. */
    int size;

    /** Column of each entry. */
    int[] columns = new int[0];

    /**
     * Number of entries of the same column before each entry, counted from the first of these maps
     * on.
     */
    int[] ranks = new int[0];

    /** Entries of each column before these maps. */
    final int[] before;

    /** Entries of each column in these maps. */
    final int[] counts;

    Entries(int columns) {
      before = new int[columns + 1];
      counts = new int[columns + 1];
    }
  }

  /**
   * Reads the entries of {@code count} maps. Stores the length of each map in {@code lengths} from
   * {@code at} on. A call that continues where the last one ended is cheapest.
   */
  void read(int from, int count, Entries out, int[] lengths, int at) {
    check();
    if (from != cursor) {
      countsBefore(from, beforeCursor);
    }
    BytesVector shapes = scratch(from, count);
    int total = 0;
    for (int k = 0; k < count; k++) {
      lengths[at + k] = shapes.lengths[k];
      total += shapes.lengths[k];
    }
    if (total > out.columns.length) {
      out.columns = new int[total];
      out.ranks = new int[total];
    }
    out.size = total;
    System.arraycopy(beforeCursor, 0, out.before, 0, counts.length);
    Arrays.fill(out.counts, 0);
    rank(shapes, count, out.columns, out.ranks, out.counts);
    for (int column = 0; column < counts.length; column++) {
      beforeCursor[column] += out.counts[column];
    }
    cursor = from + count;
  }

  private static void rank(BytesVector shapes, int count, int[] columns, int[] ranks, int[] next) {
    byte[] data = shapes.data;
    int e = 0;
    for (int k = 0; k < count; k++) {
      int end = shapes.starts[k] + shapes.lengths[k];
      for (int b = shapes.starts[k]; b < end; b++) {
        int column = data[b] & 0xFF;
        columns[e] = column;
        ranks[e++] = next[column]++;
      }
    }
  }

  private BytesVector scratch(int from, int count) {
    return scratch(strings, from, count);
  }

  private BytesVector scratch(Strings strings, int from, int count) {
    scratch.reset();
    if (count > 0) {
      scratch.addSlots(count);
      strings.read(from, count, scratch, 0);
    }
    return scratch;
  }

  byte[] get(int map) {
    return strings.get(map);
  }

  /** Returns the presence of a column's key among the maps. */
  Presence presence(int column) {
    if (presences[column] == null && counts[column] == strings.size()) {
      presences[column] = Presence.all(strings.size());
    }
    if (presences[column] == null) {
      long[] words = new long[(strings.size() + 63) / 64];
      if (strings.ids() != null) {
        byShape(column, words);
      } else {
        byMap(column, words);
      }
      Presence presence = Presence.of(strings.size(), words);
      checkCount(column, presence.present());
      presences[column] = presence;
    }
    return presences[column];
  }

  /** Finds the maps that have the column, with one look at each shape of the dictionary. */
  private void byShape(int column, long[] words) {
    Strings dictionary = strings.dictionary();
    boolean[] has = new boolean[dictionary.size()];
    for (int id = 0; id < has.length; id++) {
      byte[] shape = dictionary.get(id);
      has[id] = has(shape, 0, shape.length, column);
    }
    Ints ids = strings.ids();
    long[] chunk = new long[GROUP];
    for (int from = 0; from < strings.size(); from += GROUP) {
      int count = Math.min(GROUP, strings.size() - from);
      ids.read(from, count, chunk, 0);
      for (int k = 0; k < count; k++) {
        if (has[(int) chunk[k]]) {
          words[(from + k) >> 6] |= 1L << (from + k);
        }
      }
    }
  }

  private void byMap(int column, long[] words) {
    for (int from = 0; from < strings.size(); from += GROUP) {
      int count = Math.min(GROUP, strings.size() - from);
      BytesVector shapes = scratch(from, count);
      for (int k = 0; k < count; k++) {
        if (has(shapes.data, shapes.starts[k], shapes.lengths[k], column)) {
          words[(from + k) >> 6] |= 1L << (from + k);
        }
      }
    }
  }

  private static boolean has(byte[] data, int start, int length, int column) {
    int found = count(data, start, length, column);
    if (found > 1) {
      throw twice(column);
    }
    return found == 1;
  }

  /** Returns the number of entries of a shape that belong to the column. */
  private static int count(byte[] data, int start, int length, int column) {
    byte wanted = (byte) column;
    int found = 0;
    for (int b = start; b < start + length; b++) {
      found += data[b] == wanted ? 1 : 0;
    }
    return found;
  }

  private void checkCount(int column, long entries) {
    if (entries != counts[column]) {
      throw new CorruptDataException(
          -1, "column " + column + " of a map has another number of entries than " + entries);
    }
  }

  private static CorruptDataException twice(int column) {
    return new CorruptDataException(-1, "a map has the key of column " + column + " twice");
  }

  /** Sets {@code out} to the number of entries of each column before the map. */
  private void countsBefore(int map, int[] out) {
    if (groups == null) {
      groups = count();
    }
    int group = Math.min(map / GROUP, groups.length - 1);
    System.arraycopy(groups[group], 0, out, 0, out.length);
    int start = group * GROUP;
    add(scratch(start, map - start), map - start, out);
  }

  /** Checks all shapes, and the numbers of their entries against the header. */
  private void check() {
    if (checked) {
      return;
    }
    if (strings.ids() != null) {
      checkByShape();
    } else {
      groups = count();
    }
    checked = true;
  }

  /** Checks all shapes with one look at each shape of the dictionary. */
  private void checkByShape() {
    Strings dictionary = strings.dictionary();
    int[] maps = new int[dictionary.size()];
    Ints ids = strings.ids();
    long[] chunk = new long[GROUP];
    for (int from = 0; from < strings.size(); from += GROUP) {
      int count = Math.min(GROUP, strings.size() - from);
      ids.read(from, count, chunk, 0);
      for (int k = 0; k < count; k++) {
        maps[(int) chunk[k]]++;
      }
    }
    long[] entries = new long[counts.length];
    int[] last = new int[counts.length];
    Arrays.fill(last, -1);
    BytesVector shapes = scratch(dictionary, 0, maps.length);
    for (int id = 0; id < maps.length; id++) {
      // A shape that no map has may be anything.
      int length = maps[id] > 0 ? shapes.lengths[id] : 0;
      check(shapes.data, shapes.starts[id], length, id, last);
      for (int b = shapes.starts[id]; b < shapes.starts[id] + length; b++) {
        entries[shapes.data[b] & 0xFF] += maps[id];
      }
    }
    for (int column = 0; column < entries.length; column++) {
      checkCount(column, entries[column]);
    }
  }

  /** Counts the entries of each column before every group of maps, and checks all shapes. */
  private int[][] count() {
    int n = strings.size();
    int[][] before = new int[(n + GROUP - 1) / GROUP][];
    int[] running = new int[counts.length];
    int[] last = new int[counts.length];
    Arrays.fill(last, -1);
    for (int g = 0; g < before.length; g++) {
      before[g] = running.clone();
      int from = g * GROUP;
      int count = Math.min(GROUP, n - from);
      BytesVector shapes = scratch(from, count);
      for (int k = 0; k < count; k++) {
        check(shapes.data, shapes.starts[k], shapes.lengths[k], from + k, last);
      }
      add(shapes, count, running);
    }
    for (int column = 0; column < running.length; column++) {
      checkCount(column, running[column]);
    }
    return before;
  }

  /**
   * Checks a shape. {@code last} holds for each column the number of the last shape that had it,
   * which shows a column that occurs twice.
   */
  private void check(byte[] data, int start, int length, int number, int[] last) {
    int columns = columns();
    for (int b = start; b < start + length; b++) {
      int column = data[b] & 0xFF;
      if (column > columns) {
        throw new CorruptDataException(-1, "column " + column + " of a map that has " + columns);
      }
      if (last[column] == number && column < columns) {
        throw twice(column);
      }
      last[column] = number;
    }
  }

  private static void add(BytesVector shapes, int count, int[] running) {
    for (int k = 0; k < count; k++) {
      int end = shapes.starts[k] + shapes.lengths[k];
      for (int b = shapes.starts[k]; b < end; b++) {
        running[shapes.data[b] & 0xFF]++;
      }
    }
  }

  /** Reads the number of entries without a column of each map. */
  void readRest(int from, int count, long[] out, int at) {
    BytesVector shapes = scratch(from, count);
    for (int k = 0; k < count; k++) {
      out[at + k] = count(shapes.data, shapes.starts[k], shapes.lengths[k], columns());
    }
  }
}
