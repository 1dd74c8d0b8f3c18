package dev.cif.cli.load;

import dev.cif.format.SplitWriter;

/**
 * When a split-directory is full, and the next one is begun.
 *
 * @param rows it has no more rows than these; 1 or more
 * @param bytes it is closed when its column files have grown to these; 1 or more
 */
public record SplitLimits(long rows, long bytes) {
  boolean reached(SplitWriter split) {
    return split.rows() >= rows || split.bytesWritten() >= bytes;
  }
}
