package dev.cif.format.internal.file;

import java.util.zip.CRC32C;

/** CRC32C, FORMAT.md section 1. */
public final class Crc {
  private Crc() {}

  public static int of(byte[] bytes) {
    return of(bytes, 0, bytes.length);
  }

  public static int of(byte[] bytes, int start, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, start, length);
    return (int) crc.getValue();
  }
}
