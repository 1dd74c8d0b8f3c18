package dev.cif.format.value;

import java.nio.charset.StandardCharsets;

/** Key to look up in maps: of class BYTES (string, varchar, char, binary) or of class INT. */
public final class MapKey {
  private final byte[] bytes;
  private final long number;

  private MapKey(byte[] bytes, long number) {
    this.bytes = bytes;
    this.number = number;
  }

  /** Returns a key of string, varchar or char type. */
  public static MapKey of(String key) {
    return new MapKey(key.getBytes(StandardCharsets.UTF_8), 0);
  }

  /** Returns a key of class BYTES, including binary. Copies the bytes. */
  public static MapKey of(byte[] key) {
    return new MapKey(key.clone(), 0);
  }

  /** Returns a key of class INT. */
  public static MapKey of(long key) {
    return new MapKey(null, key);
  }

  public boolean isBytes() {
    return bytes != null;
  }

  /** Returns the bytes of a key of class BYTES, which must not be changed. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns the number of a key of class INT. */
  public long number() {
    return number;
  }
}
