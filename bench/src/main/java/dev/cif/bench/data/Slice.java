package dev.cif.bench.data;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import org.apache.avro.util.Utf8;

/** Reusable byte buffer: the first {@code length} of {@code bytes} count. */
public final class Slice {
  public byte[] bytes = new byte[48];
  public int length;
  private final Utf8 utf8 = new Utf8();

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

  /** Returns the bytes as a string; the data sets are ASCII throughout. */
  @Override
  public String toString() {
    return new String(bytes, 0, length, ISO_8859_1);
  }

  /** Returns the bytes as one object that is used again and again. */
  Utf8 utf8() {
    utf8.setByteLength(length);
    System.arraycopy(bytes, 0, utf8.getBytes(), 0, length);
    return utf8;
  }

  static Slice[] array(int count) {
    Slice[] slices = new Slice[count];
    Arrays.setAll(slices, i -> new Slice());
    return slices;
  }
}
