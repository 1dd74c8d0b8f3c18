package dev.cif.impala;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** UTF-8, the only form of strings in Impala's interface. */
final class Utf8 {
  private static final char REPLACEMENT = '\uFFFD';

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

  /** Returns the bytes with U+FFFD in place of invalid sequences. */
  static byte[] replaced(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns true if the text shows no sign of damage by a conversion to UTF-8 and back. */
  static boolean isIntact(String text) {
    return text.indexOf(REPLACEMENT) < 0 && StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }
}
