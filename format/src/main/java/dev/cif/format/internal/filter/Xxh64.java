package dev.cif.format.internal.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Hash function XXH64 with seed 0, by its published specification (xxhash_spec.md of the xxHash
 * project, version 0.1.1).
 */
public final class Xxh64 {
  private static final long P1 = 0x9E3779B185EBCA87L;
  private static final long P2 = 0xC2B2AE3D27D4EB4FL;
  private static final long P3 = 0x165667B19E3779F9L;
  private static final long P4 = 0x85EBCA77C2B2AE63L;
  private static final long P5 = 0x27D4EB2F165667C5L;

  /** Sum of P1 and P2 modulo 2^64. */
  private static final long P1_AND_P2 = 0x60EA27EEADC0B5D6L;

  /** Number of bytes that the four lanes process together. */
  private static final int STRIPE = 32;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private Xxh64() {}

  /** Returns the hash of eight bytes, low byte first. */
  public static long of(long value) {
    return mixed(eight(P5 + Long.BYTES, value));
  }

  /** Returns the hash of a range of bytes. */
  public static long of(byte[] bytes, int start, int length) {
    int at = start;
    int end = start + length;
    long hash = P5;
    if (length >= STRIPE) {
      long a = P1_AND_P2;
      long b = P2;
      long c = 0;
      long d = -P1;
      for (; at <= end - STRIPE; at += STRIPE) {
        a = lane(a, (long) LONG.get(bytes, at));
        b = lane(b, (long) LONG.get(bytes, at + 8));
        c = lane(c, (long) LONG.get(bytes, at + 16));
        d = lane(d, (long) LONG.get(bytes, at + 24));
      }
      hash =
          Long.rotateLeft(a, 1)
              + Long.rotateLeft(b, 7)
              + Long.rotateLeft(c, 12)
              + Long.rotateLeft(d, 18);
      hash = merged(merged(merged(merged(hash, a), b), c), d);
    }
    hash += length;
    for (; at <= end - Long.BYTES; at += Long.BYTES) {
      hash = eight(hash, (long) LONG.get(bytes, at));
    }
    if (at <= end - Integer.BYTES) {
      hash ^= ((int) INT.get(bytes, at) & 0xFFFFFFFFL) * P1;
      hash = Long.rotateLeft(hash, 23) * P2 + P3;
      at += Integer.BYTES;
    }
    for (; at < end; at++) {
      hash ^= (bytes[at] & 0xFF) * P5;
      hash = Long.rotateLeft(hash, 11) * P1;
    }
    return mixed(hash);
  }

  private static long lane(long lane, long value) {
    return Long.rotateLeft(lane + value * P2, 31) * P1;
  }

  private static long merged(long hash, long lane) {
    return (hash ^ lane(0, lane)) * P1 + P4;
  }

  private static long eight(long hash, long value) {
    return Long.rotateLeft(hash ^ lane(0, value), 27) * P1 + P4;
  }

  private static long mixed(long hash) {
    long h = hash;
    h = (h ^ h >>> 33) * P2;
    h = (h ^ h >>> 29) * P3;
    return h ^ h >>> 32;
  }
}
