package dev.cif.format.internal.row;

import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import java.util.Arrays;

/**
 * Decoder of string, varchar, char and binary: a length and the bytes, which vectors share with the
 * block.
 */
final class BytesDecoder extends ValueDecoder {
  BytesDecoder(CifType type) {
    super(type);
  }

  byte[] content(RowCursor c) {
    int length = c.length();
    int p = c.skip(length);
    return Arrays.copyOfRange(c.array, p, p + length);
  }

  /** Passes over one value without a marker. Returns true if it equals the bytes. */
  static boolean passEqual(RowCursor c, byte[] bytes) {
    int length = c.length();
    int p = c.position;
    c.position = p + length;
    return length == bytes.length && Arrays.equals(c.array, p, p + length, bytes, 0, length);
  }

  @Override
  void prepare(RowCursor c, ColumnVector out) {
    ((BytesVector) out).share(c.array);
  }

  @Override
  void readSlots(RowCursor c, ColumnVector out, int at, int count) {
    BytesVector v = (BytesVector) out;
    byte[] a = c.array;
    boolean shared = v.data == a;
    int[] starts = v.starts;
    int[] lengths = v.lengths;
    int end = c.end;
    int p = c.position;
    int decoded = 0;
    for (int i = at; i < at + count; i++) {
      int marker = a[p];
      if (p < end && marker == 2) {
        int b = a[p + 1];
        int length;
        if ((b & 0x81) == 0) {
          length = b >>> 1;
          p += 2;
          if (length > end - p) {
            throw c.corrupt(p - 1, "a length of " + length + " with too few bytes left");
          }
        } else {
          c.position = p + 1;
          length = c.length();
          p = c.position;
        }
        starts[i] = shared ? p : v.copy(a, p, length);
        lengths[i] = length;
        p += length;
        decoded++;
      } else if (p < end && marker == 0) {
        nullAt(v, i);
        p++;
      } else {
        throw c.badMarker(p);
      }
    }
    c.position = p;
    c.counter.decoded += decoded;
  }

  @Override
  void readContentAt(RowCursor c, ColumnVector out, int at) {
    BytesVector v = (BytesVector) out;
    int length = c.length();
    int p = c.skip(length);
    v.starts[at] = v.data == c.array ? p : v.copy(c.array, p, length);
    v.lengths[at] = length;
    c.counter.decoded++;
  }

  @Override
  void nullAt(ColumnVector out, int at) {
    BytesVector v = (BytesVector) out;
    v.starts[at] = 0;
    v.lengths[at] = 0;
    v.setNull(at);
  }

  @Override
  void skipContent(RowCursor c) {
    c.skip(c.length());
  }

  @Override
  void skipContents(RowCursor c, int count) {
    byte[] a = c.array;
    int end = c.end;
    int p = c.position;
    for (int i = 0; i < count; i++) {
      int b = a[p];
      if ((b & 0x81) == 0 && (b >>> 1) < end - p) {
        p += 1 + (b >>> 1);
      } else {
        c.position = p;
        skipContent(c);
        p = c.position;
      }
    }
    c.position = p;
  }

  /**
   * Compares {@code count} values without markers with the bytes. Returns the index of the first
   * equal value, with the position behind it, or -1.
   */
  static int findEqual(RowCursor c, int count, byte[] bytes) {
    byte[] a = c.array;
    int end = c.end;
    // One byte rules out a value of another length, if the lengths take one byte.
    int lengthByte = bytes.length < 64 ? bytes.length << 1 : -1;
    int p = c.position;
    for (int i = 0; i < count; i++) {
      int b = a[p];
      if ((b & 0x81) == 0 && (b >>> 1) < end - p) {
        int from = p + 1;
        p = from + (b >>> 1);
        if (b == lengthByte && Arrays.equals(a, from, p, bytes, 0, bytes.length)) {
          c.position = p;
          return i;
        }
      } else {
        c.position = p;
        if (passEqual(c, bytes)) {
          return i;
        }
        p = c.position;
      }
    }
    c.position = p;
    return -1;
  }

  @Override
  void skip(RowCursor c, int count) {
    byte[] a = c.array;
    int end = c.end;
    int p = c.position;
    for (int i = 0; i < count; i++) {
      int marker = a[p];
      if (p < end && marker == 2) {
        int b = a[p + 1];
        if ((b & 0x81) == 0 && (b >>> 1) <= end - p - 2) {
          p += 2 + (b >>> 1);
        } else {
          c.position = p + 1;
          skipContent(c);
          p = c.position;
        }
      } else if (p < end && marker == 0) {
        p++;
      } else {
        throw c.badMarker(p);
      }
    }
    c.position = p;
  }
}
