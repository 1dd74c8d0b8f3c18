package dev.cif.format.internal.auto;

import dev.cif.format.internal.io.CorruptDataException;

/**
 * Starts of lists and maps among their parts: running sums of a stream of lengths. Holds a sum per
 * 1,024 values and the sums within one such group. So its memory does not follow the claims of a
 * hostile stream.
 */
final class GroupedOffsets {
  private static final int GROUP = 1024;

  private final int size;
  private final Lengths lengths;
  private final int[] groupStarts;
  private final int total;
  private final int[] within = new int[GROUP + 1];
  private final long[] buffer;
  private int group = -1;

  /**
   * Source of lengths, which decodes {@code count} of them from value {@code from} on into {@code
   * out[at]} and following.
   */
  interface Lengths {
    void read(int from, int count, long[] out, int at);
  }

  GroupedOffsets(int size, Lengths lengths) {
    this.size = size;
    this.lengths = lengths;
    int n = size;
    groupStarts = new int[(n + GROUP - 1) / GROUP];
    buffer = new long[Math.min(n, GROUP)];
    long sum = 0;
    for (int g = 0; g < groupStarts.length; g++) {
      groupStarts[g] = (int) sum;
      int count = load(g);
      for (int i = 0; i < count; i++) {
        long length = buffer[i];
        if (length < 0 || length > AutoBlock.MAX_VALUES) {
          throw new CorruptDataException(-1, "a list or map of " + length + " entries");
        }
        sum += length;
      }
      if (sum > AutoBlock.MAX_VALUES) {
        throw new CorruptDataException(-1, "more than " + AutoBlock.MAX_VALUES + " entries");
      }
    }
    total = (int) sum;
  }

  private int load(int g) {
    int count = Math.min(GROUP, size - g * GROUP);
    lengths.read(g * GROUP, count, buffer, 0);
    return count;
  }

  /** Returns the sum of all lengths. */
  int total() {
    return total;
  }

  /** Returns the sum of the lengths before value {@code i}, 0 <= i <= size. */
  int start(int i) {
    if (i == size) {
      return total;
    }
    int g = i / GROUP;
    if (g != group) {
      int count = load(g);
      int sum = groupStarts[g];
      for (int k = 0; k < count; k++) {
        within[k] = sum;
        sum += (int) buffer[k];
      }
      within[count] = sum;
      group = g;
    }
    return within[i - g * GROUP];
  }
}
