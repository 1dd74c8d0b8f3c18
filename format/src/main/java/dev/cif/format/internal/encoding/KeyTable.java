package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Output;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/** Hash table of distinct byte strings, numbered from 0 in the order in which they were added. */
public final class KeyTable {
  /** Random seed of the process, so that a file cannot contain strings that all collide. */
  private static final long SEED = ThreadLocalRandom.current().nextLong();

  private static final int FREE = -1;

  private final Output bytes = new Output();
  private int[] starts = new int[16];
  private int[] slots = new int[32];
  private int size;

  public KeyTable() {
    Arrays.fill(slots, FREE);
  }

  public int size() {
    return size;
  }

  /** Returns all strings, concatenated. */
  public Output bytes() {
    return bytes;
  }

  /** Returns the number of a string, or -1 if it was not added. */
  public int find(byte[] key, int start, int length) {
    return slots[slot(key, start, length)];
  }

  /** Adds a string unless it is there, and returns its number. */
  public int add(byte[] key, int start, int length) {
    int slot = slot(key, start, length);
    if (slots[slot] != FREE) {
      return slots[slot];
    }
    int id = size++;
    bytes.raw(key, start, length);
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, 2 * size);
    }
    starts[size] = bytes.size();
    slots[slot] = id;
    if (2 * size > slots.length) {
      rehash();
    }
    return id;
  }

  private int slot(byte[] key, int start, int length) {
    int mask = slots.length - 1;
    int slot = hash(key, start, length) & mask;
    while (slots[slot] != FREE) {
      int id = slots[slot];
      if (Arrays.equals(bytes.array(), starts[id], starts[id + 1], key, start, start + length)) {
        break;
      }
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void rehash() {
    slots = new int[slots.length * 2];
    Arrays.fill(slots, FREE);
    int mask = slots.length - 1;
    for (int id = 0; id < size; id++) {
      int slot = hash(bytes.array(), starts[id], starts[id + 1] - starts[id]) & mask;
      while (slots[slot] != FREE) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = id;
    }
  }

  private static int hash(byte[] key, int start, int length) {
    long h = SEED;
    for (int i = start; i < start + length; i++) {
      h = (h ^ key[i]) * 0x9E3779B97F4A7C15L;
      h ^= h >>> 29;
    }
    return (int) (h ^ (h >>> 32));
  }
}
