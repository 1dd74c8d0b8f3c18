package dev.cif.format;

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

  /** Column files opened, of which a group has one, and files with the statistics of parts. */
  public int filesOpened() {
    return filesOpened;
  }

  /** Bytes read from the schema file, its index and the column files. */
  public long bytesRead() {
    return schemaBytes + columns.values().stream().mapToLong(ColumnCounts::bytesRead).sum();
  }

  /** Of {@link #bytesRead}, those that came from this machine, as {@link ColumnCounts} has them. */
  public long localBytesRead() {
    return localSchemaBytes
        + columns.values().stream().mapToLong(ColumnCounts::localBytesRead).sum();
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
