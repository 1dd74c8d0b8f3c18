package dev.cif.format.schema;

import java.util.Locale;

/** General-purpose codecs, FORMAT.md section 9. */
public enum Compression {
  NONE,
  ZLIB,
  SNAPPY,
  LZ4,
  ZSTD,
  LZO;

  /** Returns the id in files. */
  public int id() {
    return ordinal();
  }

  /** Returns the lower-case name that configuration uses. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the codec of a configured name, ignoring case.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Compression parse(String text) {
    for (Compression c : values()) {
      if (c.name().equalsIgnoreCase(text.trim())) {
        return c;
      }
    }
    throw new IllegalArgumentException(
        "unknown compression '" + text + "': one of none, zlib, snappy, lz4, zstd, lzo");
  }
}
