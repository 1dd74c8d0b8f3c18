package dev.cif.format.internal.row;

import dev.cif.format.internal.io.Output;
import dev.cif.format.schema.SkipDistances;
import java.util.Arrays;

/**
 * Writes the skip blocks of a skip list, FORMAT.md section 7.2. It fills in their offsets when
 * these become known.
 */
final class SkipListWriter {
  private final SkipDistances skips;
  private final Output out;

  /** Position of the u32 of each distance that is still to be filled in; -1 for none. */
  private final int[] open;

  /** End of the skip block that holds the u32 of each distance. */
  private final int[] bases;

  SkipListWriter(SkipDistances skips, Output out) {
    this.skips = skips;
    this.out = out;
    this.open = new int[skips.size()];
    this.bases = new int[skips.size()];
    Arrays.fill(open, -1);
  }

  /** Writes the skip block of a row, if it has one; call it before each row of the block. */
  void beforeRow(int row) {
    int levels = 0;
    while (levels < skips.size() && row % skips.distance(levels) == 0) {
      levels++;
    }
    if (levels == 0) {
      return;
    }
    fill(levels);
    int start = out.extend(4 * levels);
    for (int level = 0; level < levels; level++) {
      open[level] = start + 4 * (levels - 1 - level);
      bases[level] = start + 4 * levels;
    }
  }

  /** Ends the skip list; call it after the last row. */
  void end() {
    fill(skips.size());
  }

  /** Fills in the open offsets of the lowest distances: they lead to the present end. */
  private void fill(int levels) {
    for (int level = 0; level < levels; level++) {
      if (open[level] >= 0) {
        out.patchU32(open[level], out.size() - bases[level]);
      }
    }
  }
}
