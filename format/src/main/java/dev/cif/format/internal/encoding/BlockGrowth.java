package dev.cif.format.internal.encoding;

import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.ListVector;
import dev.cif.format.vector.MapVector;
import dev.cif.format.vector.StructVector;
import dev.cif.format.vector.UnionVector;

/**
 * Decides if a full block had better be continued: if the strings of its second half occur in its
 * first half already. Then one dictionary for twice as many values takes clearly less than two.
 */
public final class BlockGrowth {
  /** Least share of the second half's dictionary and ids that the first half must hold. */
  private static final double SHARE = 0.125;

  /** Least saving in bytes; below, it is not worth larger blocks, which a look-up decodes whole. */
  private static final int LEAST_BYTES = 1 << 15;

  /** Approximate number of strings of a vector in the sample. */
  private static final int SAMPLE = 1 << 16;

  /** Bytes of distinct strings of second halves that occur in first halves. */
  private long saved;

  /** Bytes of dictionaries and ids of second halves. */
  private long taken;

  private BlockGrowth() {}

  /**
   * Returns true if the next values of a full block had better go into the same block.
   *
   * @param vector values of the full block
   * @param most approximate limit in bytes for dictionaries and ids of a block of twice the size
   */
  public static boolean pays(ColumnVector vector, long most) {
    BlockGrowth growth = new BlockGrowth();
    growth.count(vector);
    return growth.saved >= LEAST_BYTES
        && growth.saved >= SHARE * growth.taken
        && growth.twice() <= most;
  }

  /**
   * Returns the bytes of dictionaries and ids of twice as many values, if they recur as these do.
   */
  private long twice() {
    return 4 * taken - 3 * saved;
  }

  private void count(ColumnVector vector) {
    if (vector instanceof BytesVector strings) {
      countStrings(strings);
    } else if (vector instanceof ListVector lists) {
      count(lists.elements());
    } else if (vector instanceof MapVector maps) {
      count(maps.keys());
      count(maps.values());
    } else if (vector instanceof StructVector structs) {
      for (int k = 0; k < structs.fieldCount(); k++) {
        count(structs.field(k));
      }
    } else if (vector instanceof UnionVector unions) {
      for (int tag = 0; tag < unions.branchCount(); tag++) {
        count(unions.branch(tag));
      }
    }
  }

  private void countStrings(BytesVector strings) {
    int n = strings.size();
    int half = n / 2;
    int share = Math.max(1, Integer.highestOneBit(n / SAMPLE));
    Sample seen = new Sample(n, share);
    for (int i = 0; i < half; i++) {
      seen.mark(strings, i, 1);
    }
    int distinct = 0;
    for (int i = half; i < n; i++) {
      int before = seen.mark(strings, i, 2);
      if (before < 2) {
        distinct += share;
        taken += (long) share * strings.lengths[i];
        saved += before == 1 ? (long) share * strings.lengths[i] : 0;
      }
    }
    taken += (long) (n - half) * Bits.width(Math.max(0, distinct - 1)) / Byte.SIZE;
  }

  /** Set of strings, by their hashes; of many strings it takes one in {@code share}. */
  private static final class Sample {
    private final int share;
    private final long[] hashes;
    private final byte[] marks;
    private int room;

    Sample(int n, int share) {
      this.share = share;
      int slots = 4 * Integer.highestOneBit(Math.min(n, SAMPLE) | 1);
      hashes = new long[slots];
      marks = new byte[slots];
      room = slots - 1;
    }

    /**
     * Marks a string. Returns its former mark, 0 for none, or the new mark if the sample leaves it
     * out.
     */
    int mark(BytesVector strings, int i, int mark) {
      long hash = Hash.of(strings.data, strings.starts[i], strings.lengths[i]);
      if (strings.isNull(i) || (hash & (share - 1)) != 0 || room == 0) {
        return mark;
      }
      int at = (int) (hash >>> 36) & (hashes.length - 1);
      while (marks[at] != 0 && hashes[at] != hash) {
        at = (at + 1) & (hashes.length - 1);
      }
      int before = marks[at];
      room -= before == 0 ? 1 : 0;
      hashes[at] = hash;
      marks[at] = (byte) mark;
      return before;
    }
  }
}
