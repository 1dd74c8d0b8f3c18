package dev.cif.format.internal.file;

import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.schema.BlockDescription;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.ColumnStatistics;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Layout;
import dev.cif.format.schema.SkipDistances;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Footer of a column file, FORMAT.md section 5: everything that a reader needs to skip. Immutable.
 */
public final class Footer {
  /** Length of the header of a column file in bytes. */
  public static final int HEADER_BYTES = 8;

  /** Length of the trailer of a column file in bytes. */
  public static final int TRAILER_BYTES = 12;

  static final byte[] MAGIC = {'C', 'I', 'F', 'C'};

  /** Magic of a group file, FORMAT.md section 5.1. */
  static final byte[] GROUP_MAGIC = {'C', 'I', 'F', 'G'};

  static final int VERSION = 1;

  /** Greatest length of a body and of a key filter: an array holds it and the slack behind it. */
  private static final int MAX_LENGTH = Integer.MAX_VALUE - 64;

  /** Least size of a block's entry in bytes. */
  private static final int MIN_ENTRY = 9;

  /** Least size of a part's entry in bytes. */
  private static final int MIN_PART = 5;

  /**
   * Entry of the footer for a block.
   *
   * @param offset offset of the body in the file
   * @param length length of the body in bytes
   * @param firstRow first row of the block, counted in the split
   * @param rows number of rows of the block
   * @param rawBytes size of the values before encoding, in bytes
   * @param crc CRC32C of the body; of its head if it has parts
   * @param filterLength length of the key filter behind the body; 0 if there is none
   * @param filterCrc CRC32C of the key filter
   * @param parts parts at the end of the body; empty if it is not divided
   * @param statistics statistics of the values
   */
  public record Entry(
      long offset,
      int length,
      long firstRow,
      int rows,
      long rawBytes,
      int crc,
      int filterLength,
      int filterCrc,
      List<Part> parts,
      ColumnStatistics statistics)
      implements BlockDescription {
    /** Returns the length of the body without its parts. */
    public int headLength() {
      return parts.isEmpty() ? length : parts.get(0).offset();
    }
  }

  /**
   * Part of a body, FORMAT.md section 6.3.
   *
   * @param offset offset in the body in bytes
   * @param length length in bytes
   * @param crc CRC32C of the part
   */
  public record Part(int offset, int length, int crc) {}

  private final Layout layout;
  private final Compression compression;
  private final CifType type;
  private final SkipDistances skips;
  private final long rows;
  private final ColumnStatistics statistics;
  private final List<Entry> entries;

  Footer(
      Layout layout,
      Compression compression,
      CifType type,
      SkipDistances skips,
      long rows,
      ColumnStatistics statistics,
      List<Entry> entries) {
    this.layout = layout;
    this.compression = compression;
    this.type = type;
    this.skips = skips;
    this.rows = rows;
    this.statistics = statistics;
    this.entries = List.copyOf(entries);
  }

  public Layout layout() {
    return layout;
  }

  /** Returns the codec of layout block; NONE for other layouts. */
  public Compression compression() {
    return compression;
  }

  public CifType type() {
    return type;
  }

  /** Returns the skip distances; null if the layout has none. */
  public SkipDistances skips() {
    return skips;
  }

  public long rows() {
    return rows;
  }

  public ColumnStatistics statistics() {
    return statistics;
  }

  public List<Entry> entries() {
    return entries;
  }

  /** Returns the index of the block that holds the row, which must exist. */
  public int blockOf(long row) {
    int low = 0;
    int high = entries.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (entries.get(middle).firstRow() <= row) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private static boolean hasParts(Layout layout, CifType type) {
    return layout == Layout.AUTO
        && (type.kind() == CifType.Kind.MAP || type.kind() == CifType.Kind.STRUCT);
  }

  static boolean hasSkips(Layout layout) {
    return layout == Layout.SKIPLIST || layout == Layout.DCSL;
  }

  /**
   * Appends the footer.
   *
   * @param isGrouped true for a group file, whose footers contain the offset of each block
   */
  void write(Output out, boolean isGrouped) {
    out.u8(layout.id());
    out.u8(compression.id());
    out.bytes(type.toString().getBytes(StandardCharsets.UTF_8));
    out.uvarint(skips == null ? 0 : skips.size());
    for (int i = 0; skips != null && i < skips.size(); i++) {
      out.uvarint(skips.distance(i));
    }
    out.uvarint(rows);
    out.uvarint(entries.size());
    Statistics.write(statistics, out);
    long end = HEADER_BYTES;
    for (Entry e : entries) {
      if (isGrouped) {
        out.uvarint(e.offset - end);
        end = e.offset + e.length + e.filterLength;
      }
      out.uvarint(e.length);
      out.uvarint(e.rows);
      out.uvarint(e.rawBytes);
      out.u32(e.crc);
      if (layout == Layout.DCSL) {
        out.uvarint(e.filterLength);
        out.u32(e.filterCrc);
      }
      if (hasParts(layout, type)) {
        out.uvarint(e.parts.size());
        for (Part part : e.parts) {
          out.uvarint(part.length);
          out.u32(part.crc);
        }
      }
      Statistics.write(e.statistics, out);
    }
  }

  /**
   * Reads a footer.
   *
   * @param blocksEnd end of the blocks in the file; in a group file, their upper bound
   * @param isGrouped true for a group file
   */
  static Footer read(Input in, long blocksEnd, boolean isGrouped) {
    Layout layout = choice(in, Layout.values(), "layout");
    Compression compression = choice(in, Compression.values(), "codec");
    if ((layout == Layout.BLOCK) == (compression == Compression.NONE)) {
      throw in.corrupt("layout " + layout.text() + " with codec " + compression.text());
    }
    CifType type = type(in);
    if (layout == Layout.DCSL && type.kind() != CifType.Kind.MAP) {
      throw in.corrupt("layout dcsl for the type " + type);
    }
    SkipDistances skips = skips(in, layout);
    long rows = in.uvarint();
    if (rows < 0) {
      throw in.corrupt("a negative number of rows");
    }
    int blocks = in.count("the number of blocks", in.remaining() / MIN_ENTRY);
    ColumnStatistics statistics = Statistics.read(in, type, rows);
    Entry[] entries = new Entry[blocks];
    long offset = HEADER_BYTES;
    long row = 0;
    long nulls = 0;
    for (int i = 0; i < blocks; i++) {
      long gap = isGrouped ? in.uvarint() : 0;
      if (gap < 0 || gap > blocksEnd - offset) {
        throw in.corrupt("block " + i + " starts behind the end of all blocks");
      }
      offset += gap;
      int length = in.count("the length of a block", MAX_LENGTH);
      int blockRows = in.count("the rows of a block", ColumnOptions.MAX_BLOCK_ROWS);
      long rawBytes = in.uvarint();
      int crc = in.u32();
      boolean filters = layout == Layout.DCSL;
      int filterLength = filters ? in.count("the length of a filter", MAX_LENGTH) : 0;
      int filterCrc = filters ? in.u32() : 0;
      List<Part> parts = hasParts(layout, type) ? parts(in, length) : List.of();
      long end = offset + length + filterLength;
      if (filterLength % Long.BYTES != 0) {
        throw in.corrupt("a key filter of " + filterLength + " bytes");
      }
      if (rawBytes < 0) {
        throw in.corrupt("2^63 raw bytes or more in block " + i);
      }
      if (blockRows < 1 || end > blocksEnd || blockRows > rows - row) {
        throw in.corrupt("block " + i + " does not fit the file or its rows");
      }
      entries[i] =
          new Entry(
              offset,
              length,
              row,
              blockRows,
              rawBytes,
              crc,
              filterLength,
              filterCrc,
              parts,
              Statistics.read(in, type, blockRows));
      offset = end;
      row += blockRows;
      nulls += entries[i].statistics.nulls();
    }
    boolean isFilled = isGrouped || offset == blocksEnd;
    if (!isFilled || row != rows) {
      throw in.corrupt(
          "the blocks hold "
              + row
              + " rows and end at "
              + offset
              + ", the footer says "
              + rows
              + " rows and "
              + blocksEnd);
    }
    if (nulls != statistics.nulls()) {
      throw in.corrupt(nulls + " NULLs in the blocks, " + statistics.nulls() + " in the file");
    }
    in.expectEnd("the footer");
    return new Footer(layout, compression, type, skips, rows, statistics, List.of(entries));
  }

  private static List<Part> parts(Input in, int bodyLength) {
    int count = in.count("the number of a block's parts", in.remaining() / MIN_PART);
    Part[] parts = new Part[count];
    int left = bodyLength;
    for (int k = 0; k < count; k++) {
      parts[k] = new Part(0, in.count("the length of a block's part", left), in.u32());
      left -= parts[k].length;
    }
    // The rest is the head; the parts follow it.
    int offset = left;
    for (int k = 0; k < count; k++) {
      parts[k] = new Part(offset, parts[k].length, parts[k].crc);
      offset += parts[k].length;
    }
    return List.of(parts);
  }

  private static <T> T choice(Input in, T[] values, String what) {
    int id = in.u8();
    if (id >= values.length) {
      throw in.corrupt("unknown " + what + " " + id);
    }
    return values[id];
  }

  private static CifType type(Input in) {
    byte[] bytes = in.bytes("the type");
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (!Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes)) {
      throw in.corrupt("the type is no UTF-8");
    }
    try {
      return CifType.parse(text);
    } catch (IllegalArgumentException e) {
      throw in.corrupt(e.getMessage());
    }
  }

  private static SkipDistances skips(Input in, Layout layout) {
    int count = in.count("the number of skip distances", 30);
    if ((count > 0) != hasSkips(layout)) {
      throw in.corrupt(count + " skip distances in layout " + layout.text());
    }
    if (count == 0) {
      return null;
    }
    int[] distances = new int[count];
    for (int i = 0; i < count; i++) {
      distances[i] = in.count("a skip distance", Integer.MAX_VALUE);
    }
    try {
      return SkipDistances.of(distances);
    } catch (IllegalArgumentException e) {
      throw in.corrupt(e.getMessage());
    }
  }
}
