package dev.cif.bench.data;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Counts the rows that have a key, and sums their values of it. Not thread-safe. */
public final class Lookup {
  private final byte[] key;
  private long found;
  private long sum;

  public Lookup(String key) {
    this.key = key.getBytes(US_ASCII);
  }

  public boolean matches(byte[] bytes, int offset, int length) {
    return length == key.length
        && Arrays.equals(bytes, offset, offset + length, key, 0, key.length);
  }

  /** Adds a found number, or the {@link Checksum#of} of a value. */
  public void found(long value) {
    found++;
    sum += value;
  }

  public void found(byte[] bytes, int offset, int length) {
    found++;
    sum += Checksum.hash(bytes, offset, length);
  }

  public boolean matches(ByteBuffer bytes) {
    return matches(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
  }

  public long answer() {
    return found * 0x9E3779B97F4A7C15L + sum;
  }
}
