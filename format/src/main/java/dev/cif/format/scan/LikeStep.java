package dev.cif.format.scan;

import dev.cif.format.vector.BytesVector;
import java.io.IOException;
import java.util.Arrays;

/**
 * Keeps the rows that are like a pattern. Where texts stand one behind the other, as blocks have
 * them, all are searched at once for the longest piece of the pattern (Horspool's way), and only
 * those that have it are looked at.
 */
final class LikeStep implements RowFilter.Step {
  private final RowFilter.Source source;
  private final LikePattern pattern;
  private final byte[] needle;

  /** By the byte under the needle's end: how far it may move on. */
  private final int[] shifts = new int[256];

  private final RowFilter.Step one;

  LikeStep(RowFilter.Source source, LikePattern pattern) {
    this.source = source;
    this.pattern = pattern;
    needle = pattern.needle();
    Arrays.fill(shifts, needle.length);
    for (int i = 0; i < needle.length - 1; i++) {
      shifts[needle[i] & 0xFF] = needle.length - 1 - i;
    }
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
    int kept = 0;
    int row = 0;
    for (int at = find(texts.data, texts.starts[0], end); at >= 0; ) {
      while (at >= texts.starts[row] + texts.lengths[row]) {
        row++;
      }
      if (matches(texts, row)) {
        rows[kept++] = row;
      }
      // Of this row all is known.
      at = find(texts.data, texts.starts[row] + texts.lengths[row], end);
    }
    return kept;
  }

  /** The first place from {@code from} on where the needle stands; -1 for none. */
  private int find(byte[] data, int from, int end) {
    int last = needle.length - 1;
    byte tail = needle[last];
    for (int at = from + last; at < end; ) {
      byte b = data[at];
      if (b == tail && Arrays.equals(data, at - last, at, needle, 0, last)) {
        return at - last;
      }
      at += shifts[b & 0xFF];
    }
    return -1;
  }
}
