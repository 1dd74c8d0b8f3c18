package dev.cif.format.scan;

import dev.cif.format.vector.BytesVector;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Keeps the rows that match a LIKE pattern. If texts are contiguous, as blocks have them, it
 * searches all of them at once for the longest piece of the pattern. Then it looks only at the
 * texts that contain it.
 */
final class LikeStep implements RowFilter.Step {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;

  /** Number of bytes of text from which rare letters are determined. */
  private static final int SAMPLE = 4096;

  private final RowFilter.Source source;
  private final LikePattern pattern;
  private final byte[] needle;
  private final RowFilter.Step one;

  /**
   * First letters of the needle, at most eight, and the mask of the bytes that they take in a word.
   */
  private final long head;

  private final long headMask;

  /** Positions in the needle of its two letters that are rarest in the text; -1 if not known. */
  private int rare = -1;

  private int second;

  LikeStep(RowFilter.Source source, LikePattern pattern) {
    this.source = source;
    this.pattern = pattern;
    needle = pattern.needle();
    head = (long) LONGS.get(Arrays.copyOf(needle, Math.max(Long.BYTES, needle.length)), 0);
    headMask = -1L >>> (Byte.SIZE * Math.max(0, Long.BYTES - needle.length));
    one = RowFilter.where(source, (values, i) -> matches((BytesVector) values, i), false);
  }

  private boolean matches(BytesVector texts, int i) {
    return pattern.matches(texts.data, texts.starts[i], texts.lengths[i]);
  }

  @Override
  public int narrow(int[] rows, int count) throws IOException {
    BytesVector texts = (BytesVector) source.window();
    return needle.length > 1 && count == texts.size() && areAdjacent(texts)
        ? search(texts, rows)
        : one.narrow(rows, count);
  }

  private static boolean areAdjacent(BytesVector texts) {
    if (texts.hasNulls) {
      return false;
    }
    for (int i = 1; i < texts.size(); i++) {
      if (texts.starts[i] != texts.starts[i - 1] + texts.lengths[i - 1]) {
        return false;
      }
    }
    return true;
  }

  private int search(BytesVector texts, int[] rows) {
    int size = texts.size();
    int end = texts.starts[size - 1] + texts.lengths[size - 1];
    if (rare < 0) {
      findRareLetters(texts.data, texts.starts[0], end);
    }
    int kept = 0;
    int row = 0;
    for (int at = find(texts.data, texts.starts[0], end); at >= 0; ) {
      while (at >= texts.starts[row] + texts.lengths[row]) {
        row++;
      }
      if (matches(texts, row)) {
        rows[kept++] = row;
      }
      // This row is decided.
      at = find(texts.data, texts.starts[row] + texts.lengths[row], end);
    }
    return kept;
  }

  private void findRareLetters(byte[] data, int from, int end) {
    int[] counts = new int[256];
    for (int i = from; i < Math.min(end, from + SAMPLE); i++) {
      counts[data[i] & 0xFF]++;
    }
    rare = 0;
    second = 1;
    for (int k = 1; k < needle.length; k++) {
      int count = counts[needle[k] & 0xFF];
      if (count < counts[needle[rare] & 0xFF]) {
        second = rare;
        rare = k;
      } else if (count < counts[needle[second] & 0xFF]) {
        second = k;
      }
    }
  }

  /** Returns the first occurrence of the needle from {@code from} on, or -1. */
  private int find(byte[] data, int from, int end) {
    long a = ONES * (needle[rare] & 0xFF);
    long b = ONES * (needle[second] & 0xFF);
    int at = from;
    // Eight positions at a time: a byte of {@code both} is 0 where both letters occur.
    for (int wide = end - Math.max(needle.length, Long.BYTES) - Long.BYTES;
        at <= wide;
        at += Long.BYTES) {
      long both =
          ((long) LONGS.get(data, at + rare) ^ a) | ((long) LONGS.get(data, at + second) ^ b);
      for (long hits = (both - ONES) & ~both & HIGH_BITS; hits != 0; hits &= hits - 1) {
        int place = at + (Long.numberOfTrailingZeros(hits) >>> 3);
        if ((((long) LONGS.get(data, place) ^ head) & headMask) == 0 && isAt(data, place)) {
          return place;
        }
      }
    }
    for (; at <= end - needle.length; at++) {
      if (isAt(data, at)) {
        return at;
      }
    }
    return -1;
  }

  private boolean isAt(byte[] data, int at) {
    return Arrays.equals(data, at, at + needle.length, needle, 0, needle.length);
  }
}
