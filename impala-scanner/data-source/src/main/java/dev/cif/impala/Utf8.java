package dev.cif.impala;

import dev.cif.format.schema.CifException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** UTF-8, the only form of strings in Impala's interface. */
final class Utf8 {
  /** Character that stands for bytes that are no UTF-8. */
  static final char REPLACEMENT = '\uFFFD';

  private Utf8() {}

  static boolean isValid(byte[] bytes) {
    return decode(bytes) != null;
  }

  /** Returns the text of the bytes, or null if they are not UTF-8. */
  static String decode(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (text.indexOf(REPLACEMENT) < 0) {
      return text;
    }
    try {
      // A CharsetDecoder reports the errors that String replaces.
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return text;
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /** Returns the error for bytes that are no UTF-8. */
  static CifException invalid() {
    return new CifException(
        "bytes that are not UTF-8, which Impala's data source interface cannot carry; set \""
            + InitString.INVALID_UTF8
            + "\" to \"replace\" or \"null\" in the init string, or leave the column out");
  }

  /** Returns the bytes with U+FFFD in place of invalid sequences. */
  static byte[] replaced(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns true if the text shows no sign of damage by a conversion to UTF-8 and back. */
  static boolean isIntact(String text) {
    return text.indexOf(REPLACEMENT) < 0 && StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }
}
