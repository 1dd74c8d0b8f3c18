package dev.cif.format.value;

import java.nio.charset.StandardCharsets;

/** A key to look up in maps: of class BYTES (string, varchar, char, binary) or of class INT. */
public final class MapKey {
  private final byte[] bytes;
  private final long number;

  private MapKey(byte[] bytes, long number) {
    this.bytes = bytes;
    this.number = number;
  }

  /** A key of string, varchar or char type. */
  public static MapKey of(String key) {
    return new MapKey(key.getBytes(StandardCharsets.UTF_8), 0);
  }

  /** A key of class BYTES, binary among them; the bytes are copied. */
  public static MapKey of(byte[] key) {
    return new MapKey(key.clone(), 0);
  }

  /** A key of class INT. */
  public static MapKey of(long key) {
    return new MapKey(null, key);
  }

  public boolean isBytes() {
    return bytes != null;
  }

  /** The bytes of a key of class BYTES; not to be changed. */
  public byte[] bytes() {
    return bytes;
  }

  /** The number of a key of class INT. */
  public long number() {
    return number;
  }
}
