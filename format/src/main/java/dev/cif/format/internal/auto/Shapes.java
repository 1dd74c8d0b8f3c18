package dev.cif.format.internal.auto;

import dev.cif.format.CifType;
import dev.cif.format.internal.encoding.Ints;
import dev.cif.format.internal.encoding.Strings;
import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.vector.BytesVector;
import java.util.Arrays;

/**
 * Which keys each of many maps has, and in which order: a byte an entry, the number of the key's
 * column or, for an entry without a column, the number of columns. Decoded on demand.
 */
final class Shapes {
  static final int GROUP = 1024;

  private final Strings strings;

  /** How many entries each column has, and how many have no column, as the header tells. */
  private final int[] counts;

  private final Presence[] presences;
  private final BytesVector scratch = new BytesVector(CifType.BINARY);

  /** For each group of 1,024 maps, the entries of each column before it; null until wanted. */
  private int[][] groups;

  Shapes(Strings strings, int[] counts) {
    this.strings = strings;
    this.counts = counts;
    this.presences = new Presence[counts.length - 1];
  }

  int columns() {
    return presences.length;
  }

  /** The shapes of {@code count} maps. */
  BytesVector read(int from, int count) {
    BytesVector shapes = new BytesVector(CifType.BINARY);
    readInto(from, count, shapes);
    return shapes;
  }

  private BytesVector scratch(int from, int count) {
    scratch.reset();
    readInto(from, count, scratch);
    return scratch;
  }

  private void readInto(int from, int count, BytesVector out) {
    if (count > 0) {
      out.addSlots(count);
      strings.read(from, count, out, 0);
    }
  }

  byte[] get(int map) {
    return strings.get(map);
  }

  /** Which maps have the key of a column. */
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
      if (presence.present() != counts[column]) {
        throw wrongCount(column, presence.present());
      }
      presences[column] = presence;
    }
    return presences[column];
  }

  /** Looks at each shape of the dictionary once. */
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
      throw new CorruptDataException(-1, "a map has the key of column " + column + " twice");
    }
    return found == 1;
  }

  /** How many entries of a shape are of the column. */
  private static int count(byte[] data, int start, int length, int column) {
    byte wanted = (byte) column;
    int found = 0;
    for (int b = start; b < start + length; b++) {
      found += data[b] == wanted ? 1 : 0;
    }
    return found;
  }

  private static CorruptDataException wrongCount(int column, int entries) {
    return new CorruptDataException(
        -1, "column " + column + " of a map has another number of entries than " + entries);
  }

  /** Sets {@code out} to the number of entries of each column before the map. */
  void countsBefore(int map, int[] out) {
    if (groups == null) {
      groups = count();
    }
    int group = Math.min(map / GROUP, groups.length - 1);
    System.arraycopy(groups[group], 0, out, 0, out.length);
    int start = group * GROUP;
    add(scratch(start, map - start), map - start, out);
  }

  /** Counts the entries of each column for every group of maps, and checks all shapes. */
  private int[][] count() {
    int n = strings.size();
    int[][] before = new int[(n + GROUP - 1) / GROUP][];
    int[] running = new int[counts.length];
    // The last map that had the column's key, so that none has it twice.
    int[] last = new int[counts.length];
    Arrays.fill(last, -1);
    for (int g = 0; g < before.length; g++) {
      before[g] = running.clone();
      int from = g * GROUP;
      int count = Math.min(GROUP, n - from);
      BytesVector shapes = scratch(from, count);
      for (int k = 0; k < count; k++) {
        check(shapes, k, from + k, last);
      }
      add(shapes, count, running);
    }
    for (int column = 0; column < running.length; column++) {
      if (running[column] != counts[column]) {
        throw wrongCount(column, running[column]);
      }
    }
    return before;
  }

  private void check(BytesVector shapes, int k, int map, int[] last) {
    int columns = columns();
    for (int b = shapes.starts[k]; b < shapes.starts[k] + shapes.lengths[k]; b++) {
      int column = shapes.data[b] & 0xFF;
      if (column > columns) {
        throw new CorruptDataException(-1, "column " + column + " of a map that has " + columns);
      }
      if (last[column] == map && column < columns) {
        throw new CorruptDataException(-1, "a map has the key of column " + column + " twice");
      }
      last[column] = map;
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

  /** The number of entries without a column of each map. */
  void readRest(int from, int count, long[] out, int at) {
    BytesVector shapes = scratch(from, count);
    for (int k = 0; k < count; k++) {
      out[at + k] = count(shapes.data, shapes.starts[k], shapes.lengths[k], columns());
    }
  }
}
