package dev.cif.format.internal.summary;

import dev.cif.format.schema.DistinctValues;
import java.util.Arrays;

/**
 * Distinct values that are being counted: by the hashes of all while there are few, else by the
 * registers of HyperLogLog. Not thread-safe.
 */
final class DistinctSketch {
  /** Number of hashes that are looked up before they are searched for; a power of two. */
  private static final int RECENT = 128;

  private long[] hashes = new long[8];
  private int count;

  /** Hashes added lately, each at its lowest bits; those are in {@link #hashes}. */
  private final long[] recent = new long[RECENT];

  private byte[] registers;

  void add(long hash) {
    if (registers != null) {
      DistinctValues.raise(registers, hash);
    } else if (recent[(int) hash & (RECENT - 1)] != hash || hash == 0) {
      recent[(int) hash & (RECENT - 1)] = hash;
      insert(hash);
    }
  }

  private void insert(long hash) {
    int at = Arrays.binarySearch(hashes, 0, count, hash);
    if (at >= 0) {
      return;
    }
    if (count == DistinctValues.MOST_HASHES) {
      registers = DistinctValues.ofHashes(Arrays.copyOf(hashes, count)).registers();
      DistinctValues.raise(registers, hash);
      return;
    }
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * count);
    }
    System.arraycopy(hashes, -at - 1, hashes, -at, count + at + 1);
    hashes[-at - 1] = hash;
    count++;
  }

  DistinctValues values() {
    return registers == null
        ? DistinctValues.ofHashes(Arrays.copyOf(hashes, count))
        : DistinctValues.ofRegisters(registers.clone());
  }
}
