package dev.cif.bench.mrdb;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.Text;

/**
 * Sums by text, within a mapper: the combiner's sums, without the records in between. The texts are
 * in one array of bytes. At {@link #MOST} texts it must be emptied. Not thread-safe.
 */
final class PartialSums {
  private static final int MOST = 1 << 20;
  private static final int LEAST_SLOTS = 1 << 12;

  /**
   * Slots of the hash table: a text's hash in the upper half, its number plus one in the lower; 0
   * for none.
   */
  private long[] slots = new long[LEAST_SLOTS];

  /**
   * Two entries for each text: its start in the upper half and length in the lower; its sum, as a
   * double's bits.
   */
  private long[] entries = new long[LEAST_SLOTS];

  private byte[] texts = new byte[LEAST_SLOTS * 8];
  private int end;
  private int count;

  /** Receiver of the sums. */
  interface Sink {
    void take(Text text, double sum) throws IOException, InterruptedException;
  }

  /** Adds to the sum of a text; returns true if the table is full now. */
  boolean add(Text text, double value) {
    byte[] bytes = text.getBytes();
    int length = text.getLength();
    int hash = hash(bytes, length);
    int slot = slot(hash);
    for (long found = slots[slot]; found != 0; found = slots[slot]) {
      int entry = 2 * ((int) found - 1);
      if ((int) (found >>> Integer.SIZE) == hash) {
        int start = (int) (entries[entry] >>> Integer.SIZE);
        int last = start + (int) entries[entry];
        if (Arrays.equals(texts, start, last, bytes, 0, length)) {
          entries[entry + 1] =
              Double.doubleToRawLongBits(Double.longBitsToDouble(entries[entry + 1]) + value);
          return false;
        }
      }
      slot = slot(slot + 1);
    }
    append(bytes, length, value);
    slots[slot] = ((long) hash << Integer.SIZE) | count;
    if (2 * count == slots.length) {
      grow();
    }
    return count == MOST;
  }

  private int slot(int hash) {
    return hash & (slots.length - 1);
  }

  private static int hash(byte[] bytes, int length) {
    int hash = length;
    for (int i = 0; i < length; i++) {
      hash = 31 * hash + bytes[i];
    }
    hash *= 0x9e3779b1;
    return hash ^ (hash >>> 15);
  }

  private void append(byte[] bytes, int length, double value) {
    if (texts.length - end < length) {
      texts = Arrays.copyOf(texts, Math.max(2 * texts.length, end + length));
    }
    System.arraycopy(bytes, 0, texts, end, length);
    entries[2 * count] = ((long) end << Integer.SIZE) | length;
    entries[2 * count + 1] = Double.doubleToRawLongBits(value);
    end += length;
    count++;
  }

  private void grow() {
    long[] before = slots;
    entries = Arrays.copyOf(entries, 2 * entries.length);
    slots = new long[2 * slots.length];
    for (long found : before) {
      if (found != 0) {
        int slot = slot((int) (found >>> Integer.SIZE));
        while (slots[slot] != 0) {
          slot = slot(slot + 1);
        }
        slots[slot] = found;
      }
    }
  }

  /** Passes all sums to a receiver, and removes them. */
  void empty(Sink sink) throws IOException, InterruptedException {
    Text text = new Text();
    for (int i = 0; i < count; i++) {
      text.set(texts, (int) (entries[2 * i] >>> Integer.SIZE), (int) entries[2 * i]);
      sink.take(text, Double.longBitsToDouble(entries[2 * i + 1]));
    }
    count = 0;
    end = 0;
    Arrays.fill(slots, 0);
  }
}
