package dev.cif.format.internal.summary;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Hash function of summaries, FORMAT.md section 5.4: Murmur3 of one lane with 64 bits. */
public final class Murmur64 {
  private static final long SEED = 104_729;
  private static final long C1 = 0x87c37b91114253d5L;
  private static final long C2 = 0x4cf5ad432745937fL;
  private static final int ADDED = 0x52dce729;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Murmur64() {}

  /** Returns the hash of the eight bytes of a number, high byte first. */
  public static long of(long value) {
    return mixed(eight(SEED, Long.reverseBytes(value)) ^ Long.BYTES);
  }

  /** Returns the hash of a range of bytes. */
  public static long of(byte[] bytes, int start, int length) {
    long hash = SEED;
    int at = start;
    int end = start + length;
    for (; at <= end - Long.BYTES; at += Long.BYTES) {
      hash = eight(hash, (long) LONG.get(bytes, at));
    }
    if (at < end) {
      long tail = 0;
      for (int i = end - 1; i >= at; i--) {
        tail = tail << 8 | (bytes[i] & 0xFF);
      }
      hash ^= lane(tail);
    }
    return mixed(hash ^ length);
  }

  private static long lane(long word) {
    return Long.rotateLeft(word * C1, 31) * C2;
  }

  private static long eight(long hash, long word) {
    return Long.rotateLeft(hash ^ lane(word), 27) * 5 + ADDED;
  }

  private static long mixed(long hash) {
    long h = hash;
    h = (h ^ h >>> 33) * 0xff51afd7ed558ccdL;
    h = (h ^ h >>> 33) * 0xc4ceb9fe1a85ec53L;
    return h ^ h >>> 33;
  }
}
