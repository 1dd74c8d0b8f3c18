package dev.cif.format.internal.file;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Values of the tokens of a schema file. */
final class Tokens {
  /** Value of a number that is missing or impossible. */
  static final long NO_NUMBER = -1;

  private Tokens() {}

  static void expectObject(JsonToken token, String what) {
    if (token != JsonToken.START_OBJECT) {
      throw new IllegalArgumentException(what + " is no object");
    }
  }

  static String text(JsonParser in, JsonToken value) throws IOException {
    if (value == JsonToken.VALUE_STRING) {
      return in.getText();
    }
    in.skipChildren();
    return null;
  }

  /** Reads a number from 0 to {@code max}, or returns {@link #NO_NUMBER}. */
  static long number(JsonParser in, JsonToken value, long max) throws IOException {
    if (value == JsonToken.VALUE_NUMBER_INT
        && in.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
      long number = in.getLongValue();
      return number > max ? NO_NUMBER : Math.max(NO_NUMBER, number);
    }
    in.skipChildren();
    return NO_NUMBER;
  }

  /**
   * Returns the checksum that a text is.
   *
   * @param what owner of the checksum, for errors
   */
  static int crc(String digits, String member, String what) {
    boolean isCrc = digits != null && digits.length() == 8;
    int crc = 0;
    for (int i = 0; isCrc && i < 8; i++) {
      char c = digits.charAt(i);
      isCrc = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
      crc = crc << 4 | Character.digit(c, 16);
    }
    if (!isCrc) {
      throw new IllegalArgumentException(
          "'" + member + "' of " + what + " is not eight hexadecimal digits");
    }
    return crc;
  }

  static void expect(long number, String member, long max) {
    if (number == NO_NUMBER) {
      throw new IllegalArgumentException("'" + member + "' is no number from 0 to " + max);
    }
  }
}
