package dev.cif.format;

import dev.cif.format.internal.file.FilterReads;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What reading a split has cost so far, in all and per column. A live view: it grows as the split
 * is read. Not thread-safe.
 */
public final class ReadMetrics {
  /** The counts of one column. */
  public static final class ColumnCounts {
    long bytesRead;
    long blocksRead;
    java.util.function.LongSupplier valuesDecoded = () -> 0;
    java.util.function.LongSupplier rowsSkipped = () -> 0;
    java.util.function.LongSupplier localBytesRead = () -> 0;

    /** Bytes read for the column; a small group file counts for the first of its columns. */
    public long bytesRead() {
      return bytesRead;
    }

    /**
     * Of {@link #bytesRead}, those that came from this machine: all of a local file; in HDFS those
     * that its client read from a DataNode here; 0 where the file system doesn't tell.
     */
    public long localBytesRead() {
      return localBytesRead.getAsLong();
    }

    /** Blocks read and checked. */
    public long blocksRead() {
      return blocksRead;
    }

    /** Primitive values turned into results. */
    public long valuesDecoded() {
      return valuesDecoded.getAsLong();
    }

    /** Rows passed over in blocks that were read, without decoding them (paper layouts). */
    public long rowsSkipped() {
      return rowsSkipped.getAsLong();
    }
  }

  private final Map<String, ColumnCounts> columns = new LinkedHashMap<>();

  /** What filters of keys have cost and spared. */
  final FilterReads filterReads = new FilterReads();

  int filesOpened;
  long schemaBytes;
  long localSchemaBytes;

  ColumnCounts open(String column) {
    return columns.computeIfAbsent(column, name -> new ColumnCounts());
  }

  /** The counts of each column that was opened, by column name in order of opening. */
  public Map<String, ColumnCounts> columns() {
    return java.util.Collections.unmodifiableMap(columns);
  }

  /**
   * Column files opened, of which a group has one, files with the statistics of parts, and filters.
   */
  public int filesOpened() {
    return filesOpened + filterReads.files;
  }

  /** Bytes read from the schema file, its index, the column files and filters. */
  public long bytesRead() {
    return schemaBytes
        + filterReads.bytes
        + columns.values().stream().mapToLong(ColumnCounts::bytesRead).sum();
  }

  /** Of {@link #bytesRead}, those that came from this machine, as {@link ColumnCounts} has them. */
  public long localBytesRead() {
    return localSchemaBytes
        + filterReads.localBytes
        + columns.values().stream().mapToLong(ColumnCounts::localBytesRead).sum();
  }

  /** Filters of keys that were read: each is of some rows. */
  public long filtersRead() {
    return filterReads.filters;
  }

  /** Bytes read of filters of keys. */
  public long filterBytes() {
    return filterReads.bytes;
  }

  /** Rows that statistics had left, and that filters of keys have left out. */
  public long rowsFilteredOut() {
    return filterReads.rowsLeftOut;
  }

  /** Blocks read and checked. */
  public long blocksRead() {
    return columns.values().stream().mapToLong(ColumnCounts::blocksRead).sum();
  }

  /** Primitive values turned into results. */
  public long valuesDecoded() {
    return columns.values().stream().mapToLong(ColumnCounts::valuesDecoded).sum();
  }

  /** Rows passed over in blocks that were read, without decoding them. */
  public long rowsSkipped() {
    return columns.values().stream().mapToLong(ColumnCounts::rowsSkipped).sum();
  }
}
