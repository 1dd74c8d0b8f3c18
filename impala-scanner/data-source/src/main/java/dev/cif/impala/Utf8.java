package dev.cif.impala;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** UTF-8, the one form in which Impala's interface carries strings. */
final class Utf8 {
  private static final char REPLACEMENT = '\uFFFD';

  private Utf8() {}

  static boolean isValid(byte[] bytes) {
    return decode(bytes) != null;
  }

  /** The text of the bytes, or null if they are no UTF-8. */
  static String decode(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (text.indexOf(REPLACEMENT) < 0) {
      return text;
    }
    try {
      // The decoder of a Charset's newDecoder reports what String replaces.
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return text;
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /** The bytes with U+FFFD for what is no UTF-8. */
  static byte[] replaced(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
  }

  /** Whether the text came through UTF-8 and back unharmed, as far as can be seen. */
  static boolean isIntact(String text) {
    return text.indexOf(REPLACEMENT) < 0 && StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }
}
