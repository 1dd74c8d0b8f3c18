package dev.cif.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Counts the rows that have a key, and sums what they have under it. Not thread-safe. */
final class Lookup {
  private final byte[] key;
  private final String text;
  private long found;
  private long sum;

  Lookup(String key) {
    this.key = key.getBytes(US_ASCII);
    this.text = key;
  }

  String key() {
    return text;
  }

  boolean matches(byte[] bytes, int offset, int length) {
    return length == key.length
        && Arrays.equals(bytes, offset, offset + length, key, 0, key.length);
  }

  void found(int value) {
    found++;
    sum += value;
  }

  void found(byte[] bytes, int offset, int length) {
    found++;
    sum += Checksum.hash(bytes, offset, length);
  }

  void found(ByteBuffer bytes) {
    found++;
    sum += Checksum.hash(bytes);
  }

  void foundHash(long hash) {
    found++;
    sum += hash;
  }

  boolean matches(ByteBuffer bytes) {
    return matches(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
  }

  long answer() {
    return found * 0x9E3779B97F4A7C15L + sum;
  }
}
