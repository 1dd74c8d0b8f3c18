package dev.cif.format.internal.file;

import dev.cif.format.internal.filter.BloomFilter;
import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.Input;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.RowSelection;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Filters of a key, FORMAT.md section 5.3: their index, and the filters read so far. No file stays
 * open. Thread-safe.
 */
public final class FilterFile {
  /** Greatest length in bytes of files that are read with one read. */
  private static final int SMALL_FILE = 64 << 10;

  /** Greatest gap in bytes between two filters that one read covers. */
  private static final int NEAR = 16 << 10;

  /** Approximate maximum number of bytes of one read. */
  private static final int AT_ONCE = 8 << 20;

  private final FileSystem fs;
  private final Path path;
  private final String column;
  private final FilterEntry entry;
  private FilterIndex index;

  /** Body of each filter: a Bloom filter as byte[], values as byte[][], null if it was not read. */
  private AtomicReferenceArray<Object> bodies;

  private FilterFile(FileSystem fs, Path path, String column, FilterEntry entry) {
    this.fs = fs;
    this.path = path;
    this.column = column;
    this.entry = entry;
  }

  /**
   * Reads the index of a file, and filters.
   *
   * @param column name of the key's first column, for errors
   * @param rows number of rows of the split
   * @param wanted rows whose filters are read
   * @param reads counters that are increased
   * @return null if there is no such file: scans do without
   * @throws CifException if the file is damaged
   */
  public static FilterFile read(
      FileSystem fs,
      Path directory,
      String column,
      FilterEntry entry,
      long rows,
      RowSelection wanted,
      FilterReads reads)
      throws IOException {
    try {
      return open(fs, directory, column, entry, rows, wanted, reads);
    } catch (CifException e) {
      if (e.getCause() instanceof FileNotFoundException) {
        return null;
      }
      throw e;
    }
  }

  private static FilterFile open(
      FileSystem fs,
      Path directory,
      String column,
      FilterEntry entry,
      long rows,
      RowSelection wanted,
      FilterReads reads)
      throws IOException {
    Path path = SplitFiles.file(directory, entry.file());
    FilterFile file = new FilterFile(fs, path, column, entry);
    file.withStream(reads, in -> file.readIndex(in, rows, wanted, reads));
    return file;
  }

  private interface Reading {
    /** Reads from a stream, and returns the number of bytes read. */
    long of(FSDataInputStream in) throws IOException;
  }

  private void withStream(FilterReads reads, Reading reading) throws IOException {
    try (FSDataInputStream in = fs.open(path)) {
      reads.files++;
      long bytes = reading.of(in);
      reads.bytes += bytes;
      reads.localBytes += LocalBytes.of(fs, in, bytes);
    } catch (FileNotFoundException e) {
      throw error(-1, "the schema file names this filter, but it does not exist" + wayOut(), e);
    }
  }

  private static String wayOut() {
    return "; restore it from a copy, or read with cif.read.filters=false";
  }

  private long readIndex(FSDataInputStream in, long rows, RowSelection wanted, FilterReads reads)
      throws IOException {
    boolean isSmall = entry.length() <= SMALL_FILE;
    long start = isSmall ? 0 : entry.length() - entry.indexLength();
    int count = (int) (entry.length() - start);
    byte[] bytes = bytes(in, start, count);
    if (in.read() >= 0) {
      throw error(
          entry.length(), "the filter goes on where the schema file says that it ends", null);
    }
    int at = count - entry.indexLength();
    if (Crc.of(bytes, at, entry.indexLength()) != entry.indexCrc()) {
      throw error(start + at, "the checksum of the filter's index does not match" + wayOut(), null);
    }
    try {
      Input of = new Input(bytes, at, count);
      index = FilterIndex.read(of, entry.with().size() + 1, rows, entry.length() - of.remaining());
    } catch (CorruptDataException e) {
      throw error(start + e.offset(), "the filter's index: " + e.getMessage(), e);
    }
    bodies = new AtomicReferenceArray<>(index.count());
    if (!isSmall) {
      return count + load(in, wanted, reads);
    }
    checkHeader(bytes);
    for (int i = 0; i < index.count(); i++) {
      if (wanted.touches(index.firstRow(i), index.firstRow(i + 1))) {
        take(i, bytes, (int) index.offset(i), reads);
      }
    }
    return count;
  }

  private void checkHeader(byte[] bytes) throws CifException {
    FileHeader.expect(
        bytes,
        FilterWriter.MAGIC,
        "not a CIF filter: it does not start with CIFB",
        (offset, message) -> error(offset, message, null));
  }

  /** Returns true if the filters belong to columns whose footers have these checksums. */
  public boolean isOf(List<Integer> footerCrcs) {
    return index.footerCrcs().equals(footerCrcs);
  }

  /** Returns the number of filters. */
  public int count() {
    return index.count();
  }

  /**
   * Returns the first row of a filter; for the number behind the last filter, the rows of the
   * split.
   */
  public long firstRow(int filter) {
    return index.firstRow(filter);
  }

  /** Returns the memory in bytes that the file takes when all of it is read. */
  public long memory() {
    return entry.length() + 64L * (1 + index.count());
  }

  /** Returns true if the filters of these rows are all in memory. */
  private boolean has(RowSelection wanted) {
    for (int i = 0; i < index.count(); i++) {
      if (isMissing(i) && wanted.touches(index.firstRow(i), index.firstRow(i + 1))) {
        return false;
      }
    }
    return true;
  }

  private boolean isMissing(int filter) {
    return index.kind(filter) != FilterWriter.NONE && bodies.get(filter) == null;
  }

  /** Reads the filters of these rows that are not in memory yet. */
  public void load(RowSelection wanted, FilterReads reads) throws IOException {
    if (has(wanted)) {
      return;
    }
    synchronized (this) {
      if (!has(wanted)) {
        withStream(reads, in -> load(in, wanted, reads));
      }
    }
  }

  private long load(FSDataInputStream in, RowSelection wanted, FilterReads reads)
      throws IOException {
    long bytes = 0;
    for (int i = 0; i < index.count(); ) {
      if (!isMissing(i) || !wanted.touches(index.firstRow(i), index.firstRow(i + 1))) {
        i++;
        continue;
      }
      long start = index.offset(i);
      long end = index.offset(i + 1);
      int next = i + 1;
      int last = next;
      while (next < index.count()
          && index.offset(next) - end <= NEAR
          && index.offset(next + 1) - start <= AT_ONCE) {
        if (isMissing(next) && wanted.touches(index.firstRow(next), index.firstRow(next + 1))) {
          end = index.offset(next + 1);
          last = next + 1;
        }
        next++;
      }
      byte[] read = bytes(in, start, (int) (end - start));
      bytes += end - start;
      for (; i < last; i++) {
        if (isMissing(i)) {
          take(i, read, (int) (index.offset(i) - start), reads);
        }
      }
    }
    return bytes;
  }

  private void take(int filter, byte[] bytes, int at, FilterReads reads) throws IOException {
    if (index.kind(filter) == FilterWriter.NONE) {
      return;
    }
    int length = (int) (index.offset(filter + 1) - index.offset(filter));
    if (Crc.of(bytes, at, length) != index.crc(filter)) {
      throw error(
          index.offset(filter),
          "the checksum of filter " + filter + " does not match" + wayOut(),
          null);
    }
    try {
      bodies.set(
          filter,
          index.kind(filter) == FilterWriter.BLOOM
              ? Arrays.copyOfRange(bytes, at, at + length)
              : values(new Input(bytes, at, at + length, -at)));
    } catch (CorruptDataException e) {
      String message = "filter " + filter + ": " + e.getMessage();
      throw error(index.offset(filter) + e.offset(), message, e);
    }
    reads.filters++;
  }

  private static byte[][] values(Input in) {
    int count = in.count("the number of values", in.remaining());
    byte[][] values = new byte[count][];
    for (int i = 0; i < count; i++) {
      values[i] = in.bytes("a value");
      if (i > 0 && Arrays.compareUnsigned(values[i - 1], values[i]) >= 0) {
        throw in.corrupt("values that do not ascend");
      }
    }
    in.expectEnd("the values");
    return values;
  }

  /**
   * Returns true if a row of a filter in memory may have a key.
   *
   * @param hash hash of the key
   * @param value bytes of the key's value, if it has one column
   */
  public boolean mayHave(int filter, long hash, byte[] value) {
    Object body = bodies.get(filter);
    if (body instanceof byte[] bloom) {
      return BloomFilter.mayHave(bloom, 0, bloom.length, hash);
    }
    return !(body instanceof byte[][] values)
        || Arrays.binarySearch(values, value, Arrays::compareUnsigned) >= 0;
  }

  /**
   * Reads a file whole, and checks all of it.
   *
   * @return length of the file in bytes
   */
  public static long verify(
      FileSystem fs, Path directory, String column, FilterEntry entry, long rows)
      throws IOException {
    FilterReads reads = new FilterReads();
    FilterFile file = open(fs, directory, column, entry, rows, (from, to) -> true, reads);
    file.withStream(
        reads,
        in -> {
          file.checkHeader(file.bytes(in, 0, Footer.HEADER_BYTES));
          return Footer.HEADER_BYTES;
        });
    return entry.length();
  }

  private byte[] bytes(FSDataInputStream in, long offset, int count) throws IOException {
    try {
      in.seek(offset);
      return GrowingBytes.withSlack(
          count,
          (bytes, done, some) -> {
            in.readFully(bytes, done, some);
            return some;
          });
    } catch (EOFException e) {
      throw error(offset, count + " bytes are wanted here, but the filter ends" + wayOut(), e);
    }
  }

  private CifException error(long offset, String message, Exception cause) {
    return cause == null
        ? CifException.at(path, column, offset, message)
        : CifException.at(path, column, offset, message, cause);
  }
}
