package dev.cif.format.internal.file;

import dev.cif.format.schema.CifException;
import java.util.Arrays;

/** Checks the eight bytes at the start of files, FORMAT.md section 5: magic, version, reserved. */
final class FileHeader {
  /** Creator of a file's error. */
  interface Refusal {
    CifException at(long offset, String message);
  }

  private FileHeader() {}

  /**
   * Checks the first bytes of a file.
   *
   * @param what message for a file that has another magic
   */
  static void expect(byte[] bytes, byte[] magic, String what, Refusal refusal) throws CifException {
    if (!Arrays.equals(bytes, 0, magic.length, magic, 0, magic.length)) {
      throw refusal.at(0, what);
    }
    if (bytes[4] != Footer.VERSION) {
      throw refusal.at(
          4,
          "format version "
              + (bytes[4] & 0xFF)
              + " is not known here (this reader knows 1);"
              + " read it with the release of CIF that wrote it, or a newer one");
    }
    if (bytes[5] != 0 || bytes[6] != 0 || bytes[7] != 0) {
      throw refusal.at(5, "reserved bytes of the header are not zero");
    }
  }
}
