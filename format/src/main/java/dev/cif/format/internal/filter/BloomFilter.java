package dev.cif.format.internal.filter;

import dev.cif.format.internal.io.Input;

/**
 * A split block Bloom filter as Parquet specifies it: blocks of 32 bytes, eight words each, of
 * which a hash sets one bit a word of one block.
 */
public final class BloomFilter {
  /** Bytes of a block. */
  public static final int BLOCK = 32;

  /** Bits a distinct value, for one false answer in a hundred. */
  private static final double BITS = 10.5;

  private static final int[] SALTS = {
    0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31
  };

  private BloomFilter() {}

  /** How many bytes a filter of so many distinct values should have. */
  public static long length(long distinct) {
    return BLOCK * Math.max(1, (long) Math.ceil(distinct * BITS / (8 * BLOCK)));
  }

  /** Adds a hash to a filter, which is the whole array. */
  public static void add(byte[] filter, long hash) {
    int block = block(hash, filter.length / BLOCK);
    for (int i = 0; i < SALTS.length; i++) {
      int at = block + Integer.BYTES * i;
      Input.INT.set(filter, at, (int) Input.INT.get(filter, at) | bit(hash, i));
    }
  }

  /**
   * Whether a hash may have been added.
   *
   * @param bytes hold the filter from {@code start} on
   * @param length of the filter, a multiple of {@link #BLOCK}
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

  /** Where the block of a hash begins. */
  private static int block(long hash, int blocks) {
    return BLOCK * (int) (((hash >>> 32) * blocks) >>> 32);
  }

  private static int bit(long hash, int word) {
    return 1 << (((int) hash * SALTS[word]) >>> 27);
  }
}
