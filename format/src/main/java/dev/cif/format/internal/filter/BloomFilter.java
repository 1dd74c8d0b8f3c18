package dev.cif.format.internal.filter;

import dev.cif.format.internal.io.Input;

/**
 * Split block Bloom filter as Parquet specifies it. It consists of blocks of 32 bytes, eight words
 * each. A hash selects a block and sets one bit in each of its words.
 */
public final class BloomFilter {
  /** Size of a block in bytes. */
  public static final int BLOCK = 32;

  /** Bits per distinct value, for a false positive rate of about one percent. */
  private static final double BITS = 10.5;

  private static final int[] SALTS = {
    0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31
  };

  private BloomFilter() {}

  /** Returns the size in bytes of a filter of this number of distinct values. */
  public static long length(long distinct) {
    return BLOCK * Math.max(1, (long) Math.ceil(distinct * BITS / (8 * BLOCK)));
  }

  /** Adds a hash to a filter that fills the array. */
  public static void add(byte[] filter, long hash) {
    int block = block(hash, filter.length / BLOCK);
    for (int i = 0; i < SALTS.length; i++) {
      int at = block + Integer.BYTES * i;
      Input.INT.set(filter, at, (int) Input.INT.get(filter, at) | bit(hash, i));
    }
  }

  /**
   * Returns true if a hash may have been added.
   *
   * @param bytes array that holds the filter from {@code start} on
   * @param length size of the filter in bytes, a multiple of {@link #BLOCK}
   */
  public static boolean mayHave(byte[] bytes, int start, int length, long hash) {
    int block = start + block(hash, length / BLOCK);
    for (int i = 0; i < SALTS.length; i++) {
      int word = (int) Input.INT.get(bytes, block + Integer.BYTES * i);
      if ((word & bit(hash, i)) == 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns the offset of a hash's block in bytes. */
  private static int block(long hash, int blocks) {
    return BLOCK * (int) (((hash >>> 32) * blocks) >>> 32);
  }

  private static int bit(long hash, int word) {
    return 1 << (((int) hash * SALTS[word]) >>> 27);
  }
}
