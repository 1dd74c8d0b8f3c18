package dev.cif.format.internal.file;

/** Counters of the cost of reading filter files, and of the rows that it saved. Not thread-safe. */
public final class FilterReads {
  /** Number of files opened; a file counts each time. */
  public int files;

  /** Number of bytes read. */
  public long bytes;

  /** Number of these bytes that came from this machine. */
  public long localBytes;

  /** Number of filters read, each for some rows. */
  public long filters;

  /** Number of rows that statistics kept and filters pruned. */
  public long rowsLeftOut;
}
