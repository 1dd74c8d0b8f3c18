package dev.cif.format.scan;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Pattern of LIKE over bytes of UTF-8. In bytes that are no UTF-8, a character is a byte with the
 * continuation bytes behind it.
 */
final class LikePattern {
  /** Text between two %; a set element of {@code any} stands for one arbitrary character. */
  private static final class Segment {
    private final byte[] text;
    private final boolean[] any;
    private final boolean hasAny;

    Segment(byte[] text, List<Integer> any) {
      this.text = text;
      this.any = new boolean[text.length];
      any.forEach(at -> this.any[at] = true);
      hasAny = !any.isEmpty();
    }
  }

  private final List<Segment> segments = new ArrayList<>();
  private final byte[] prefix;

  LikePattern(String pattern) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    List<Integer> any = new ArrayList<>();
    for (int i = 0; i < pattern.length(); ) {
      int c = pattern.codePointAt(i);
      i += Character.charCount(c);
      if (c == '%') {
        end(text, any);
        continue;
      }
      if (c == '_') {
        any.add(text.size());
        text.write(0);
        continue;
      }
      if (c == '\\' && i < pattern.length()) {
        c = pattern.codePointAt(i);
        i += Character.charCount(c);
      }
      text.writeBytes(Comparand.utf8(Character.toString(c)));
    }
    end(text, any);
    Segment first = segments.get(0);
    int literal = 0;
    while (literal < first.text.length && !first.any[literal]) {
      literal++;
    }
    prefix = Arrays.copyOf(first.text, literal);
  }

  private void end(ByteArrayOutputStream text, List<Integer> any) {
    segments.add(new Segment(text.toByteArray(), any));
    text.reset();
    any.clear();
  }

  /** Returns the longest text without _ that every match contains; may be empty. */
  byte[] needle() {
    byte[] longest = prefix;
    for (Segment segment : segments) {
      boolean isLonger = !segment.hasAny && segment.text.length > longest.length;
      longest = isLonger ? segment.text : longest;
    }
    return longest;
  }

  /** Returns the bytes that every match begins with; may be empty. */
  byte[] prefix() {
    return prefix;
  }

  boolean matches(byte[] data, int start, int length) {
    int end = start + length;
    int at = matchAt(segments.get(0), data, start, end);
    int last = segments.size() - 1;
    if (last == 0) {
      return at == end;
    }
    for (int s = 1; s < last && at >= 0; s++) {
      at = find(segments.get(s), data, at, end);
    }
    return at >= 0 && endsWith(segments.get(last), data, at, end);
  }

  /** Returns the end of the first match at or behind a position, or -1. */
  private static int find(Segment segment, byte[] data, int from, int end) {
    if (!segment.hasAny) {
      return findText(segment.text, data, from, end);
    }
    for (int at = from; at <= end; at++) {
      if (!isInside(data, at, end)) {
        int behind = matchAt(segment, data, at, end);
        if (behind >= 0) {
          return behind;
        }
      }
    }
    return -1;
  }

  /**
   * Returns the end of the first match of a text. Unlike {@link #find}, it need not skip
   * continuation bytes, since no text begins with one.
   */
  private static int findText(byte[] text, byte[] data, int from, int end) {
    if (text.length == 0) {
      return from;
    }
    for (int at = from; at <= end - text.length; at++) {
      if (data[at] == text[0] && Arrays.equals(data, at, at + text.length, text, 0, text.length)) {
        return at + text.length;
      }
    }
    return -1;
  }

  /** Returns true if the text behind a position ends with the segment. */
  private static boolean endsWith(Segment segment, byte[] data, int from, int end) {
    // A character takes one byte or more.
    int latest = end - segment.text.length;
    int first = segment.hasAny ? from : Math.max(from, latest);
    for (int at = latest; at >= first; at--) {
      if (!isInside(data, at, end) && matchAt(segment, data, at, end) == end) {
        return true;
      }
    }
    return false;
  }

  private static int matchAt(Segment segment, byte[] data, int start, int end) {
    int at = start;
    for (int k = 0; k < segment.text.length; k++) {
      if (at >= end) {
        return -1;
      }
      if (!segment.any[k]) {
        if (data[at++] != segment.text[k]) {
          return -1;
        }
        continue;
      }
      at++;
      while (at < end && isInside(data, at, end)) {
        at++;
      }
    }
    return at;
  }

  /** Returns true if a byte continues the character before it. */
  private static boolean isInside(byte[] data, int at, int end) {
    return at < end && (data[at] & 0xC0) == 0x80;
  }
}
