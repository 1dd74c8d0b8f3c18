package dev.cif.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;

/** A reusable run of bytes: the first {@code length} of {@code bytes} count. */
final class Slice {
  byte[] bytes = new byte[48];
  int length;

  void set(byte[] source) {
    ensure(source.length);
    System.arraycopy(source, 0, bytes, 0, source.length);
    length = source.length;
  }

  /** Makes room for {@code capacity} bytes; the content is not kept. */
  void ensure(int capacity) {
    if (bytes.length < capacity) {
      bytes = new byte[Math.max(capacity, bytes.length * 2)];
    }
  }

  boolean sameAs(Slice other) {
    return Arrays.equals(bytes, 0, length, other.bytes, 0, other.length);
  }

  /** The bytes as a string; the data sets are ASCII throughout. */
  @Override
  public String toString() {
    return new String(bytes, 0, length, ISO_8859_1);
  }

  static Slice[] array(int count) {
    Slice[] slices = new Slice[count];
    Arrays.setAll(slices, i -> new Slice());
    return slices;
  }
}
