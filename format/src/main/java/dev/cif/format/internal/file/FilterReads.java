package dev.cif.format.internal.file;

/** What reading filter files has cost, and what that has spared. Not thread-safe. */
public final class FilterReads {
  /** Times that a file was opened. */
  public int files;

  /** Bytes read. */
  public long bytes;

  /** Of these, those that came from this machine. */
  public long localBytes;

  /** Filters read: each is of some rows. */
  public long filters;

  /** Rows that statistics had left, and that filters have left out. */
  public long rowsLeftOut;
}
