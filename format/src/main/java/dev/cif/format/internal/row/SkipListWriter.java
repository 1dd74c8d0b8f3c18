package dev.cif.format.internal.row;

import dev.cif.format.SkipDistances;
import dev.cif.format.internal.io.Output;
import java.util.Arrays;

/** Writes the skip blocks of a skip list, FORMAT.md section 7.2, and fills them in later. */
final class SkipListWriter {
  private final SkipDistances skips;
  private final Output out;

  /** Where the u32 of each distance stands that is still to be filled in; -1 for none. */
  private final int[] open;

  /** The end of the skip block that holds it. */
  private final int[] bases;

  SkipListWriter(SkipDistances skips, Output out) {
    this.skips = skips;
    this.out = out;
    this.open = new int[skips.size()];
    this.bases = new int[skips.size()];
    Arrays.fill(open, -1);
  }

  /** To be called before row {@code row} of the block is written. */
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

  /** To be called after the last row. */
  void end() {
    fill(skips.size());
  }

  /** Lets the lowest open distances lead to the present end. */
  private void fill(int levels) {
    for (int level = 0; level < levels; level++) {
      if (open[level] >= 0) {
        out.patchU32(open[level], out.size() - bases[level]);
      }
    }
  }
}
