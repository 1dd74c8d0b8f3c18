package dev.cif.format.vector;

import java.nio.charset.StandardCharsets;

/** Text in UTF-8, as the format stores it (FORMAT.md section 1). Replaces no character silently. */
public final class Utf8Text {
  private Utf8Text() {}

  /**
   * Returns the text in UTF-8.
   *
   * @throws IllegalArgumentException if it holds half of a surrogate pair, which UTF-8 cannot
   */
  public static byte[] bytes(String text) {
    int bad = halfPair(text);
    if (bad >= 0) {
      throw new IllegalArgumentException(
          String.format(
              "the text has half of a surrogate pair, \\u%04x, as its character %d: UTF-8 has none",
              (int) text.charAt(bad), bad + 1));
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns true if UTF-8 can hold the text: each surrogate has its other half. */
  public static boolean isText(String text) {
    return halfPair(text) < 0;
  }

  /** Returns the index of the first surrogate without its other half; -1 if there is none. */
  private static int halfPair(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (!Character.isSupplementaryCodePoint(text.codePointAt(i))) {
          return i;
        }
        i++;
      }
    }
    return -1;
  }

  /**
   * Returns true if the bytes are UTF-8: no overlong form, no surrogate, no incomplete character.
   */
  public static boolean isText(byte[] bytes, int start, int length) {
    int end = start + length;
    for (int i = start; i < end; ) {
      int size = bytes[i] >= 0 ? 1 : character(bytes, i, end);
      if (size == 0) {
        return false;
      }
      i += size;
    }
    return true;
  }

  /** Returns the length of the multi-byte character that begins at a position; 0 if none does. */
  private static int character(byte[] bytes, int at, int end) {
    int first = bytes[at] & 0xff;
    int size = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (size == 0 || size > end - at) {
      return 0;
    }
    // The second byte alone tells overlong forms, surrogates and what is above U+10FFFF.
    int low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    int high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    int second = bytes[at + 1] & 0xff;
    if (second < low || second > high) {
      return 0;
    }
    for (int k = 2; k < size; k++) {
      if ((bytes[at + k] & 0xc0) != 0x80) {
        return 0;
      }
    }
    return size;
  }
}
