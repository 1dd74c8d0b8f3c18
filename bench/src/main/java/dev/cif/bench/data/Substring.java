package dev.cif.bench.data;

import java.nio.charset.StandardCharsets;

/** Searches for a substring in the bytes of a text, without making a string. */
public final class Substring {
  private Substring() {}

  /** Returns the substring's bytes. */
  public static byte[] bytes(String part) {
    return part.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns true if the text contains the substring. */
  public static boolean isIn(byte[] text, int start, int length, byte[] part) {
    int last = start + length - part.length;
    byte first = part[0];
    for (int i = start; i <= last; i++) {
      if (text[i] == first && continues(text, i, part)) {
        return true;
      }
    }
    return false;
  }

  private static boolean continues(byte[] text, int at, byte[] part) {
    for (int k = 1; k < part.length; k++) {
      if (text[at + k] != part[k]) {
        return false;
      }
    }
    return true;
  }
}
