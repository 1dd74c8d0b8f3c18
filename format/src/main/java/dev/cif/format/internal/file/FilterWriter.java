package dev.cif.format.internal.file;

import dev.cif.format.internal.filter.BloomFilter;
import dev.cif.format.internal.filter.ValueBytes;
import dev.cif.format.internal.filter.Xxh64;
import dev.cif.format.internal.io.Output;
import dev.cif.format.options.StoragePolicy;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.vector.ColumnVector;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * Writes the filters of a key, FORMAT.md section 5.3: one for each block of the key's first column.
 * Holds the hashes of the rows of one block. Not thread-safe.
 */
public final class FilterWriter implements Closeable {
  static final byte[] MAGIC = {'C', 'I', 'F', 'B'};

  /** Kind of a filter that knows nothing of its rows. */
  static final int NONE = 0;

  static final int BLOOM = 1;
  static final int VALUES = 2;

  /** Greatest number of filters of a file. */
  static final int MAX_FILTERS = (1 << 24) - 1;

  /** Length in bytes up to which a list of values is preferred to a shorter Bloom filter. */
  private static final int SHORT_LIST = 1024;

  /** Greatest size of an entry of the index in bytes. */
  private static final int MAX_ENTRY = 20;

  private final BlockFile file;

  /** Ids of the key's columns except the first. */
  private final List<Integer> with;

  private final List<ColumnVector> key;
  private final Output scratch = new Output(64);
  private final Output hashesOfRow = new Output(64);
  private final Output entries = new Output(256);
  private int count;

  /** Number of rows at the end for which there is no room; their entry is not written yet. */
  private long rowsLeftOver;

  /** Hashes of the rows of the open block that have no NULL. */
  private long[] hashes = new long[64];

  private int hashed;
  private int rows;

  /**
   * Begins a file. The file is created with its first filter.
   *
   * @param with ids of the key's columns except the first
   * @param key vectors of the open blocks of the key's columns
   */
  FilterWriter(
      ColumnFileWriter.Files files,
      Path path,
      StoragePolicy policy,
      List<Integer> with,
      List<ColumnVector> key) {
    file = new BlockFile(files, path, policy, MAGIC);
    this.with = List.copyOf(with);
    this.key = List.copyOf(key);
  }

  /**
   * Adds the last value of each vector as a row. A key of one column needs no such calls: its
   * values are read when the block ends.
   */
  public void addRow() {
    rows++;
    hashesOfRow.reset();
    for (ColumnVector values : key) {
      int last = values.size() - 1;
      if (values.isNull(last)) {
        return;
      }
      hashesOfRow.i64(ValueBytes.hash(values, last, scratch));
    }
    addHash(Xxh64.of(hashesOfRow.array(), 0, hashesOfRow.size()));
  }

  private void addHash(long hash) {
    if (hashed == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * hashed);
    }
    hashes[hashed++] = hash;
  }

  /**
   * Writes the filter of the open block of the key's first column. Call it before the vector is
   * reset.
   */
  void endBlock() throws IOException {
    ColumnVector first = key.get(0);
    if (key.size() == 1) {
      rows = first.size();
      for (int i = 0; i < rows; i++) {
        if (!first.isNull(i)) {
          addHash(ValueBytes.hash(first, i, scratch));
        }
      }
    }
    long[] distinct = distinct();
    long bloom = BloomFilter.length(distinct.length);
    byte[] values = key.size() == 1 ? values(distinct, Math.max(SHORT_LIST, bloom)) : null;
    if (values != null) {
      append(VALUES, values);
    } else if (hasRoom(bloom)) {
      byte[] body = new byte[(int) bloom];
      for (long hash : distinct) {
        BloomFilter.add(body, hash);
      }
      append(BLOOM, body);
    } else {
      rowsLeftOver += rows;
    }
    hashed = 0;
    rows = 0;
  }

  private long[] distinct() {
    long[] sorted = Arrays.copyOf(hashes, hashed);
    Arrays.sort(sorted);
    int distinct = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        sorted[distinct++] = sorted[i];
      }
    }
    return Arrays.copyOf(sorted, distinct);
  }

  /**
   * Returns the body that lists the block's values, or null if it would be too long.
   *
   * @param distinct hashes of the values, ascending
   * @param longest greatest length of the body in bytes
   */
  private byte[] values(long[] distinct, long longest) {
    if (distinct.length > longest) {
      return null;
    }
    ColumnVector first = key.get(0);
    byte[][] found = new byte[distinct.length][];
    long bytes = 0;
    int next = 0;
    for (int i = 0; i < first.size() && bytes <= longest; i++) {
      if (first.isNull(i)) {
        continue;
      }
      int at = Arrays.binarySearch(distinct, hashes[next++]);
      scratch.reset();
      ValueBytes.write(first, i, scratch);
      if (found[at] == null) {
        found[at] = scratch.toByteArray();
        bytes += 1 + found[at].length;
      } else if (!Arrays.equals(
          found[at], 0, found[at].length, scratch.array(), 0, scratch.size())) {
        // Two values have one hash, so a list by hashes would lack one.
        return null;
      }
    }
    if (bytes > longest) {
      return null;
    }
    Arrays.sort(found, Arrays::compareUnsigned);
    Output body = new Output((int) bytes + 8);
    body.uvarint(found.length);
    for (byte[] value : found) {
      body.bytes(value);
    }
    return body.size() > longest || !hasRoom(body.size()) ? null : body.toByteArray();
  }

  private boolean hasRoom(long body) {
    long index = entries.size() + 3L * MAX_ENTRY + 5L * WriteOptions.MAX_FILTER_COLUMNS;
    return rowsLeftOver == 0
        && count < MAX_FILTERS - 1
        && file.length() + body + index <= FilterEntry.MAX_BYTES;
  }

  private void append(int kind, byte[] body) throws IOException {
    file.append(body, body.length);
    entries.uvarint(rows);
    entries.u8(kind);
    entries.uvarint(body.length);
    entries.u32(Crc.of(body));
    count++;
  }

  /**
   * Writes the index and closes the file.
   *
   * @param footerCrcs CRC32C of the footers of the key's columns
   * @return entry for the schema file; null if there is nothing to filter
   */
  public FilterEntry finish(List<Integer> footerCrcs) throws IOException {
    if (count == 0) {
      return null;
    }
    if (rowsLeftOver > 0) {
      entries.uvarint(rowsLeftOver);
      entries.u8(NONE);
      count++;
    }
    Output index = new Output(entries.size() + 128);
    index.uvarint(footerCrcs.size());
    footerCrcs.forEach(index::u32);
    index.uvarint(count);
    index.raw(entries.array(), 0, entries.size());
    file.finish(index);
    int crc = Crc.of(index.array(), 0, index.size());
    return new FilterEntry(with, file.path().getName(), file.length(), index.size(), crc);
  }

  /** Closes the file incomplete; only of use to give up. */
  @Override
  public void close() throws IOException {
    file.close();
  }
}
