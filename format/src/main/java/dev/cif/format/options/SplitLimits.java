package dev.cif.format.options;

/**
 * Limits at which a split-directory is full, and the next one begins.
 *
 * @param rows greatest number of rows; 1 or more
 * @param bytes size of its column files at which it is closed; 1 or more
 */
public record SplitLimits(long rows, long bytes) {
  /** Returns a limit of bytes alone. */
  public static SplitLimits ofBytes(long bytes) {
    return new SplitLimits(Long.MAX_VALUE, bytes);
  }

  public boolean areReached(long splitRows, long splitBytes) {
    return splitRows >= rows || splitBytes >= bytes;
  }
}
