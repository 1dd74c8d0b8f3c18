package dev.cif.format.internal.file;

import dev.cif.format.internal.filter.BloomFilter;
import dev.cif.format.internal.io.Input;
import dev.cif.format.options.WriteOptions;
import java.util.ArrayList;
import java.util.List;

/** Index of a filter file, FORMAT.md section 5.3. Immutable. */
final class FilterIndex {
  private final List<Integer> footerCrcs;

  /** First row of each filter, and the number of rows behind the last. */
  private final long[] firstRows;

  /** Offset of each filter in bytes, and the end of the last. */
  private final long[] offsets;

  private final byte[] kinds;
  private final int[] crcs;

  private FilterIndex(List<Integer> footerCrcs, int count) {
    this.footerCrcs = List.copyOf(footerCrcs);
    firstRows = new long[count + 1];
    offsets = new long[count + 1];
    kinds = new byte[count];
    crcs = new int[count];
  }

  /**
   * Reads an index.
   *
   * @param columns number of columns of the key
   * @param rows number of rows of the split
   * @param end offset of the index in the file, where the filters end
   */
  static FilterIndex read(Input in, int columns, long rows, long end) {
    int given = in.count("the number of columns", WriteOptions.MAX_FILTER_COLUMNS);
    if (given != columns) {
      throw in.corrupt("a key of " + given + " columns, the schema file has " + columns);
    }
    List<Integer> crcs = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      crcs.add(in.u32());
    }
    // An entry takes two bytes or more.
    int most = Math.min(FilterWriter.MAX_FILTERS, in.remaining() / 2);
    FilterIndex index = new FilterIndex(crcs, in.count("the number of filters", most));
    index.offsets[0] = Footer.HEADER_BYTES;
    for (int i = 0; i < index.count(); i++) {
      index.readEntry(in, i, columns, rows, end);
    }
    in.expectEnd("the filters");
    if (index.firstRows[index.count()] != rows) {
      throw in.corrupt(
          "filters of " + index.firstRows[index.count()] + " rows, the split has " + rows);
    }
    if (index.offsets[index.count()] != end) {
      throw in.corrupt("the last filter does not end where the index begins");
    }
    return index;
  }

  private void readEntry(Input in, int i, int columns, long rows, long end) {
    long ofFilter = in.uvarint();
    if (ofFilter < 1 || ofFilter > rows - firstRows[i]) {
      throw in.corrupt("filter " + i + " is of rows that there are not");
    }
    firstRows[i + 1] = firstRows[i] + ofFilter;
    int kind = in.u8();
    kinds[i] = (byte) kind;
    offsets[i + 1] = offsets[i];
    if (kind == FilterWriter.NONE) {
      return;
    }
    if (kind != FilterWriter.BLOOM && (kind != FilterWriter.VALUES || columns > 1)) {
      throw in.corrupt("unknown kind of filter " + kind + ", of a key of " + columns + " columns");
    }
    int length = in.count("the length of a filter", FilterEntry.MAX_BYTES);
    crcs[i] = in.u32();
    if (kind == FilterWriter.BLOOM && (length == 0 || length % BloomFilter.BLOCK != 0)) {
      throw in.corrupt("a Bloom filter of " + length + " bytes");
    }
    if (length > end - offsets[i]) {
      throw in.corrupt("filter " + i + " is not in the file");
    }
    offsets[i + 1] += length;
  }

  /** Returns the checksums of the footers of the key's columns. */
  List<Integer> footerCrcs() {
    return footerCrcs;
  }

  int count() {
    return kinds.length;
  }

  long firstRow(int filter) {
    return firstRows[filter];
  }

  long offset(int filter) {
    return offsets[filter];
  }

  int kind(int filter) {
    return kinds[filter];
  }

  int crc(int filter) {
    return crcs[filter];
  }
}
