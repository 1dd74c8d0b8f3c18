package dev.cif.format.read;

import dev.cif.format.internal.file.FilterReads;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Cost of reading a split so far, in all and per column. A live view: it grows as the split is
 * read. Not thread-safe.
 */
public final class ReadMetrics {
  /** Counters of one column. */
  public static final class ColumnCounts {
    long bytesRead;
    long blocksRead;
    java.util.function.LongSupplier valuesDecoded = () -> 0;
    java.util.function.LongSupplier rowsSkipped = () -> 0;
    java.util.function.LongSupplier localBytesRead = () -> 0;

    /**
     * Returns the bytes read for the column. A small group file counts for the first of its
     * columns.
     */
    public long bytesRead() {
      return bytesRead;
    }

    /**
     * Returns the number of these bytes that came from this machine. These are all bytes of a local
     * file; in HDFS those that its client read from a DataNode here; 0 if the file system doesn't
     * tell.
     */
    public long localBytesRead() {
      return localBytesRead.getAsLong();
    }

    /** Returns the number of blocks read and checked. */
    public long blocksRead() {
      return blocksRead;
    }

    /** Returns the number of primitive values decoded. */
    public long valuesDecoded() {
      return valuesDecoded.getAsLong();
    }

    /**
     * Returns the number of rows passed over in blocks that were read, without decoding them (paper
     * layouts).
     */
    public long rowsSkipped() {
      return rowsSkipped.getAsLong();
    }
  }

  private final Map<String, ColumnCounts> columns = new LinkedHashMap<>();

  /** Cost and savings of filters of keys. */
  final FilterReads filterReads = new FilterReads();

  int filesOpened;
  long schemaBytes;
  long deletesBytes;
  long localSchemaBytes;

  ColumnCounts open(String column) {
    return columns.computeIfAbsent(column, name -> new ColumnCounts());
  }

  /** Returns the counters of each column that was opened, by column name in order of opening. */
  public Map<String, ColumnCounts> columns() {
    return java.util.Collections.unmodifiableMap(columns);
  }

  /**
   * Returns the number of files opened: column files, of which a group has one, files with the
   * statistics of parts, and filters.
   */
  public int filesOpened() {
    return filesOpened + filterReads.files;
  }

  /**
   * Returns the bytes read from the schema file, its index, the column files, filters and deleted
   * rows.
   */
  public long bytesRead() {
    return schemaBytes
        + deletesBytes
        + filterReads.bytes
        + columns.values().stream().mapToLong(ColumnCounts::bytesRead).sum();
  }

  /**
   * Returns the number of bytes of {@link #bytesRead} that came from this machine, see {@link
   * ColumnCounts#localBytesRead}.
   */
  public long localBytesRead() {
    return localSchemaBytes
        + filterReads.localBytes
        + columns.values().stream().mapToLong(ColumnCounts::localBytesRead).sum();
  }

  /** Returns the number of filters of keys that were read, each for some rows. */
  public long filtersRead() {
    return filterReads.filters;
  }

  /** Returns the number of rows that statistics kept and filters of keys pruned. */
  public long rowsFilteredOut() {
    return filterReads.rowsLeftOut;
  }

  /** Returns the number of blocks read and checked. */
  public long blocksRead() {
    return columns.values().stream().mapToLong(ColumnCounts::blocksRead).sum();
  }

  /** Returns the number of primitive values decoded. */
  public long valuesDecoded() {
    return columns.values().stream().mapToLong(ColumnCounts::valuesDecoded).sum();
  }

  /** Returns the number of rows passed over in blocks that were read, without decoding them. */
  public long rowsSkipped() {
    return columns.values().stream().mapToLong(ColumnCounts::rowsSkipped).sum();
  }
}
