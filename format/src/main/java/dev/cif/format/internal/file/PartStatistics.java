package dev.cif.format.internal.file;

import dev.cif.format.internal.encoding.KeyTable;
import dev.cif.format.internal.io.Output;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Kind;
import dev.cif.format.schema.ColumnStatistics;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.MapVector;
import dev.cif.format.vector.StructVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Collects the statistics of the parts of a column's values block by block, and writes them,
 * FORMAT.md section 5.2. A part is collected from the first block that has it, or never. If there
 * are too many parts, or their statistics take too many bytes, no new ones are added from then on.
 */
final class PartStatistics {
  static final byte[] MAGIC = {'C', 'I', 'F', 'P'};

  /** Greatest number of parts of a file. */
  static final int MAX_PARTS = 1_000;

  /** Greatest length in bytes of keys that get statistics. */
  private static final int MAX_KEY = 256;

  /** Size in bytes of the lengths of a part's name and statistics, at most. */
  private static final int PART_BYTES = 6;

  /** Size in bytes of a file without parts and flags, at most. */
  private static final int FIXED_BYTES = 32;

  /** Statistics of one part in the blocks that have a value of it. */
  private static final class Part {
    final byte[] name;
    final Output statistics = new Output(32);
    final BitSet blocks = new BitSet();

    Part(byte[] name) {
      this.name = name;
    }

    void add(int block, ColumnStatistics of) {
      statistics.uvarint(block - blocks.length());
      Statistics.write(of, statistics);
      blocks.set(block);
    }

    long bytes() {
      return (long) PART_BYTES + name.length + statistics.size();
    }
  }

  /** Parts by the numbers of their names; null for a part that was given up. */
  private final List<Part> parts = new ArrayList<>();

  private final KeyTable keys = new KeyTable();
  private final Output number = new Output(16);

  /** Values of one key in a block. */
  private final ColumnVector values;

  /** Blocks in which parts have values that are not in the file. */
  private final BitSet incomplete = new BitSet();

  private int blocks;
  private long bytes;

  /** True if no new part is added any more. */
  private boolean isFull;

  private PartStatistics(CifType type) {
    values = type.kind() == Kind.MAP ? ColumnVector.create(type.child(1)) : null;
    if (type.kind() == Kind.STRUCT) {
      addFields(type, new ArrayList<>());
    }
  }

  /**
   * Returns a collector for a column of a type, or null if its values have no parts with
   * statistics.
   */
  static PartStatistics of(CifType type) {
    return PartName.isDivided(type) ? new PartStatistics(type) : null;
  }

  private void addFields(CifType struct, List<Integer> path) {
    for (int k = 0; k < struct.children().size(); k++) {
      CifType field = struct.child(k);
      path.add(k);
      if (field.kind() == Kind.STRUCT) {
        addFields(field, path);
      } else if (field.kind().isPrimitive() && parts.size() < MAX_PARTS) {
        parts.add(new Part(PartName.of(path).bytes()));
      } else if (field.kind().isPrimitive()) {
        isFull = true;
      }
      path.remove(path.size() - 1);
    }
  }

  /** Adds the values of the next block. */
  void add(ColumnVector block) {
    if (block instanceof StructVector struct) {
      incomplete.set(blocks, isFull);
      addFields(struct, 0);
    } else {
      addKeys((MapVector) block);
    }
    blocks++;
    while (bytes + blocks / 8 + FIXED_BYTES > PartsEntry.MAX_BYTES && giveUpLargest()) {
      isFull = true;
    }
  }

  /** Adds the fields of a struct. Returns the number of the part behind its last. */
  private int addFields(StructVector struct, int first) {
    int part = first;
    for (int k = 0; k < struct.fieldCount(); k++) {
      ColumnVector field = struct.field(k);
      if (field instanceof StructVector inner) {
        part = addFields(inner, part);
      } else if (field.type().kind().isPrimitive() && part < parts.size()) {
        add(part++, Statistics.of(field));
      }
    }
    return part;
  }

  private void add(int part, ColumnStatistics statistics) {
    if (statistics.nulls() == statistics.rows()) {
      return;
    }
    Part to = parts.get(part);
    if (to == null) {
      incomplete.set(blocks);
      return;
    }
    bytes -= to.blocks.isEmpty() ? 0 : to.bytes();
    to.add(blocks, statistics);
    bytes += to.bytes();
  }

  private void addKeys(MapVector map) {
    int entries = map.keys().size();
    int[] keyOf = new int[entries];
    int[] entryOf = new int[entries];
    int[] lastRow = new int[MAX_PARTS];
    int[] lastPlace = new int[MAX_PARTS];
    int[] ends = new int[MAX_PARTS + 1];
    Arrays.fill(lastRow, -1);
    int found = 0;
    for (int row = 0; row < map.size(); row++) {
      for (int k = 0; k < map.lengths[row] && !map.isNull(row); k++) {
        int entry = map.starts[row] + k;
        int key = key(map.keys(), entry);
        if (key < 0) {
          incomplete.set(blocks);
        } else if (lastRow[key] == row) {
          // A look-up returns the last entry of the key, so that one counts.
          entryOf[lastPlace[key]] = entry;
        } else {
          lastRow[key] = row;
          lastPlace[key] = found;
          keyOf[found] = key;
          entryOf[found++] = entry;
          ends[key + 1]++;
        }
      }
    }
    for (int key = 0; key < MAX_PARTS; key++) {
      ends[key + 1] += ends[key];
    }
    int[] sorted = new int[found];
    int[] next = ends.clone();
    for (int i = 0; i < found; i++) {
      sorted[next[keyOf[i]]++] = entryOf[i];
    }
    for (int key = 0; key < parts.size(); key++) {
      addKey(key, map, sorted, ends[key], ends[key + 1]);
    }
    values.release();
  }

  private void addKey(int key, MapVector map, int[] entries, int from, int to) {
    values.reset();
    for (int i = from; i < to; i++) {
      values.append(map.values(), entries[i]);
    }
    ColumnStatistics s = Statistics.of(values);
    long nulls = map.size() - (s.rows() - s.nulls());
    add(
        key,
        new ColumnStatistics(
            map.size(), nulls, s.min(), s.max(), s.minExact(), s.maxExact(), s.hasNan()));
  }

  /** Returns the number of the part under a key, or -1 if it is not in the file. */
  private int key(ColumnVector vector, int entry) {
    byte[] data;
    int start = 0;
    int length;
    if (vector instanceof BytesVector texts) {
      data = texts.data;
      start = texts.starts[entry];
      length = texts.lengths[entry];
    } else {
      number.reset();
      number.svarint(((LongVector) vector).values[entry]);
      data = number.array();
      length = number.size();
    }
    int key = keys.find(data, start, length);
    if (key < 0 && !isFull && length <= MAX_KEY) {
      isFull = parts.size() == MAX_PARTS;
      if (!isFull) {
        key = keys.add(data, start, length);
        parts.add(new Part(Arrays.copyOfRange(data, start, start + length)));
      }
    }
    return key;
  }

  private boolean giveUpLargest() {
    int largest = -1;
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      if (part != null
          && !part.blocks.isEmpty()
          && (largest < 0 || part.bytes() > parts.get(largest).bytes())) {
        largest = i;
      }
    }
    if (largest < 0) {
      return false;
    }
    Part part = parts.set(largest, null);
    bytes -= part.bytes();
    incomplete.or(part.blocks);
    return true;
  }

  /**
   * Returns the content of the file, or null if it would be too long even without parts.
   *
   * @param footerCrc CRC32C of the column's footer
   */
  byte[] file(int footerCrc) {
    if (blocks / 8 + FIXED_BYTES > PartsEntry.MAX_BYTES) {
      return null;
    }
    Output out = new Output();
    out.raw(MAGIC, 0, MAGIC.length);
    out.u8(Footer.VERSION);
    out.raw(new byte[3], 0, 3);
    out.u32(footerCrc);
    out.uvarint(blocks);
    BitSet complete = (BitSet) incomplete.clone();
    complete.flip(0, blocks);
    byte[] flags = Arrays.copyOf(complete.toByteArray(), (blocks + 7) / 8);
    out.raw(flags, 0, flags.length);
    List<Part> written =
        parts.stream().filter(part -> part != null && !part.blocks.isEmpty()).toList();
    out.uvarint(written.size());
    for (Part part : written) {
      out.bytes(part.name);
      out.sized(part.statistics);
    }
    return out.toByteArray();
  }
}
