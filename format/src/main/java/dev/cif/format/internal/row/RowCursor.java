package dev.cif.format.internal.row;

import dev.cif.format.internal.DecodeCounter;
import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.Input;

/**
 * Cursor over a block's bytes. The position never passes {@link #end}. The slack behind the end
 * lets a byte or word be loaded before it is checked against the end.
 *
 * <p>The decoders of this package use the fields directly, and keep the position in a local
 * variable while they loop.
 */
final class RowCursor {
  final byte[] array;
  final int start;
  final int end;
  final DecodeCounter counter;
  int position;

  /** End of the items that {@link #items} opened last. */
  int itemsEnd;

  RowCursor(RowSource source, int position) {
    this.array = source.array;
    this.start = source.start;
    this.end = source.end;
    this.counter = source.counter;
    this.position = position;
  }

  CorruptDataException corrupt(String message) {
    return corrupt(position, message);
  }

  CorruptDataException corrupt(int at, String message) {
    return new CorruptDataException((long) at - start, message);
  }

  /** Returns the error for a position that should hold 0x00 or 0x02. */
  CorruptDataException badMarker(int at) {
    if (at >= end) {
      return corrupt(at, "the data ends where a value should start");
    }
    return corrupt(at, "a value starts with " + (array[at] & 0xFF) + ", neither 0 nor 2");
  }

  /** Reads the marker before a value. Returns true if the value is present. */
  boolean present() {
    int p = position;
    int b = array[p];
    if (p < end) {
      if (b == 2) {
        position = p + 1;
        return true;
      }
      if (b == 0) {
        position = p + 1;
        return false;
      }
    }
    throw badMarker(p);
  }

  int u8() {
    int p = position;
    if (p >= end) {
      throw corrupt("the data ends: a byte is missing");
    }
    position = p + 1;
    return array[p] & 0xFF;
  }

  int u32() {
    return (int) Input.INT.get(array, skip(4));
  }

  /** Moves on and returns the position before. */
  int skip(int bytes) {
    int p = position;
    if (bytes < 0 || bytes > end - p) {
      throw corrupt("the data ends: " + bytes + " bytes wanted, " + (end - p) + " left");
    }
    position = p + bytes;
    return p;
  }

  long uvarint() {
    int p = position;
    byte b = array[p];
    if (b >= 0 && p < end) {
      position = p + 1;
      return b;
    }
    return longUvarint();
  }

  private long longUvarint() {
    int p = position;
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      if (p >= end) {
        throw corrupt("the data ends inside a number");
      }
      byte b = array[p++];
      if (shift == 63 && (b & 0xFF) > 1) {
        break;
      }
      value |= (long) (b & 0x7F) << shift;
      if (b >= 0) {
        position = p;
        return value;
      }
    }
    throw corrupt("a number of more than 64 bits");
  }

  long svarint() {
    long z = uvarint();
    return (z >>> 1) ^ -(z & 1);
  }

  /** Reads a uvarint from 0 to {@code max}. */
  int count(String what, int max) {
    int at = position;
    long value = uvarint();
    if (value < 0 || value > max) {
      throw corrupt(
          at, what + " is " + Long.toUnsignedString(value) + ", at most " + max + " can be");
    }
    return (int) value;
  }

  /** Reads an svarint that is the length of the bytes behind it. */
  int length() {
    int at = position;
    long value = svarint();
    if (value < 0 || value > end - position) {
      throw corrupt(at, "a length of " + value + " with " + (end - position) + " bytes left");
    }
    return (int) value;
  }

  /**
   * Opens the items of a list or map, of at least {@code least} bytes each, and returns their
   * number. Sets {@link #itemsEnd}. The list or map is complete if it returns 0; otherwise {@link
   * #closeItems} has to follow.
   */
  int items(int least) {
    int at = position;
    long count = svarint();
    if (count == 0) {
      return 0;
    }
    int bytes = length();
    if (count > 0 || -count > bytes / least || count == Long.MIN_VALUE) {
      throw corrupt(at, "an item count of " + count + " with " + bytes + " bytes of items");
    }
    itemsEnd = position + bytes;
    return (int) -count;
  }

  /** Ends the items that were read, which should end at {@code stop}. */
  void closeItems(int stop) {
    if (position != stop) {
      throw corrupt("items end " + (position - stop) + " bytes behind their stored end");
    }
    if (u8() != 0) {
      throw corrupt(stop, "a list or map of more than one block of items");
    }
  }

  /** Passes over the items of a list or map by their stored length. */
  void skipItems(int least) {
    if (items(least) != 0) {
      position = itemsEnd;
      closeItems(itemsEnd);
    }
  }
}
