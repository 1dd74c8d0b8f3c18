package dev.cif.format;

/**
 * When a split-directory is full, and the next one is begun.
 *
 * @param rows it has no more rows than these; 1 or more
 * @param bytes it is closed when its column files have grown to these; 1 or more
 */
public record SplitLimits(long rows, long bytes) {
  /** A limit of bytes alone. */
  public static SplitLimits ofBytes(long bytes) {
    return new SplitLimits(Long.MAX_VALUE, bytes);
  }

  boolean areReached(long splitRows, long splitBytes) {
    return splitRows >= rows || splitBytes >= bytes;
  }
}
