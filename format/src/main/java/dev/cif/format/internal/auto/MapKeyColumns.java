package dev.cif.format.internal.auto;

import dev.cif.format.internal.encoding.KeyTable;
import dev.cif.format.internal.io.Output;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Physical;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.MapVector;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Chooses the keys of maps that get a column of their own, FORMAT.md section 6. These are the keys
 * that at least one map in sixteen has, and no map twice. Deterministic.
 */
final class MapKeyColumns {
  /** Least number of maps for which a column pays. */
  private static final int LEAST_MAPS = 16;

  private static final int SAMPLE = 512;
  private static final int NONE = -1;

  private final MapVector maps;
  private final int[] rows;
  private final int n;
  private final KeyTable table = new KeyTable();
  private final Output number = new Output(Long.BYTES);

  /**
   * Number of maps that have each key of the table, the last map that had it, and an entry with it.
   */
  private int[] mapCounts = new int[64];

  private int[] lastMaps = new int[64];
  private int[] someEntry = new int[64];

  /** Column of each entry, in order; {@link #size()} for entries without a column. */
  private byte[] tags;

  private int[] keys;
  private long[] counts;
  private int[][] entries;

  private MapKeyColumns(MapVector maps, int[] rows, int n) {
    this.maps = maps;
    this.rows = rows;
    this.n = n;
  }

  /**
   * Chooses the columns. Returns null if no key deserves one.
   *
   * @param rows rows of the vector that are the maps, n of them, none NULL
   * @param entries indexes of all their entries
   */
  static MapKeyColumns of(MapVector maps, int[] rows, int n, int[] entries) {
    Physical keyClass = maps.keys().type().physical();
    if (n < LEAST_MAPS || (keyClass != Physical.BYTES && keyClass != Physical.INT)) {
      return null;
    }
    MapKeyColumns columns = new MapKeyColumns(maps, rows, n);
    MapKeyColumns sample = new MapKeyColumns(maps, rows, n);
    sample.countSample();
    for (int id = 0; id < sample.table.size(); id++) {
      // Slightly below the final threshold, since a sample can be wrong.
      if (sample.mapCounts[id] * (MapColumnsNode.SHARE + 8) >= Math.min(n, SAMPLE)) {
        columns.add(sample.someEntry[id]);
      }
    }
    if (columns.table.size() == 0) {
      return null;
    }
    return columns.choose(entries) ? columns : null;
  }

  /** Counts the keys of a sample of maps, at equal distances. */
  private void countSample() {
    int sample = Math.min(n, SAMPLE);
    for (int k = 0; k < sample; k++) {
      int row = rows[(int) ((long) k * n / sample)];
      for (int e = maps.starts[row]; e < maps.starts[row] + maps.lengths[row]; e++) {
        int id = add(e);
        if (lastMaps[id] != k) {
          mapCounts[id]++;
          lastMaps[id] = k;
        }
      }
    }
  }

  private int add(int entry) {
    int before = table.size();
    int id;
    if (maps.keys() instanceof BytesVector bytes) {
      id = table.add(bytes.data, bytes.starts[entry], bytes.lengths[entry]);
    } else {
      id = table.add(number(entry), 0, Long.BYTES);
    }
    if (table.size() > before) {
      if (id == mapCounts.length) {
        mapCounts = Arrays.copyOf(mapCounts, 2 * id);
        lastMaps = Arrays.copyOf(lastMaps, 2 * id);
        someEntry = Arrays.copyOf(someEntry, 2 * id);
      }
      lastMaps[id] = NONE;
      someEntry[id] = entry;
    }
    return id;
  }

  private int find(int entry) {
    if (maps.keys() instanceof BytesVector bytes) {
      return table.find(bytes.data, bytes.starts[entry], bytes.lengths[entry]);
    }
    return table.find(number(entry), 0, Long.BYTES);
  }

  private byte[] number(int entry) {
    number.reset();
    number.i64(((LongVector) maps.keys()).values[entry]);
    return number.array();
  }

  /** Chooses among the keys of the table. Returns false if none is left. */
  private boolean choose(int[] entries) {
    int[] ids = new int[entries.length];
    boolean[] isTwice = new boolean[table.size()];
    int e = 0;
    for (int k = 0; k < n; k++) {
      for (int end = e + maps.lengths[rows[k]]; e < end; e++) {
        int id = find(entries[e]);
        ids[e] = id;
        if (id >= 0) {
          isTwice[id] |= lastMaps[id] == k;
          lastMaps[id] = k;
          mapCounts[id]++;
        }
      }
    }
    int[] chosen =
        IntStream.range(0, table.size())
            .filter(id -> !isTwice[id] && mapCounts[id] >= LEAST_MAPS)
            .filter(id -> (long) mapCounts[id] * MapColumnsNode.SHARE >= n)
            .boxed()
            .sorted((a, b) -> Integer.compare(mapCounts[b], mapCounts[a]))
            .limit(MapColumnsNode.MOST_COLUMNS)
            .mapToInt(id -> id)
            .sorted()
            .toArray();
    number(entries, ids, chosen);
    return chosen.length > 0;
  }

  /** Numbers the columns of the chosen keys. */
  private void number(int[] all, int[] ids, int[] chosen) {
    int g = chosen.length;
    keys = new int[g];
    counts = new long[g + 1];
    int[] columns = new int[table.size()];
    Arrays.fill(columns, g);
    for (int column = 0; column < g; column++) {
      columns[chosen[column]] = column;
      keys[column] = someEntry[chosen[column]];
    }
    tags = new byte[all.length];
    for (int e = 0; e < tags.length; e++) {
      int column = ids[e] < 0 ? g : columns[ids[e]];
      tags[e] = (byte) column;
      counts[column]++;
    }
    entries = new int[g + 1][];
    for (int column = 0; column <= g; column++) {
      entries[column] = new int[(int) counts[column]];
    }
    int[] next = new int[g + 1];
    for (int e = 0; e < tags.length; e++) {
      int column = tags[e] & 0xFF;
      entries[column][next[column]++] = all[e];
    }
  }

  /** Returns the number of columns. */
  int size() {
    return keys.length;
  }

  /** Returns for each column an entry that has its key. */
  int[] keys() {
    return keys;
  }

  /** Returns the number of entries of each column, and of those without a column last. */
  long[] counts() {
    return counts;
  }

  /** Returns the shape of each map: the column of each of its entries, in order. */
  BytesVector shapes() {
    BytesVector shapes = new BytesVector(CifType.BINARY);
    shapes.addSlots(n);
    shapes.share(tags);
    int start = 0;
    for (int k = 0; k < n; k++) {
      shapes.starts[k] = start;
      shapes.lengths[k] = maps.lengths[rows[k]];
      start += shapes.lengths[k];
    }
    return shapes;
  }

  /** Returns the entries of a column, or those without a column if it is {@link #size()}. */
  int[] entries(int column) {
    return entries[column];
  }
}
